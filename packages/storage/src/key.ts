import { TooLargeError } from "./errors.ts";
import type { KeyRange } from "./storage.ts";

/**
 * Keys are ordered by code point, JavaScript compares strings by UTF-16 unit, and the two differ
 * only where a surrogate meets a unit above it. A collating key is the key with those two blocks of
 * units exchanged: plain comparison then orders by code point, prefixes stay prefixes, and nearly
 * every key is its own collating key.
 */
export type CollatingKey = string & { readonly collating: true };

const firstSurrogate = 0xd800;
const affected = /[\ud800-\uffff]/;

/** Returns the collating form of a key. */
export function collatingKey(key: string): CollatingKey {
  return (affected.test(key) ? shifted(key, exchange) : key) as CollatingKey;
}

/** Returns the key of a collating form. */
export function keyFromCollating(key: CollatingKey): string {
  return affected.test(key) ? shifted(key, restore) : key;
}

// Surrogates are 0x800 units at 0xd800; 0x2000 units follow them.
const exchange = (unit: number): number =>
  unit < firstSurrogate ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
const restore = (unit: number): number => (unit < firstSurrogate ? unit : unit < 0xf800 ? unit + 0x800 : unit - 0x2000);

function shifted(key: string, shift: (unit: number) => number): string {
  let text = "";
  for (let i = 0; i < key.length; i++) text += String.fromCharCode(shift(key.charCodeAt(i)));
  return text;
}

/**
 * Validates a key.
 * @throws {TypeError} for invalid text; {TooLargeError} for a long key
 */
export function checkKey(key: unknown, maxKeyBytes: number): asserts key is string {
  if (typeof key !== "string" || key === "") throw new TypeError("a key must be non-empty text");
  if (!key.isWellFormed()) throw new TypeError("a key must be well-formed text, without lone surrogates");
  if (key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes) {
    throw new TooLargeError(`a key has at most ${maxKeyBytes} bytes`);
  }
}

/** From `lower`, inclusive, to `upper`, exclusive; unbounded without `upper`. */
export interface CollatingRange {
  readonly lower: CollatingKey;
  readonly upper: CollatingKey | undefined;
}

/**
 * Validates the bounds of a range.
 * @throws {TypeError} for a bound that cannot be a key
 */
export function checkRange({ prefix, start = "", end = "" }: KeyRange): void {
  for (const bound of [prefix, start, end]) {
    if (typeof bound !== "string" || !bound.isWellFormed())
      throw new TypeError("a range is bounded by well-formed text");
  }
}

/** Returns the collating bounds of a range. */
export function collatingRange(range: KeyRange): CollatingRange {
  checkRange(range);
  const { prefix, start = "", end } = range;
  const first = collatingKey(prefix);
  const from = collatingKey(start);
  const past = pastPrefix(first);
  const to = end === undefined ? undefined : collatingKey(end);
  return {
    lower: from > first ? from : first,
    upper: to === undefined || (past !== undefined && past < to) ? past : to,
  };
}

/** True for a key within the bounds. */
export function inRange(key: CollatingKey, { lower, upper }: CollatingRange): boolean {
  return key >= lower && (upper === undefined || key < upper);
}

/** Returns the first key after all keys with the prefix. */
function pastPrefix(prefix: CollatingKey): CollatingKey | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const unit = prefix.charCodeAt(last);
    if (unit < 0xffff) return (prefix.slice(0, last) + String.fromCharCode(unit + 1)) as CollatingKey;
  }
  return undefined;
}
