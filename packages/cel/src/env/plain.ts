import { encodeBase64 } from "../values/base64.ts";
import { isMap, MapValue, MapView, mapGet, mapKeys, ObjectValue } from "../values/map.ts";
import { Duration, formatDuration, formatTimestamp, Timestamp } from "../values/time.ts";
import { arrayOf, doubleOf, isList, Opaque, Optional, TypeValue, Uint, type Value } from "../values/value.ts";

/**
 * A result as JSON could hold it: timestamps and durations as text, bytes as base64, empty
 * optionals as null, types and values of libraries by their names. Integers beyond 2^53 stay
 * bigints.
 */
export function toPlain(v: Value): unknown {
  const double = doubleOf(v);
  if (double !== undefined) return double;
  if (v instanceof Uint) return v.value;
  if (v instanceof Uint8Array) return encodeBase64(v);
  if (v instanceof Timestamp) return formatTimestamp(v);
  if (v instanceof Duration) return formatDuration(v);
  if (v instanceof TypeValue) return v.name;
  if (v instanceof Optional) return v.value === undefined ? null : toPlain(v.value);
  if (v instanceof Opaque) return v.kind.name;
  if (isList(v)) return arrayOf(v).map(toPlain);
  if (v instanceof ObjectValue) return plainObject([...v.shape.fields].map(([name, f]) => [name, f.read(v.raw)]));
  if (v instanceof MapValue || v instanceof MapView || isMap(v)) {
    return plainObject(mapKeys(v).map((k) => [String(toPlain(k)), mapGet(v, k)]));
  }
  return v;
}

/** Keys like `__proto__` are plain keys. */
function plainObject(entries: readonly (readonly [string, Value | undefined])[]): unknown {
  const present = entries.filter((e): e is readonly [string, Value] => e[1] !== undefined);
  return Object.fromEntries(present.map(([k, x]) => [k, toPlain(x)]));
}
