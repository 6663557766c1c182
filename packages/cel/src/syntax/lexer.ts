/** Kinds of tokens with a text of their own; the others are their own kind: `&&`, `(`, `in`, `true`. */
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

export interface LexResult {
  readonly tokens: readonly Token[];
  /** Text that begins no token. */
  readonly errors: readonly { readonly pos: number; readonly text: string }[];
}

const space = /[\t\n\f\r ]+|\/\/[^\n]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedName = /`[A-Za-z0-9_.\-/ ]+`/y;
const float = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y;
const integer = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y;
const operator = /&&|\|\||==|!=|<=|>=|[<>[\]{}(),.\-!?:+*/%]/y;
const bytesPrefix = /(?:[bB][rR]?|[rR][bB])(?=["'])/y;
const rawPrefix = /[rR](?=["'])/y;
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** Splits source text into tokens; text that is none is reported and skipped, so that parsing can go on and find more. */
export function lex(source: string): LexResult {
  const tokens: Token[] = [];
  const errors: { pos: number; text: string }[] = [];
  let pos = 0;
  const add = (kind: TokenKind, end: number): void => {
    tokens.push({ kind, text: source.slice(pos, end), pos });
    pos = end;
  };
  while (pos < source.length) {
    const c = source.charCodeAt(pos);
    if (c === 0x20) {
      pos++;
      continue;
    }
    if (isLetter(c)) {
      let end = pos + 1;
      while (end < source.length && isWordPart(source.charCodeAt(end))) end++;
      const next = source.charCodeAt(end);
      // A letter or two before a quote belong to a literal.
      if ((next !== 0x22 && next !== 0x27) || end - pos > 2) {
        const text = source.slice(pos, end);
        tokens.push({ kind: keywords.has(text) ? text : "IDENTIFIER", text, pos });
        pos = end;
        continue;
      }
    }
    const blank = matchAt(space, source, pos);
    if (blank > pos) {
      pos = blank;
      continue;
    }
    const token = nextToken(source, pos);
    if (typeof token === "number") {
      errors.push({ pos, text: source.slice(pos, token) });
      pos = token;
    } else add(token.kind, token.end);
  }
  tokens.push({ kind: "<EOF>", text: "<EOF>", pos: source.length });
  return { tokens, errors };
}

function isLetter(c: number): boolean {
  return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f;
}

function isWordPart(c: number): boolean {
  return isLetter(c) || (c >= 0x30 && c <= 0x39);
}

function matchAt(pattern: RegExp, source: string, pos: number): number {
  pattern.lastIndex = pos;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

/** The token at `pos`, or where the text that is none ends. */
function nextToken(source: string, pos: number): { kind: TokenKind; end: number } | number {
  const quoted = quotedLiteral(source, pos);
  if (quoted !== undefined) return quoted;
  let end = matchAt(word, source, pos);
  if (end > pos) {
    const text = source.slice(pos, end);
    return { kind: keywords.has(text) ? text : "IDENTIFIER", end };
  }
  end = matchAt(float, source, pos);
  if (end > pos) return { kind: "NUM_FLOAT", end };
  end = matchAt(integer, source, pos);
  if (end > pos) return { kind: /[uU]$/.test(source.slice(pos, end)) ? "NUM_UINT" : "NUM_INT", end };
  end = matchAt(operator, source, pos);
  if (end > pos) return { kind: source.slice(pos, end), end };
  end = matchAt(quotedName, source, pos);
  if (end > pos) return { kind: "ESC_IDENTIFIER", end };
  return badText(source, pos);
}

/** A first character that could have begun a longer token takes the one that broke it along. */
function badText(source: string, pos: number): number {
  const char = source[pos]!;
  if (char === "`") {
    const rest = /[A-Za-z0-9_.\-/ ]*/y;
    rest.lastIndex = pos + 1;
    rest.test(source);
    return Math.min(rest.lastIndex + 1, source.length);
  }
  const width = source.codePointAt(pos)! > 0xffff ? 2 : 1;
  return Math.min(pos + ("=&|".includes(char) ? 2 : width), source.length);
}

function quotedLiteral(source: string, pos: number): { kind: TokenKind; end: number } | number | undefined {
  if (!/["'bBrR]/.test(source[pos]!)) return undefined;
  let open = matchAt(bytesPrefix, source, pos);
  const kind = open > pos ? "BYTES" : "STRING";
  if (open < 0) open = matchAt(rawPrefix, source, pos);
  if (open < 0) open = pos;
  const quote = source[open];
  if (quote !== '"' && quote !== "'") return undefined;
  const raw = /[rR]/.test(source.slice(pos, open));
  const long = source.startsWith(quote.repeat(3), open);
  const end = long ? closeLong(source, open, quote, raw) : closeShort(source, open, quote, raw);
  if (end > 0) return { kind, end };
  // An empty string followed by a quote that opens a longer one which never ends is still an empty string.
  if (long) return { kind, end: open + 2 };
  return -end;
}

/** Where the literal ends, or minus where its bad text ends. */
function closeShort(source: string, open: number, quote: string, raw: boolean): number {
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

function closeLong(source: string, open: number, quote: string, raw: boolean): number {
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
  return -Math.min(partial.lastIndex + 1, source.length);
}
