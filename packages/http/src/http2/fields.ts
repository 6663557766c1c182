import { declaredLength } from "../body.ts";
import { isBlank, isTokenText, isValueText } from "../field-text.ts";

/** Connection-specific fields of HTTP/1.1. */
export const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** The result of `checkFields` for malformed lines. */
export const malformed = "malformed";

/**
 * Checks header lines; pseudo-headers are not among them.
 * @param lines names and values by turns
 * @returns the length that they announce
 * Source: RFC 9113, section 8.2.
 */
export function checkFields(lines: readonly string[]): number | typeof malformed | undefined {
  let length: number | undefined;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i] as string;
    const value = lines[i + 1] as string;
    if (!isName(name) || !isValue(value) || ofConnection.has(name)) return malformed;
    if (name === "te" && value !== "trailers") return malformed;
    if (name !== "content-length") continue;
    const declared = declaredLength(value);
    if (declared === undefined || (length !== undefined && length !== declared)) return malformed;
    length = declared;
  }
  return length;
}

function isName(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code >= 0x41 && code <= 0x5a) return false;
  }
  return isTokenText(name);
}

function isValue(value: string): boolean {
  return isValueText(value) && !isBlank(value.charCodeAt(0)) && !isBlank(value.charCodeAt(value.length - 1));
}
