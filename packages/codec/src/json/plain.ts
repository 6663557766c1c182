import { decodeUtf8, finishSteps } from "@svc/base";
import type { JsonValue } from "@svc/meta";
import { maxBodyValues, tooManyValues, ValueBudget } from "../decoding/value-budget.ts";
import type { PlainObject } from "./exact.ts";
import { maxJsonDepth, parseExact } from "./parse.ts";
import { scanJson } from "./scan.ts";
import { maxValueDepth, toJson } from "./to-json.ts";

/** Sixteen digits may exceed the precision of a double. */
const longNumber = /[:,[]-?\d{16}/;

/**
 * Parses JSON that this server wrote: its members are unique, and its numbers are integers or
 * formatted by the engine.
 */
export function parseOwn(text: string): JsonValue {
  return longNumber.test(text)
    ? toJson(parseExact(Buffer.from(text), new ValueBudget(Number.POSITIVE_INFINITY)))
    : (JSON.parse(text) as JsonValue);
}

/**
 * Parses an object with unique members that the engine's parser reads without loss; undefined for
 * any other text.
 * @param text the decoded bytes
 */
export function parseUnique(bytes: Uint8Array, text: string): PlainObject | undefined {
  return finishSteps(uniqueSteps(bytes, text));
}

/** Like `parseUnique`, in interruptible steps. */
export function* uniqueSteps(bytes: Uint8Array, text: string): Generator<void, PlainObject | undefined> {
  const value = (yield* uniqueValueSteps(bytes, maxValueDepth, text))?.of;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as PlainObject) : undefined;
}

/**
 * Like `parseUnique`, for any value and with a smaller depth.
 * @param text the decoded bytes
 * @throws {StatusError} 413 for too many values
 */
export function parseUniqueValue(
  bytes: Uint8Array,
  maxDepth: number,
  text: string = decodeUtf8(bytes),
): { readonly of: unknown } | undefined {
  return finishSteps(uniqueValueSteps(bytes, maxDepth, text));
}

function* uniqueValueSteps(
  bytes: Uint8Array,
  maxDepth: number,
  text: string,
): Generator<void, { readonly of: unknown } | undefined> {
  const { lossless, depth, members, values } = scanJson(bytes);
  if (values > maxBodyValues && depth <= maxJsonDepth) tooManyValues();
  if (!lossless || depth >= maxDepth) return undefined;
  yield;
  let of: unknown;
  try {
    of = JSON.parse(text);
  } catch {
    return undefined;
  }
  yield;
  return countMembers(of) === members ? { of } : undefined;
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
