import type { FieldError } from "@svc/meta";
import type { JsonType } from "./check.ts";
import type { ValuePath } from "./value-path.ts";

/**
 * The errors of a value, and how much of it was checked: of failed alternatives, the one that got
 * furthest is reported.
 */
export interface Findings {
  readonly errors: FieldError[];
  /** Shared with the findings of alternatives. */
  readonly work: PatternWork;
  matches: number;
}

/** The remaining budget of one value's patterns. */
export interface PatternWork {
  /** Of searches, in units of up to 100 ns. */
  left: number;
  /** Of patterns that are compiled for the first value that needs them, in units of 2 µs. */
  compiled: number;
  /** Counts units of a search. @throws an error that `matches` catches once none are left */
  readonly spend: (units: number) => void;
}

/** A value at its path, with the old value there. */
export interface Part<T = unknown> extends ValuePath {
  readonly value: T;
  readonly old: unknown;
}

/** @throws {TypeError} for a value that JSON does not have */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
    case "string":
    case "object":
      return typeof value as JsonType;
    case "bigint":
      return BigInt.asIntN(64, value) === value ? "integer" : "number";
    case "number":
      // Larger integers are bigints, unless they were written with a fraction or an exponent: the
      // original takes these for no integers.
      return Number.isSafeInteger(value) ? "integer" : "number";
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}
