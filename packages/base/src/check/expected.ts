/** What an argument must be. `Value` is the type of the values that it accepts. */
export interface Expected<in Value> {
  /** Completes "must be". */
  readonly what: string;
  /** The first problem of a value. */
  readonly problemOf: (value: unknown) => Problem | undefined;
  /** Exists for the compiler only: an expectation of a wider type serves for a narrower one. */
  readonly accepted?: (value: Value) => void;
}

/** An option that may be absent. */
export interface Optional<in Value> extends Expected<Value | undefined> {
  readonly isOptional: true;
}

/** Why a value isn't as expected. */
export interface Problem {
  /** Where, within the value: `.port`, `[2]`, or empty for the value itself. */
  readonly at: string;
  /** Continues the name of the place: `must be a string, not 7`. */
  readonly text: (place: string) => string;
}

/**
 * Checks an argument of an entry for users. `argument` names the function and its parameter:
 * `createX: options`. It walks over the options and allocates nothing unless it throws: for set-up,
 * not for functions that are called per request or object.
 * @throws {TypeError} `createX: options.port must be an integer from 0 to 65535, not "abc"`
 */
export function checkArgument(argument: string, value: unknown, { problemOf }: Expected<never>): void {
  const problem = problemOf(value);
  if (problem === undefined) return;
  const place = `${argument}${problem.at}`;
  throw new TypeError(`${place} ${problem.text(place)}`);
}

/** Expects what `accepts` accepts. A wrong value is described by its type and never shown. */
export function expected<Value>(what: string, accepts: (value: unknown) => boolean): Expected<Value> {
  return { what, problemOf: (value) => (accepts(value) ? undefined : mismatch(what, value)) };
}

/**
 * Like `expected`, for strings, numbers and booleans: messages show a wrong value if it is short
 * and the name of the argument can't be that of a secret.
 */
export function expectedScalar<Value>(what: string, accepts: (value: unknown) => boolean): Expected<Value> {
  return {
    what,
    problemOf: (value) =>
      accepts(value) ? undefined : { at: "", text: (place) => `must be ${what}, not ${shown(value, place)}` },
  };
}

/** Accepts the absence of a value too. */
export function optional<Value>({ what, problemOf }: Expected<Value>): Optional<Value> {
  return {
    what,
    problemOf: (value) => (value === undefined ? undefined : problemOf(value)),
    isOptional: true,
  };
}

/** The problem of a value that is something else than expected. */
export function mismatch(what: string, value: unknown): Problem {
  return { at: "", text: () => `must be ${what}, not ${typeName(value)}` };
}

/** The problem of a part, seen from the whole. */
export function within(part: string, { at, text }: Problem): Problem {
  return { at: part + at, text };
}

const secretName = /secret|token|passw|passphrase|credential|authorization|key|pem$/i;
const maxShownLength = 40;

function shown(value: unknown, place: string): string {
  if (typeof value !== "string") return typeName(value);
  const name = place.slice(place.indexOf(":") + 1);
  return value.length > maxShownLength || secretName.test(name) ? "this string" : JSON.stringify(value);
}

/** The type of a value; the value itself where it can't be a secret. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case "undefined":
    case "boolean":
    case "number":
      return String(value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    default:
      return `a ${typeof value}`;
  }
}
