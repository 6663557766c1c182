import { endOfToken, endOfValue, isBlank } from "../field-text.ts";

/** The error for a malformed message: it is sent, and the connection ends. */
export interface Refusal {
  readonly status: number;
  /** Beside the status. */
  readonly why?: string;
}

export const badRequest: Refusal = { status: 400 };
export const tooLarge: Refusal = { status: 431 };

/** More lines than any client has a use for. */
const maxLines = 1000;

const lf = 10;
const cr = 13;
const colon = 58;

/**
 * Header lines: names in lower case, and where in the text their values begin and end, by turns.
 */
export interface FieldLines {
  readonly names: string[];
  readonly spans: number[];
}

/**
 * Parses header lines, the last one without its end. Strict: names are tokens, followed by a colon;
 * no folded lines; lines end with CR LF, which occur nowhere else. Source: RFC 9112, section 5.
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
    at = endOfValue(text, at);
    let valueEnd = at;
    while (valueEnd > valueStart && isBlank(text.charCodeAt(valueEnd - 1))) valueEnd--;
    spans.push(valueStart, valueEnd);
    if (at === text.length) return undefined;
    if (text.charCodeAt(at) !== cr || text.charCodeAt(at + 1) !== lf) return badRequest;
    at += 2;
  }
  return undefined;
}
