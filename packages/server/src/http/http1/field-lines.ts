import { token } from "../token.ts";

/** What reading of a message ended with where it breaks the rules: the connection says so and ends. */
export interface Refusal {
  readonly status: number;
  /** Beside the status. */
  readonly why?: string;
}

export const badRequest: Refusal = { status: 400 };
export const tooLarge: Refusal = { status: 431 };

/** More lines than any client has a use for. */
const maxLines = 1000;

const tab = 9;
const lf = 10;
const cr = 13;
const space = 32;
const colon = 58;

const wholeToken = new RegExp(`^${token}$`);
const isTokenCharacter = tableOf((c) => wholeToken.test(String.fromCharCode(c)));
/** What may stand in a value: all but control characters, and of these the tab. */
const isValueCharacter = tableOf((c) => c === tab || (c >= 0x20 && c !== 0x7f));

function tableOf(has: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (has(code) ? 1 : 0));
}

/** Where the token ends that begins here. */
export function endOfToken(text: string, from: number): number {
  let at = from;
  while (isTokenCharacter[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** Whether all of it is one token. */
export function isTokenText(text: string): boolean {
  return text !== "" && endOfToken(text, 0) === text.length;
}

/** Whether all of it may stand in a value. */
export function isValueText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isValueCharacter[text.charCodeAt(i)] !== 1) return false;
  return true;
}

/** Header lines: names in lower case, and where in the text their values begin and end, by turns. */
export interface FieldLines {
  readonly names: string[];
  readonly spans: number[];
}

/**
 * Reads header lines, the last one without its end. Strictly: tokens as names, a colon right behind, no line that goes on in
 * the next one, lines that end with CR LF, and neither of them elsewhere.
 * Source: RFC 9112, section 5.
 * @param text each byte as a character
 */
export function readFieldLines(text: string, from: number, { names, spans }: FieldLines): Refusal | undefined {
  let at = from;
  while (at < text.length) {
    const nameEnd = endOfToken(text, at);
    if (nameEnd === at || text.charCodeAt(nameEnd) !== colon) return badRequest;
    if (names.length === maxLines) return tooLarge;
    names.push(text.slice(at, nameEnd).toLowerCase());
    at = nameEnd + 1;
    while (isBlank(text.charCodeAt(at))) at++;
    const valueStart = at;
    while (isValueCharacter[text.charCodeAt(at)] === 1) at++;
    let valueEnd = at;
    while (valueEnd > valueStart && isBlank(text.charCodeAt(valueEnd - 1))) valueEnd--;
    spans.push(valueStart, valueEnd);
    if (at === text.length) return undefined;
    if (text.charCodeAt(at) !== cr || text.charCodeAt(at + 1) !== lf) return badRequest;
    at += 2;
  }
  return undefined;
}

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}
