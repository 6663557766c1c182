import { quoteWhole } from "@svc/base";
import { isMap, type MapLike, mapGet, mapKeys } from "../values/map.ts";
import { type Meter, work } from "../values/meter.ts";
import { compareStrings, formatDouble, plainDouble } from "../values/text.ts";
import { Duration, durationSeconds, formatTimestamp, Timestamp } from "../values/time.ts";
import { typeName } from "../values/type-name.ts";
import {
  arrayOf,
  CelError,
  doubleOf,
  isList,
  type ListLike,
  maxNesting,
  numberOf,
  TypeValue,
  tooDeep,
  Uint,
  type Value,
} from "../values/value.ts";
import { type FormatStyle, fixed, special } from "./format-number.ts";

/** The formatting options of one call. */
export interface Formatting {
  readonly style: FormatStyle;
  readonly meter: Meter;
}

/** The types that `%s` accepts, for errors. */
export const textClause =
  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";

export function wrongType(clause: string, v: Value): CelError {
  return new CelError(`${clause}, was given ${typeName(v)}`);
}

/** `%s`. */
export function formatAsText(v: Value, how: Formatting, depth = 0): string | CelError {
  if (depth > maxNesting) return tooDeep();
  work(how.meter, typeof v === "string" && depth > 0 ? 1 + (v.length >> 3) : 1);
  if (isList(v)) return formatList(v, how, depth + 1);
  if (isMap(v)) return formatMap(v, how, depth + 1);
  // The older form writes elements of lists and maps as literals.
  const text = how.style === "localized" && depth > 0 ? literalText(v) : plainText(v, how.style);
  if (text !== undefined) return text;
  return how.style === "localized" && depth > 0
    ? new CelError(`no formatting function for ${typeName(v)}`)
    : wrongType(textClause, v);
}

function plainText(v: Value, style: FormatStyle): string | CelError | undefined {
  if (v === null) return "null";
  if (typeof v === "string") return v;
  if (typeof v === "boolean") return String(v);
  if (v instanceof Uint8Array) return bytesText(v, style);
  if (v instanceof TypeValue) return v.name;
  if (v instanceof Timestamp) return formatTimestamp(v);
  if (v instanceof Duration) return secondsText(v);
  const double = doubleOf(v);
  if (double !== undefined) {
    if (style === "localized") return formatDouble(double);
    return Number.isFinite(double) ? plainDouble(double) : special(double, style);
  }
  return v instanceof Uint || typeof v === "number" || typeof v === "bigint" ? String(numberOf(v)) : undefined;
}

function literalText(v: Value): string | CelError | undefined {
  if (v instanceof Timestamp) return `timestamp(${quoteWhole(formatTimestamp(v))})`;
  if (v instanceof Duration) return `duration(${quoteWhole(secondsText(v))})`;
  const double = doubleOf(v);
  if (double !== undefined) {
    if (!Number.isFinite(double)) return quoteWhole(formatDouble(double));
    return Object.is(double, -0) ? `-${fixed(double, 6)}` : fixed(double, 6);
  }
  const text = plainText(v, "localized");
  if (typeof text !== "string") return text;
  if (typeof v === "string") return quoteWhole(text);
  return v instanceof Uint8Array ? `b${quoteWhole(text)}` : text;
}

function secondsText(v: Duration): string {
  return `${plainDouble(durationSeconds(v))}s`;
}

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bytesText(v: Uint8Array, style: FormatStyle): string | CelError {
  if (style === "plain") return lenient.decode(v);
  try {
    return strict.decode(v);
  } catch {
    return new CelError('could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string');
  }
}

function formatList(list: ListLike, how: Formatting, depth: number): string | CelError {
  const parts: string[] = [];
  work(how.meter, list.length);
  for (const v of arrayOf(list)) {
    const text = formatAsText(v, how, depth);
    if (typeof text !== "string") return text;
    parts.push(text);
  }
  return `[${parts.join(", ")}]`;
}

function formatMap(map: MapLike, how: Formatting, depth: number): string | CelError {
  const entries: [string, string][] = [];
  for (const key of mapKeys(map)) {
    if (how.style === "localized" && doubleOf(key) !== undefined) {
      return new CelError("no formatting function for map key of type double");
    }
    const k = formatAsText(key, how, depth);
    if (typeof k !== "string") return k;
    const value = mapGet(map, key);
    if (value === undefined) return new CelError(`could not find key: ${quoteWhole(k)}`);
    const v = formatAsText(value, how, depth);
    if (typeof v !== "string") return v;
    entries.push([k, v]);
  }
  entries.sort(([a], [b]) => compareStrings(a, b));
  return `{${entries.map(([k, v]) => (how.style === "plain" ? `${k}: ${v}` : `${k}:${v}`)).join(", ")}}`;
}
