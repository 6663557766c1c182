import { types } from "node:util";
import { type Expected, expected, expectedScalar, mismatch, typeName } from "./expected.ts";

/** Any value, for arguments that the type alone describes. */
export const anything: Expected<unknown> = expected("a value", () => true);
/** A string of any length. */
export const aString: Expected<string> = expectedScalar("a string", (value) => typeof value === "string");
/** A string that isn't empty. */
export const aNonEmptyString: Expected<string> = expectedScalar(
  "a non-empty string",
  (value) => typeof value === "string" && value !== "",
);
/** `true` or `false`. */
export const aBoolean: Expected<boolean> = expectedScalar("true or false", (value) => typeof value === "boolean");
/** A number other than `NaN`. */
export const aNumber: Expected<number> = expectedScalar(
  "a number",
  (value) => typeof value === "number" && !Number.isNaN(value),
);
/** A number from 0 on, such as a time or a size. */
export const aNonNegativeNumber: Expected<number> = expectedScalar(
  "a number from 0",
  (value) => typeof value === "number" && value >= 0,
);
/** A number above 0. */
export const aPositiveNumber: Expected<number> = expectedScalar(
  "a number above 0",
  (value) => typeof value === "number" && value > 0,
);
/** A port of TCP; 0 lets the system choose. */
export const aPort: Expected<number> = integerFrom(0, 65_535);
/** A function or a class. */
export const aFunction: Expected<(...args: never[]) => unknown> = expected(
  "a function",
  (value) => typeof value === "function",
);
/** Any object that isn't an array. */
export const anObject: Expected<object> = expected("an object", isObject);
/** A `Uint8Array`, of which `Buffer` is one. */
export const aUint8Array: Expected<Uint8Array> = expected("a Uint8Array", types.isUint8Array);
/** What `for ... of` takes: arrays, sets, maps, generators. */
export const anIterable: Expected<Iterable<unknown>> = expected(
  "an iterable, such as an array",
  (value) =>
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === "function",
);
/** An array of anything. */
export const anArray: Expected<readonly unknown[]> = expected("an array", Array.isArray);

/** A whole number from `min` to `max`. */
export function integerFrom(min: number, max: number = Number.POSITIVE_INFINITY): Expected<number> {
  return expectedScalar(
    `an integer from ${range(min, max)}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

function range(min: number, max: number): string {
  return max === Number.POSITIVE_INFINITY ? `${min}` : `${min} to ${max}`;
}

/** One of some strings. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Expected<Value> {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.pop();
  const what = quoted.length === 0 ? `${last}` : `${quoted.join(", ")} or ${last}`;
  return expectedScalar(what, (value) => values.some((each) => each === value));
}

/**
 * An object or function that has methods: its own, inherited, or a proxy's. `what` names the
 * interface: "a Clock of @svc/base".
 */
export function withMethods(what: string, ...names: readonly string[]): Expected<object> {
  return {
    what,
    problemOf: (value) => {
      if (!isObject(value) && typeof value !== "function") return mismatch(what, value);
      const members = value as Readonly<Record<string, unknown>>;
      const missing = names.find((name) => typeof members[name] !== "function");
      if (missing === undefined) return undefined;
      return { at: "", text: () => `must be ${what}, not ${typeName(value)} without ${missing}()` };
    },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A `Map`, or what reads like one. */
export const aMap: Expected<object> = withMethods("a Map", "get", "has", "entries");
/** A `Clock`. */
export const aClock: Expected<object> = withMethods("a Clock of @svc/base", "now", "monotonic", "after");
/** A `Log`. */
export const aLog: Expected<object> = withMethods("a Log of @svc/base", "debug", "info", "warn", "error");
/** An `AbortSignal`. */
export const aSignal: Expected<object> = withMethods("an AbortSignal", "addEventListener");
