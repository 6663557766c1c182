import type { JsonValue } from "@svc/meta";
import type { PlainObject } from "./exact.ts";
import { keepValue, maxKeptDepth } from "./keep.ts";
import { parseExact } from "./parse.ts";
import { scanJson } from "./scan.ts";

/** Sixteen digits may be more than a double holds. */
const longNumber = /[:,[]-?\d{16}/;

/** The value of JSON that this server wrote: its members are unique, and its numbers are integers or written by the engine. */
export function parseOwn(text: string): JsonValue {
  return longNumber.test(text) ? keepValue(parseExact(Buffer.from(text))) : (JSON.parse(text) as JsonValue);
}

/**
 * An object whose members are all unique, and of which the engine's parser loses nothing; undefined for anything else.
 * @param text the bytes, decoded
 */
export function parseUnique(bytes: Uint8Array, text: string): PlainObject | undefined {
  const { lossless, depth, members } = scanJson(bytes);
  if (!lossless || depth >= maxKeptDepth) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && countMembers(value) === members ? (value as PlainObject) : undefined;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countMembers(item);
  else {
    const members = value as Readonly<Record<string, unknown>>;
    for (const name in members) count += 1 + countMembers(members[name]);
  }
  return count;
}
