import { isMap, type MapLike, mapSize, ObjectValue } from "../values/map.ts";
import { codePointLength } from "../values/text.ts";
import { isList, Opaque, type Value } from "../values/value.ts";

/** Cost of looking at one unit of a string or of bytes. */
export const traversalFactor = 0.1;
/** Cost of one unit of a regular expression. */
export const regexFactor = 0.25;
export const listBaseCost = 10;
export const mapBaseCost = 30;
export const structBaseCost = 40;

/** The size of a value as costs count it: code points, bytes, elements, entries, else 1. */
export function sizeOf(v: Value): number {
  if (typeof v === "string") return codePointLength(v);
  if (typeof v !== "object" || v === null) return 1;
  if (isList(v) || v instanceof Uint8Array) return v.length;
  if (v instanceof Opaque) return v.kind.size ? v.kind.size(v.data) : 1;
  if (v instanceof ObjectValue) return Object.keys(v.raw).length;
  return isMap(v) ? mapSize(v as MapLike) : 1;
}

/** Cost of looking at all of a value. */
export function traversalCost(v: Value): number {
  // Strings of one to ten units have one to ten code points.
  if (typeof v === "string" && v.length > 0 && v.length <= 10) return 1;
  return scale(sizeOf(v), traversalFactor);
}

/** Cost of comparing two values: the smaller is looked at. */
export function comparisonCost(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return 1;
  // Strings of one to ten units have one to ten code points.
  if (typeof a === "string" && a.length > 0 && a.length <= 10 && typeof b === "string" && b !== "") return 1;
  return scale(Math.min(sizeOf(a), sizeOf(b)), traversalFactor);
}

/** Cost of comparing a value of a library for equality: only some types have a size. */
export function opaqueComparisonCost(a: Opaque, b: Value): number {
  return a.kind.name === "kubernetes.URL" ? Math.max(1, comparisonCost(a, b)) : 1;
}

export function concatenationCost(a: Value, b: Value): number {
  return scale(sizeOf(a) + sizeOf(b), traversalFactor);
}

export function containsCost(text: Value, part: Value): number {
  return traversalCost(text) * traversalCost(part);
}

export function matchCost(text: Value, pattern: Value): number {
  return scale(1 + sizeOf(text), traversalFactor) * scale(sizeOf(pattern), regexFactor);
}

export function scale(size: number, factor: number): number {
  return Math.ceil(size * factor);
}
