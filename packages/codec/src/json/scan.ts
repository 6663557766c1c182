import { maxBodyValues, numberItem } from "../decoding/value-budget.ts";

/** What can be told of JSON text without parsing it. */
export interface Scan {
  /** How many members all objects have together; a parsed value that has fewer had duplicates. */
  readonly members: number;
  /** Whether a parser that knows only doubles and strings of UTF-16 would lose something. */
  readonly lossless: boolean;
  readonly depth: number;
  /**
   * How many members, items and containers there are; empty containers count twice, numbers in
   * lists an eighth. Counting ends at the bound.
   */
  readonly values: number;
}

/** A number of so many digits may be beyond 2^53. */
const longNumber = 16;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Looks once over the bytes, outside of strings. The bytes need not be JSON: then the answer means
 * nothing, and a parser says so.
 *
 * Not lossless are numbers with a fraction, an exponent or 16 digits (`1.0` is no integer, and
 * 2^53+1 no double), `-0`, and `\ud…` escapes, of which lone ones have to become U+FFFD.
 *
 * @param maxValues scanning ends once there are more
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
      // No name of a member is a number: what follows a comma is an item.
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
