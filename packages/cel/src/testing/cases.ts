import { type MapLike, mapGet, mapKeys } from "../values/map.ts";
import { formatDouble } from "../values/text.ts";
import { Duration, formatDuration, formatTimestamp, Timestamp } from "../values/time.ts";
import { arrayOf, doubleOf, isList, kindOf, Opaque, Optional, TypeValue, Uint, type Value } from "../values/value.ts";

/** A value in the notation of the recorded answers. */
export function showValue(v: Value): unknown {
  const double = doubleOf(v);
  if (double !== undefined) return { double: formatDouble(double) };
  if (v instanceof Uint) return { uint: String(v.value) };
  if (v instanceof Uint8Array) return { bytes: Buffer.from(v).toString("hex") };
  if (v instanceof Timestamp) return { timestamp: formatTimestamp(v) };
  if (v instanceof Duration) return { duration: formatDuration(v) };
  if (v instanceof TypeValue) return { type: v.name };
  if (v instanceof Optional) return { optional: v.value === undefined ? [] : [showValue(v.value)] };
  if (v instanceof Opaque) return { opaque: v.kind.name };
  if (isList(v)) return arrayOf(v).map(showValue);
  if (kindOf(v) === "map") {
    const map = v as MapLike;
    const entries = mapKeys(map).map((k) => [showValue(k), showValue(mapGet(map, k)!)]);
    return { map: entries.sort((a, b) => (JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1)) };
  }
  if (typeof v === "bigint") return { bigint: String(v) };
  return kindOf(v) === "object" ? { opaque: "object" } : v;
}
