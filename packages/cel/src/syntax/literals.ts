import { bigIntValue, doubleValue, uintValue, type Value } from "../values/value.ts";

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    a: "\x07",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "`": "`",
    "?": "?",
  }),
);
const escapes = /\\(?:([abfnrtv"'\\?`])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/g;

/** The characters between the quotes of a literal, and whether escapes are off. */
function body(text: string): { readonly content: string; readonly raw: boolean } {
  const open = text.search(/["']/);
  const raw = /[rR]/.test(text.slice(0, open));
  const quote = text[open]!;
  const width = text.length >= open + 6 && text.startsWith(quote.repeat(3), open) ? 3 : 1;
  return { content: text.slice(open + width, text.length - width).replace(/\r\n?/g, "\n"), raw };
}

/** The value of a string literal, or undefined where an escape names no code point. */
export function stringLiteral(text: string): string | undefined {
  const { content, raw } = body(text);
  if (raw || !content.includes("\\")) return content;
  let valid = true;
  const value = content.replace(escapes, (...match: (string | undefined)[]) => {
    const [, char, hex, short, long, octal] = match;
    if (char !== undefined) return simple.get(char)!;
    const code = octal !== undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? short ?? long ?? "", 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      valid = false;
      return "";
    }
    return String.fromCodePoint(code);
  });
  return valid ? value : undefined;
}

const utf8 = new TextEncoder();

/**
 * The value of a bytes literal: characters as UTF-8, `\x` and octal escapes as single bytes;
 * undefined for `\u` and `\U`.
 */
export function bytesLiteral(text: string): Uint8Array | undefined {
  const { content, raw } = body(text);
  if (raw || !content.includes("\\")) return utf8.encode(content);
  const out: number[] = [];
  let at = 0;
  for (const match of content.matchAll(escapes)) {
    for (const byte of utf8.encode(content.slice(at, match.index))) out.push(byte);
    const [, char, hex, short, long, octal] = match;
    if (short !== undefined || long !== undefined) return undefined;
    if (char !== undefined) out.push(simple.get(char)!.charCodeAt(0));
    else out.push(octal !== undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex!, 16));
    at = match.index + match[0].length;
  }
  for (const byte of utf8.encode(content.slice(at))) out.push(byte);
  return Uint8Array.from(out);
}

export function intLiteral(text: string, negative: boolean): Value | undefined {
  if (text.length < 16 && !text.startsWith("0x")) return negative ? 0 - Number(text) : Number(text);
  const value = negative ? -BigInt(text) : BigInt(text);
  return BigInt.asIntN(64, value) === value ? bigIntValue(value) : undefined;
}

export function uintLiteral(text: string): Value | undefined {
  const value = BigInt(text.slice(0, -1));
  return BigInt.asUintN(64, value) === value ? uintValue(value) : undefined;
}

export function floatLiteral(text: string, negative: boolean): Value | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? doubleValue(negative ? -value : value) : undefined;
}
