/**
 * Kinds of tokens with a text of their own; the others are their own kind: `&&`, `(`, `in`, `true`.
 */
export type TokenKind =
  | "IDENTIFIER"
  | "ESC_IDENTIFIER"
  | "NUM_INT"
  | "NUM_UINT"
  | "NUM_FLOAT"
  | "STRING"
  | "BYTES"
  | "<EOF>"
  | (string & {});

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly pos: number;
}

/** The tokens of a text. */
export interface LexResult {
  readonly tokens: readonly Token[];
  /** Text that begins no token. */
  readonly errors: readonly { readonly pos: number; readonly text: string }[];
}

const comment = /\/\/[^\n]*/y;
const quotedName = /`[A-Za-z0-9_.\-/ ]+`/y;
const float = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y;
const integer = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y;
const bytesPrefix = /[bB][rR]?(?=["'])/y;
const rawPrefix = /[rR](?=["'])/y;
const anyPrefix = /(?:[bB][rR]?|[rR])(?=["'])/y;
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** The tokens that each ASCII character can begin. */
type Start = "blank" | "word" | "digit" | "quote" | "operator" | "pair" | "other";

const starts: readonly Start[] = Array.from({ length: 128 }, (_, c): Start => {
  const char = String.fromCharCode(c);
  if ("\t\n\f\r ".includes(char)) return "blank";
  if (/[A-Za-z_]/.test(char)) return "word";
  if (/[0-9]/.test(char)) return "digit";
  if (char === '"' || char === "'") return "quote";
  if ("[]{}(),-?:+*%".includes(char)) return "operator";
  return "&|=!<>./".includes(char) ? "pair" : "other";
});

/**
 * Splits source text into tokens; text that is none is reported and skipped, so that parsing can go
 * on and find more.
 */
export function lex(source: string): LexResult {
  const tokens: Token[] = [];
  const errors: { pos: number; text: string }[] = [];
  let pos = 0;
  while (pos < source.length) {
    const start = starts[source.charCodeAt(pos)];
    if (start === "blank") {
      pos++;
      continue;
    }
    const token = tokenAt(source, pos, start);
    if (typeof token === "number") {
      if (token < 0) errors.push({ pos, text: source.slice(pos, -token) });
      pos = Math.abs(token);
    } else {
      tokens.push(token);
      pos += token.text.length;
    }
  }
  tokens.push({ kind: "<EOF>", text: "<EOF>", pos: source.length });
  return { tokens, errors };
}

/** The token at `pos`; where a comment ends, or minus where text that is no token ends. */
function tokenAt(source: string, pos: number, start: Start | undefined): Token | number {
  switch (start) {
    case "word":
      return wordAt(source, pos);
    case "digit":
      return numberAt(source, pos);
    case "quote":
      return literalAt(source, pos);
    case "operator": {
      const text = source[pos]!;
      return { kind: text, text, pos };
    }
    case "pair":
      return pairAt(source, pos);
    default: {
      const end = matchAt(quotedName, source, pos);
      return end > pos ? { kind: "ESC_IDENTIFIER", text: source.slice(pos, end), pos } : -badText(source, pos);
    }
  }
}

/** A name, a keyword, or a literal that a letter or two begin. */
function wordAt(source: string, pos: number): Token | number {
  let end = pos + 1;
  while (isWordPart(starts[source.charCodeAt(end)])) end++;
  if (end - pos <= 2 && starts[source.charCodeAt(end)] === "quote" && matchAt(anyPrefix, source, pos) === end) {
    const literal = literalAt(source, pos);
    // Before a literal that never ends, its prefix is a name.
    if (typeof literal !== "number") return literal;
  }
  const text = source.slice(pos, end);
  return { kind: keywords.has(text) ? text : "IDENTIFIER", text, pos };
}

function isWordPart(start: Start | undefined): boolean {
  return start === "word" || start === "digit";
}

function numberAt(source: string, pos: number): Token {
  const end = matchAt(float, source, pos);
  if (end > pos) return { kind: "NUM_FLOAT", text: source.slice(pos, end), pos };
  const text = source.slice(pos, matchAt(integer, source, pos));
  return { kind: /[uU]$/.test(text) ? "NUM_UINT" : "NUM_INT", text, pos };
}

/** Operators that may have two characters, and what begins like them. */
function pairAt(source: string, pos: number): Token | number {
  const first = source[pos]!;
  const second = source[pos + 1];
  if (first === "/" && second === "/") return matchAt(comment, source, pos);
  if (first === "." && starts[source.charCodeAt(pos + 1)] === "digit") return numberAt(source, pos);
  const text = pairs.has(first + second) ? first + second : first;
  return "&|=".includes(text) ? -badText(source, pos) : { kind: text, text, pos };
}

const pairs: ReadonlySet<string> = new Set(["&&", "||", "==", "!=", "<=", ">="]);

function matchAt(pattern: RegExp, source: string, pos: number): number {
  pattern.lastIndex = pos;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

/** A first character that could have begun a longer token takes the one that broke it along. */
function badText(source: string, pos: number): number {
  const char = source[pos]!;
  if (char === "`") {
    const rest = /[A-Za-z0-9_.\-/ ]*/y;
    rest.lastIndex = pos + 1;
    rest.test(source);
    return Math.min(rest.lastIndex + widthAt(source, rest.lastIndex), source.length);
  }
  const end = pos + widthAt(source, pos);
  return "=&|".includes(char) ? Math.min(end + widthAt(source, end), source.length) : end;
}

/** A literal in quotes with its prefix, or minus where its bad text ends. */
function literalAt(source: string, pos: number): Token | number {
  let open = matchAt(bytesPrefix, source, pos);
  const kind = open > pos ? "BYTES" : "STRING";
  if (open < 0) open = matchAt(rawPrefix, source, pos);
  if (open < 0) open = pos;
  const quote = source[open]!;
  const raw = /[rR]/.test(source.slice(pos, open));
  const long = source.startsWith(quote.repeat(3), open);
  const literal = { open, quote, raw };
  const end = long ? closeLong(source, literal) : closeShort(source, literal);
  if (end > 0) return { kind, text: source.slice(pos, end), pos };
  // Three quotes without an end are an empty string, followed by the start of another literal.
  return long ? { kind, text: source.slice(pos, open + 2), pos } : end;
}

interface OpenLiteral {
  /** The index of its first quote. */
  readonly open: number;
  readonly quote: string;
  readonly raw: boolean;
}

/** The end of the literal, or minus the end of its malformed text. */
function closeShort(source: string, { open, quote, raw }: OpenLiteral): number {
  for (let i = open + 1; i < source.length; i++) {
    const c = source[i];
    if (c === quote) return i + 1;
    if (c === "\n" || c === "\r") return -(i + 1);
    if (c === "\\" && !raw) {
      const end = escapeEnd(source, i);
      if (end < 0) return end;
      i = end - 1;
    }
  }
  return -source.length;
}

function closeLong(source: string, { open, quote, raw }: OpenLiteral): number {
  const close = quote.repeat(3);
  for (let i = open + 3; i < source.length; i++) {
    if (source.startsWith(close, i)) return i + 3;
    if (source[i] === "\\" && !raw) {
      const end = escapeEnd(source, i);
      if (end < 0) return end;
      i = end - 1;
    }
  }
  return -source.length;
}

const escapeSequence = /\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/y;

function escapeEnd(source: string, at: number): number {
  const end = matchAt(escapeSequence, source, at);
  if (end > 0) return end;
  const partial = /\\(?:[xX][0-9a-fA-F]{0,1}|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]{0,1})?/y;
  partial.lastIndex = at;
  partial.test(source);
  return -Math.min(partial.lastIndex + widthAt(source, partial.lastIndex), source.length);
}

/** UTF-16 units of the character. */
function widthAt(source: string, pos: number): number {
  return (source.codePointAt(pos) ?? 0) > 0xffff ? 2 : 1;
}
