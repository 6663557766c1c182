import { compareBytes, compareStrings } from "./text.ts";
import { Duration, Timestamp, compareTimestamps } from "./time.ts";
import { type CelError, type Value, noSuchOverload, numberOf } from "./value.ts";

/** -1, 0 or 1; NaN where a double is NaN, which is neither less nor greater than anything. */
export function compare(a: Value, b: Value): number | CelError {
  const x = numberOf(a);
  if (x !== undefined) {
    const y = numberOf(b);
    if (y === undefined) return noSuchOverload();
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : Number.NaN;
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
