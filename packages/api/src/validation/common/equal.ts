import { compareQuantities, parseQuantity } from "@svc/base";
import type { FieldPath } from "./field-path.ts";

export const immutableMessage = "field is immutable";

/**
 * Members that are maps: an empty one is none, and an entry without a text in it is an entry all
 * the same.
 */
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

/** Members that are amounts, or maps of amounts: two spellings of an amount are the same. */
const amounts: ReadonlySet<string> = new Set([
  "capacity",
  "divisor",
  "hard",
  "limits",
  "maximumVolumeSize",
  "overhead",
  "podFixed",
  "requests",
  "sizeLimit",
  "storage",
  "used",
]);

/**
 * Compares two values by meaning: an absent value equals null, empty text, an empty list and an
 * empty map.
 */
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

function sameAmount(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return same(a, b);
  const [x, y] = [parseQuantity(a), parseQuantity(b)];
  return a === b || (x !== undefined && y !== undefined && compareQuantities(x, y) === 0);
}

function sameAmounts(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return sameAmount(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameAmount(a[name], b[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Compares the values of a member, which may be a map or an amount by its name, by meaning. */
export function sameMember(name: string, a: unknown, b: unknown): boolean {
  if (amounts.has(name) && a !== b) return sameAmounts(a, b);
  if (!maps.has(name)) return same(a, b);
  const [x, y] = [a ?? noEntries, b ?? noEntries];
  return same(x, y) && Object.keys(x).length === Object.keys(y).length;
}

/**
 * Compares two values as written, except for the spelling of quantities: unlike `same`, it
 * distinguishes an empty value from an absent one.
 */
export function writtenAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => writtenAlike(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const alike = (name: string): boolean =>
    amounts.has(name) && a[name] !== undefined && b[name] !== undefined
      ? sameAmounts(a[name], b[name])
      : writtenAlike(a[name], b[name]);
  return Object.keys(a).every(alike) && Object.keys(b).every((name) => Object.hasOwn(a, name) || b[name] === undefined);
}

/**
 * An absent list or map equals an empty one. An empty object may be a setting of its own and does
 * not count as unset.
 */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Reports a value that changed. */
export function immutable(value: unknown, old: unknown, at: FieldPath): void {
  if (!same(value, old)) at.invalid(value ?? "null", immutableMessage);
}
