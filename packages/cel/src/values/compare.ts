import { compareBytes, compareStrings } from "./text.ts";
import { compareTimestamps, Duration, Timestamp } from "./time.ts";
import { CelError, noSuchOverload, numberOf, type Value } from "./value.ts";

/** The error of a comparison with NaN. */
export function unordered(): CelError {
  return new CelError("NaN values cannot be ordered");
}

/** Integers beyond 2^53 are compared with doubles as doubles. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  return compareNumbers(Number(a), Number(b));
}

/** -1, 0 or 1. NaN has no order, not even beside a value that is not a number. */
export function compare(a: Value, b: Value): number | CelError {
  const x = numberOf(a);
  if (x !== undefined) {
    const y = numberOf(b);
    if (y === undefined) return Number.isNaN(x) ? unordered() : noSuchOverload();
    const order = compareNumbers(x, y);
    return Number.isNaN(order) ? unordered() : order;
  }
  if (typeof a === "string") return typeof b === "string" ? compareStrings(a, b) : noSuchOverload();
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : noSuchOverload();
  if (a instanceof Timestamp) return b instanceof Timestamp ? compareTimestamps(a, b) : noSuchOverload();
  if (a instanceof Duration) {
    if (!(b instanceof Duration)) return noSuchOverload();
    return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  }
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? compareBytes(a, b) : noSuchOverload();
  return noSuchOverload();
}
