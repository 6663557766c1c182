import { maxBodyValues, numberItem } from "../decoding/value-budget.ts";

/** Properties of JSON text that a scan finds without parsing. */
export interface Scan {
  /** The number of members of all objects; a parsed value with fewer had duplicates. */
  readonly members: number;
  /** True when `JSON.parse` reads every number and string without loss. */
  readonly lossless: boolean;
  readonly depth: number;
  /**
   * The number of members, items and containers; empty containers count twice, numbers in lists an
   * eighth. Counting ends at the bound.
   */
  readonly values: number;
}

/** A number with this many digits may exceed 2^53. */
const longNumber = 16;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Scans the bytes outside of strings. The bytes need not be valid JSON: then the result is
 * meaningless, and a parser reports the error.
 *
 * Not lossless are numbers with a fraction, an exponent or 16 digits (`1.0` is no integer, and
 * 2^53+1 no double), `-0`, and `\ud…` escapes, of which unpaired ones become U+FFFD.
 *
 * @param maxValues scanning ends at this bound
 */
export function scanJson(bytes: Uint8Array, maxValues: number = maxBodyValues): Scan {
  const end = bytes.length;
  let members = 0;
  let lossless = true;
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let isItem = false;
  for (let i = 0; i < end && values <= maxValues; ) {
    const c = bytes[i++] as number;
    if (c === quote) {
      let d = bytes[i++];
      while (d !== quote && i < end) {
        if (d === backslash) {
          if (bytes[i] === 0x75 && (bytes[i + 1] as number | 0x20) === 0x64) lossless = false;
          i++;
        }
        d = bytes[i++];
      }
    } else if (c === 0x3a) {
      members++;
      isItem = false;
    } else if (c === 0x2c) {
      values++;
      isItem = true;
    } else if (c === 0x7b || c === 0x5b) {
      values++;
      isItem = c === 0x5b;
      if (++depth > deepest) deepest = depth;
    } else if (c === 0x7d || c === 0x5d) depth--;
    else if ((c >= 0x30 && c <= 0x39) || c === 0x2d) {
      const start = i - 1;
      // A number after a comma is an item, since names are strings.
      if (isItem) values -= 1 - numberItem;
      isItem = false;
      while (i < end && isNumeric(bytes[i] as number)) {
        const d = bytes[i++] as number;
        if (d < 0x30 || d > 0x39) lossless = false;
      }
      if (i - start >= longNumber || (c === 0x2d && bytes[i - 1] === 0x30 && i - start === 2)) lossless = false;
    }
  }
  return { members, lossless, depth: deepest, values };
}

/** Digits, `.`, `e`, `E`, and the signs of an exponent. */
function isNumeric(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || c === 0x2e || c === 0x65 || c === 0x45 || c === 0x2b || c === 0x2d;
}
