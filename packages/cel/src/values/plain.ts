import type { Value } from "./value.ts";

/** True for an object as JSON creates it, whose properties can be read directly. */
export function isPlainObject(v: unknown): v is Readonly<Record<string, Value>> {
  if (typeof v !== "object" || v === null) return false;
  const prototype: unknown = Object.getPrototypeOf(v);
  return prototype === Object.prototype || prototype === null;
}
