import type { Value } from "./value.ts";

/** Whether a value is an object as JSON makes them, whose properties can be read directly. */
export function isPlainObject(v: unknown): v is Readonly<Record<string, Value>> {
  if (typeof v !== "object" || v === null) return false;
  const prototype: unknown = Object.getPrototypeOf(v);
  return prototype === Object.prototype || prototype === null;
}
