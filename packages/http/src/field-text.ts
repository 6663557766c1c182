import { token } from "./token.ts";

const tab = 9;
const space = 32;

const wholeToken = new RegExp(`^${token}$`);
const isTokenCharacter = tableOf((c) => wholeToken.test(String.fromCharCode(c)));
/** Characters allowed in a value: all but control characters, plus the tab. */
const isValueCharacter = tableOf((c) => c === tab || (c >= 0x20 && c !== 0x7f));

function tableOf(has: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (has(code) ? 1 : 0));
}

/** The end of the token that begins at an offset. */
export function endOfToken(text: string, from: number): number {
  let at = from;
  while (isTokenCharacter[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** True when the whole text is one token. */
export function isTokenText(text: string): boolean {
  return text !== "" && endOfToken(text, 0) === text.length;
}

/** The end of the valid value characters from an offset. */
export function endOfValue(text: string, from: number): number {
  let at = from;
  while (isValueCharacter[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** True when all characters are valid in a value. */
export function isValueText(text: string): boolean {
  return endOfValue(text, 0) === text.length;
}

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/**
 * Replaces characters that would end the line of a response header, also after truncation to bytes.
 */
export function writable(value: string): string {
  return unwritable.test(value) ? value.replace(everyUnwritable, "?") : value;
}

const unwritable = /[^\t\x20-\x7e\x80-\xff]/;
const everyUnwritable = /[^\t\x20-\x7e\x80-\xff]/g;
