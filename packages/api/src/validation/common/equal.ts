import type { Place } from "./place.ts";

export const immutableMessage = "field is immutable";

/** Members that are maps: an empty one is none, and an entry without a text in it is an entry all the same. */
const maps: ReadonlySet<string> = new Set([
  "annotations",
  "data",
  "deprecatedTopology",
  "labels",
  "matchLabels",
  "nodeSelector",
  "options",
  "parameters",
  "volumeAttributes",
]);
const noEntries: object = Object.freeze({});

/** Whether two values are the same; what is absent equals null, empty text, an empty list and an empty map. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return isUnset(a) && isUnset(b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  }
  if (Array.isArray(b)) return false;
  const [x, y] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  for (const key of Object.keys(x)) if (!sameMember(key, x[key], y[key])) return false;
  for (const key of Object.keys(y)) if (!Object.hasOwn(x, key) && !sameMember(key, undefined, y[key])) return false;
  return true;
}

function sameMember(name: string, a: unknown, b: unknown): boolean {
  if (!maps.has(name)) return same(a, b);
  const [x, y] = [a ?? noEntries, b ?? noEntries];
  return same(x, y) && Object.keys(x).length === Object.keys(y).length;
}

/** Lists and maps do not tell absent from empty. An empty object may be a setting of its own: it is not unset. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Reports a value that changed. */
export function immutable(value: unknown, old: unknown, at: Place): void {
  if (!same(value, old)) at.invalid(value ?? "null", immutableMessage);
}
