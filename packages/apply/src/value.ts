import type { JsonValue } from "@svc/meta";
import { isList, isMap } from "./json-text.ts";

export type JsonMap = Readonly<Record<string, JsonValue>>;

/**
 * An own member of an object. Inherited members are functions or the prototype itself, so both are
 * excluded.
 */
export function own(map: JsonMap, name: string): JsonValue | undefined {
  const value = map[name];
  if (typeof value !== "function" && name !== "__proto__") return value;
  return Object.hasOwn(map, name) ? value : undefined;
}

/** Sets a member of any name. */
export function put(map: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name !== "__proto__") map[name] = value;
  else Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}

/** True when two values are the same JSON; equal integers are equal in any representation. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return sameNumber(a, b);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isMap(b)) return false;
  const x = a as JsonMap;
  let count = 0;
  for (const name in x) {
    if (!Object.hasOwn(b, name) || !sameJson(x[name], b[name])) return false;
    count++;
  }
  for (const _ in b) count--;
  return count === 0;
}

function sameNumber(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a === "bigint" && typeof b === "number")
    return a === BigInt(Number.isInteger(b) ? b : 0) && Number.isInteger(b);
  return typeof a === "number" && typeof b === "bigint" ? sameNumber(b, a) : false;
}
