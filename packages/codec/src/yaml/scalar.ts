/** Text as YAML 1.1, in the style and at the width that clients of the API see. */

/** A line is broken at the first space behind this column. */
const width = 80;

export interface FieldPath {
  /** How many characters the line has already. */
  readonly column: number;
  /** Where further lines begin. */
  readonly indent: number;
  /** Keys stay on one line. */
  readonly isKey?: boolean;
}

/** One text, from where it begins on its line. */
export function textScalar(text: string, place: FieldPath): string {
  const shape = shapeOf(text);
  if (text.includes("\n") && place.isKey !== true && shape.allowsBlock) return literal(text, place.indent);
  if (text.includes("\n") || looksLikeOther(text) || !shape.allowsSingle) return doubleQuoted(text, place);
  return shape.allowsPlain ? folded(text, place) : singleQuoted(text, place);
}

interface ScalarShape {
  readonly allowsPlain: boolean;
  readonly allowsSingle: boolean;
  readonly allowsBlock: boolean;
}

/**
 * What text may be made of without escapes; breaks of other kinds than a line feed would be changed
 * by readers.
 */
const unprintable = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const startsAsOther = /^(?:[#,[\]{}&*!|>'"%@`]|[?:](?:[\s]|$)|-(?:[\s]|$)|---|\.\.\.)/;

function shapeOf(text: string): ScalarShape {
  const special = unprintable.test(text);
  const spaceThenBreak = / \n/.test(text);
  const breakThenSpace = /\n /.test(text);
  const padded = /^[ \n]|[ \n]$/.test(text);
  const indicators = startsAsOther.test(text) || /:(?:\s|$)|\s#/.test(text);
  return {
    allowsPlain: text !== "" && !special && !padded && !text.includes("\n") && !indicators,
    allowsSingle: !special && !spaceThenBreak && !breakThenSpace,
    allowsBlock: !special && !spaceThenBreak && !text.endsWith(" "),
  };
}

const words: ReadonlySet<string> = new Set(
  ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".nan", ".inf", "+.inf", "-.inf"].flatMap(
    (word) => {
      const capital = word.replace(/[a-z]/, (c) => c.toUpperCase());
      return [word, capital, word.toUpperCase(), ...(word === ".nan" ? [".NaN"] : [])];
    },
  ),
);
const integer = /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*)$/i;
const float = /^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:e[-+]?[0-9]+)?$/i;
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const date = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d*)?(?:Z|[-+]\d\d:\d\d)?)?$/;

/** Whether readers would take plain text for something else. */
function looksLikeOther(text: string): boolean {
  if (text === "" || words.has(text)) return true;
  if (!/^[-+.\d]/.test(text)) return false;
  if (integer.test(text) || base60.test(text) || date.test(text)) return true;
  return float.test(text) && Number.isFinite(Number(text.replaceAll("_", "")));
}

/** Breaks lines at single spaces, each where the line is already too long. */
function folded(text: string, { column, indent, isKey = false }: FieldPath): string {
  if (isKey || column + text.length <= width) return text;
  return fold([...text], { column, indent }, (char) => char);
}

function singleQuoted(text: string, { column, indent, isKey = false }: FieldPath): string {
  const quoted = (char: string): string => (char === "'" ? "''" : char);
  const chars = [...text];
  return `'${isKey ? chars.map(quoted).join("") : fold(chars, { column: column + 1, indent, inner: true }, quoted)}'`;
}

interface Folding {
  readonly column: number;
  readonly indent: number;
  /** Whether the first and the last character are none to break at. */
  readonly inner?: boolean;
  /** Whether a space that begins a line has to be escaped. */
  readonly escapes?: boolean;
}

function fold(
  chars: readonly string[],
  { column, indent, inner = false, escapes = false }: Folding,
  write: (char: string) => string,
): string {
  let out = "";
  let at = column;
  let afterSpace = false;
  chars.forEach((char, i) => {
    const next = chars[i + 1];
    const breakable = char === " " && !afterSpace && at > width && (!inner || (i > 0 && next !== undefined));
    if (breakable && (escapes || next !== " ")) {
      out += `\n${" ".repeat(indent)}${escapes && next === " " ? "\\" : ""}`;
      at = indent;
    } else {
      const written = write(char);
      out += written;
      at += written.length;
    }
    afterSpace = char === " ";
  });
  return out;
}

const shortEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "\0": "\\0",
    "\x07": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
    "\x85": "\\N",
    "\u2028": "\\L",
    "\u2029": "\\P",
  }),
);

function escaped(char: string): string {
  const short = shortEscapes.get(char);
  if (short !== undefined) return short;
  if (!unprintable.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function doubleQuoted(text: string, { column, indent, isKey = false }: FieldPath): string {
  const chars = [...text];
  if (isKey) return `"${chars.map(escaped).join("")}"`;
  return `"${fold(chars, { column: column + 1, indent, inner: true, escapes: true }, escaped)}"`;
}

/** Text in lines of its own. Lines that are empty have no spaces. */
function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const keeps = text.endsWith("\n\n") || text === "\n";
  const chomping = text.endsWith("\n") ? (keeps ? "+" : "") : "-";
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${" ".repeat(indent)}${line}`));
  return `|${hint}${chomping}\n${lines.join("\n")}`;
}
