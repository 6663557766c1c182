import { canonicalQuantity, formatDuration, parseDuration } from "@svc/base";
import type { Schema } from "@svc/schema";
import { canonicalBase64 } from "./base64.ts";
import { readTime, type TimeLayout } from "./time.ts";

/** Returned for a value that does not fit its schema. */
export const mismatch: unique symbol = Symbol("mismatch");

/** Counters of one pass. */
export interface NormalizeContext {
  /** The members of all visited objects, to be compared with the number in the text. */
  members: number;
  /** Lists, maps and structs that are already normalized and left as they are. */
  readonly normalized?: ReadonlySet<unknown> | undefined;
}

/** Returns the in-memory form of a value; undefined for an absent one. Never called with null. */
export type Normalize = (value: unknown, context: NormalizeContext) => unknown;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** Normalizes values other than structs, lists and maps. */
export function normalizeScalar(schema: Schema): Normalize {
  switch (schema.type) {
    case "string":
      return (value) => (typeof value === "string" ? value : mismatch);
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : mismatch);
    case "integer":
      return schema.format === "int32" ? normalizeInt32 : normalizeInt64;
    case "number":
      return normalizeNumber;
    case "bytes":
      return (value) => (typeof value === "string" ? (canonicalBase64(value) ?? mismatch) : mismatch);
    case "quantity":
      return normalizeQuantity;
    case "intOrString":
      return (value) => (typeof value === "string" ? value : normalizeInt32(value));
    case "time":
      return normalizeTimeAs("seconds");
    case "microTime":
      return normalizeTimeAs("micros");
    case "duration":
      return normalizeDuration;
    default:
      return normalizeJson;
  }
}

/** The zero value of a scalar; undefined for types whose zero value is null. */
export function zeroScalar(schema: Schema): unknown {
  switch (schema.type) {
    case "string":
    case "bytes":
      return "";
    case "integer":
    case "number":
    case "intOrString":
      return 0;
    case "boolean":
      return false;
    case "quantity":
      return "0";
    case "duration":
      return "0s";
    default:
      return undefined;
  }
}

/** Also converts -0 to 0. */
function normalizeInt32(value: unknown): unknown {
  return typeof value === "number" && (value | 0) === value ? value | 0 : mismatch;
}

function normalizeInt64(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value + 0 : mismatch;
  if (typeof value !== "bigint" || value < minInt64 || value > maxInt64) return mismatch;
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}

/**
 * Truncates a whole number to the bits of its type; beyond 64 bits it becomes the minimum.
 * Undefined for a number that is not whole.
 */
export function truncateInteger(value: unknown, format: "int32" | "int64"): number | bigint | undefined {
  if (typeof value !== "bigint" && !Number.isInteger(value)) return undefined;
  const whole = BigInt(value as number | bigint);
  const kept = whole < minInt64 || whole > maxInt64 ? minInt64 : whole;
  return format === "int32" ? Number(BigInt.asIntN(32, kept)) : kept;
}

function normalizeNumber(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : mismatch;
}

const plainQuantity = /^[1-9]\d{0,5}(?:[numkMGT]?|[KMGT]i)$/;

/** True when the text is surely canonical; false for some canonical texts. */
function isCanonicalQuantity(text: string): boolean {
  if (!plainQuantity.test(text)) return text === "0";
  return Number.parseInt(text, 10) % (text.endsWith("i") ? 1024 : 1000) !== 0;
}

function normalizeQuantity(value: unknown): unknown {
  if (typeof value === "string" && isCanonicalQuantity(value)) return value;
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  return typeof text === "string" ? (canonicalQuantity(text.trim()) ?? mismatch) : mismatch;
}

function normalizeTimeAs(layout: TimeLayout): Normalize {
  return (value) => {
    if (typeof value !== "string") return mismatch;
    const time = readTime(value, layout);
    return time.ok ? time.canonical || undefined : mismatch;
  };
}

function normalizeDuration(value: unknown): unknown {
  const nanos = typeof value === "string" ? parseDuration(value) : undefined;
  return nanos === undefined ? mismatch : formatDuration(nanos);
}

/** Values that embed JSON are kept as they are; only their members are counted. */
function normalizeJson(value: unknown, context: NormalizeContext): unknown {
  countMembers(value, context);
  return value;
}

/** Needs no stack for nested values. */
export function countMembers(value: unknown, context: NormalizeContext): void {
  if (typeof value !== "object" || value === null) return;
  const pending: object[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next as readonly unknown[]) if (typeof item === "object" && item !== null) pending.push(item);
      continue;
    }
    const members = next as Record<string, unknown>;
    for (const name in members) {
      context.members++;
      const member = members[name];
      if (typeof member === "object" && member !== null) pending.push(member);
    }
  }
}
