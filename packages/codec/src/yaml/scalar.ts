/** Writes text as YAML 1.1, in the style and width of the original. */

/** Lines break at the first space after this column. */
const width = 80;

export interface TextPosition {
  /** The number of characters already on the line. */
  readonly column: number;
  /** The indentation of further lines. */
  readonly indent: number;
  /** Keys stay on one line. */
  readonly isKey?: boolean;
}

/** Writes one text, starting at a position on its line. */
export function textScalar(text: string, position: TextPosition): string {
  const shape = shapeOf(text);
  if (text.includes("\n") && position.isKey !== true && shape.allowsBlock) return literal(text, position.indent);
  if (text.includes("\n") || looksLikeOther(text) || !shape.allowsSingle) return doubleQuoted(text, position);
  return shape.allowsPlain ? folded(text, position) : singleQuoted(text, position);
}

interface ScalarShape {
  readonly allowsPlain: boolean;
  readonly allowsSingle: boolean;
  readonly allowsBlock: boolean;
}

/** Characters allowed without escapes; readers would change line breaks other than a line feed. */
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

const reservedWords: ReadonlySet<string> = new Set(
  ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".nan", ".inf", "+.inf", "-.inf"].flatMap(
    (word) => {
      const capital = word.replace(/[a-z]/, (c) => c.toUpperCase());
      return [word, capital, word.toUpperCase(), ...(word === ".nan" ? [".NaN"] : [])];
    },
  ),
);
const integer = /^(?:[-+]_*)?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*)$/i;
const float = /^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:e[-+]?[0-9]+)?$/i;
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const date = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d*)?(?:Z|[-+]\d\d:\d\d)?)?$/;

/** True when a reader would parse the plain text as another type. */
function looksLikeOther(text: string): boolean {
  if (text === "" || reservedWords.has(text)) return true;
  if (!/^[-+.\d]/.test(text)) return false;
  if (integer.test(text) || base60.test(text) || date.test(text)) return true;
  return float.test(text) && Number.isFinite(Number(text.replaceAll("_", "")));
}

/** Breaks lines that are too long at single spaces. */
function folded(text: string, { column, indent, isKey = false }: TextPosition): string {
  if (isKey || column + text.length <= width) return text;
  return fold([...text], { column, indent }, (char) => char);
}

function singleQuoted(text: string, { column, indent, isKey = false }: TextPosition): string {
  const quoted = (char: string): string => (char === "'" ? "''" : char);
  const chars = [...text];
  return `'${isKey ? chars.map(quoted).join("") : fold(chars, { column: column + 1, indent, inner: true }, quoted)}'`;
}

interface Folding {
  readonly column: number;
  readonly indent: number;
  /** True when there must be no break at the first and last character. */
  readonly inner?: boolean;
  /** True when a leading space has to be escaped. */
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

function doubleQuoted(text: string, { column, indent, isKey = false }: TextPosition): string {
  const chars = [...text];
  if (isKey) return `"${chars.map(escaped).join("")}"`;
  return `"${fold(chars, { column: column + 1, indent, inner: true, escapes: true }, escaped)}"`;
}

/** Text as a literal block. Empty lines have no indentation. */
function literal(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const keeps = text.endsWith("\n\n") || text === "\n";
  const chomping = text.endsWith("\n") ? (keeps ? "+" : "") : "-";
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${" ".repeat(indent)}${line}`));
  return `|${hint}${chomping}\n${lines.join("\n")}`;
}
