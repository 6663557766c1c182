import { appendAll } from "@svc/base";
import {
  addError,
  displayAs,
  type FieldError,
  fieldErrorText,
  invalid,
  isFurther,
  notSupported,
  quote,
  required,
  tooLong,
  tooMany,
  tooManyRequests,
  typeInvalid,
} from "@svc/meta";
import type { Check, JsonType, Pattern } from "./check.ts";
import { displayGoValue, floatText } from "./go-value.ts";
import { jsonEqual, jsonKey } from "./json-equal.ts";
import { previousItem } from "./previous-item.ts";
import { pathOf, type ValuePath } from "./value-path.ts";

/**
 * The errors of a value, and how much of it was checked: of failed alternatives, the one that got
 * furthest is reported.
 */
interface Findings {
  readonly errors: FieldError[];
  /** Shared with the findings of alternatives. */
  readonly work: PatternWork;
  matches: number;
}

/** The remaining budget of one value's patterns. */
interface PatternWork {
  /** Of searches, in units of up to 100 ns. */
  left: number;
  /** Of patterns that are compiled for the first value that needs them, in units of 2 µs. */
  compiled: number;
}

/** Only a hostile pattern needs so much: characters in known states are a sixteenth of a unit. */
const maxSearchWork = 500_000;
/** Past it the request fails and the client has to retry; compiled patterns are kept. */
const maxCompileWork = 20_000;

type Members = Readonly<Record<string, unknown>>;

/**
 * Checks a value. Errors that the old value has at the same path are ignored: definitions may
 * become stricter than stored objects.
 * @throws {StatusError} `TooManyRequests` where many large patterns are not compiled yet
 * @throws {TypeError} for an invalid pattern
 */
export function runCheck(check: Check, value: unknown, old?: unknown): Findings {
  const found: Findings = { errors: [], work: { left: maxSearchWork, compiled: 0 }, matches: 0 };
  runInto(found, check, { parent: undefined, step: "", value, old });
  return found.errors.length < 2 ? found : { ...found, errors: withoutRepeats(found.errors) };
}

/** Alternatives may find the same error again: each is reported once. */
function withoutRepeats(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter((error) => {
    if (isFurther(error)) return true;
    const text = fieldErrorText(error);
    const { size } = seen;
    return seen.add(text).size > size;
  });
}

/** A value at its path, with the old value there. */
interface Part<T = unknown> extends ValuePath {
  readonly value: T;
  readonly old: unknown;
}

function runInto(into: Findings, check: Check, part: Part): void {
  const { value, old } = part;
  // Parts that a write does not change are those of the old object.
  if (old !== undefined && value === old) return;
  const before = into.errors.length;
  if (value === null && check.nullable) checkEnum(into, check, part);
  else checkAll(into, check, part);
  if (into.errors.length > before && isUnchanged(check, part)) into.errors.length = before;
}

/** Associative lists are equal in any order. */
function isUnchanged({ itemKeys }: Check, { value, old }: Part): boolean {
  if (old === undefined) return false;
  if (itemKeys === undefined || !Array.isArray(value) || !Array.isArray(old)) return jsonEqual(old, value);
  const before = previousItem(old, itemKeys);
  return value.length === old.length && value.every((item) => jsonEqual(before(item), item));
}

function checkAll(found: Findings, check: Check, part: Part): void {
  const { value } = part;
  const type = jsonTypeOf(value);
  found.matches++;
  if (check.types !== undefined && !check.types.includes(type))
    addError(found.errors, () => typeError(check, type, part));
  checkAlternatives(found, check, part);
  if (typeof value === "string") checkText(found, check, part as Part<string>);
  else if (typeof value === "number" || typeof value === "bigint")
    checkNumber(found, check, part as Part<number | bigint>);
  else if (Array.isArray(value)) checkList(found, check, part as Part<readonly unknown[]>);
  checkEnum(found, check, part);
  if (type === "object") checkObject(found, check, part as Part<Members>);
}

/**
 * For known formats, messages name the format instead of the type; of other formats only those of
 * numbers.
 */
function typeError({ types = [], format }: Check, type: JsonType, at: ValuePath): FieldError {
  const path = pathOf(at);
  const named = format !== undefined && type !== "array";
  const expected = named ? format.name : types[0] === "number" ? "number" : types.join(",");
  const given = named ? (goNumbers[type] ?? "") : type;
  return typeInvalid(path, given, `${path} in body must be of type ${expected}: "${given}"`);
}

const goNumbers: Readonly<Partial<Record<JsonType, string>>> = { integer: "int64", number: "float64" };

function jsonTypeOf(value: unknown): JsonType {
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
      return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "integer" : "number";
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

/** The field of errors about all alternatives of a schema. */
export const noField = "<nil>";

/** The paths of alternatives never appear in the original's messages. */
function alternativeError(at: ValuePath, what: string): FieldError {
  return invalid(noField, "", `"${pathOf(at)}" must ${what}`);
}

function checkAlternatives(found: Findings, check: Check, part: Part): void {
  const { anyOf, oneOf, allOf, not } = check;
  const run = (branch: Check): Findings => {
    const within: Findings = { errors: [], work: found.work, matches: 0 };
    runInto(within, branch, { ...part, old: undefined });
    return within;
  };
  if (anyOf.length > 0) {
    const results = anyOf.map(run);
    if (results.every((r) => r.errors.length > 0)) {
      addError(found.errors, () => alternativeError(part, "validate at least one schema (anyOf)"));
      appendAll(found.errors, furthest(results).errors);
    }
  }
  if (oneOf.length > 0) {
    const results = oneOf.map(run);
    const valid = results.filter((r) => r.errors.length === 0).length;
    const what = "validate one and only one schema (oneOf). Found";
    if (valid === 0) {
      addError(found.errors, () => alternativeError(part, `${what} none valid`));
      appendAll(found.errors, furthest(results).errors);
    } else if (valid > 1) addError(found.errors, () => alternativeError(part, `${what} ${valid} valid alternatives`));
  }
  if (allOf.length > 0) {
    const results = allOf.map(run);
    const failed = results.filter((r) => r.errors.length > 0);
    if (failed.length > 0) {
      const none = failed.length === results.length ? ". None validated" : "";
      appendAll(
        found.errors,
        failed.flatMap((r) => r.errors),
      );
      addError(found.errors, () => alternativeError(part, `validate all the schemas (allOf)${none}`));
    }
  }
  if (not !== undefined && run(not).errors.length === 0)
    addError(found.errors, () => alternativeError(part, "not validate the schema (not)"));
}

function furthest(results: readonly Findings[]): Findings {
  return results.reduce((best, r) => (r.matches > best.matches ? r : best));
}

/** Of length and pattern only the first error is reported. */
function checkText(found: Findings, check: Check, part: Part<string>): void {
  const { value } = part;
  const { minLength, maxLength } = check.validations;
  const fail = (what: string): void => {
    const path = pathOf(part);
    addError(found.errors, () => invalid(path, value, `${path} in body should ${what}`));
  };
  if (maxLength !== undefined && value.length > maxLength && characters(value) > maxLength)
    addError(found.errors, () => tooLong(pathOf(part), maxLength));
  else if (minLength !== undefined && characters(value) < minLength) fail(`be at least ${minLength} chars long`);
  else if (check.pattern !== undefined && !matches(found, check.pattern, value)) fail(`match '${check.pattern.text}'`);
  else found.matches++;
  const { format } = check;
  if (format !== undefined && !format.check(value)) {
    const path = pathOf(part);
    const message = `${path} in body must be of type ${format.name}: ${quote(value)}`;
    addError(found.errors, () => typeInvalid(path, value, message));
  }
}

/** Beyond the budget of patterns, text counts as no match. */
function matches({ work }: Findings, pattern: Pattern, value: string): boolean {
  if (!pattern.isCompiled()) countCompiling(work, pattern);
  const regex = pattern.regex();
  try {
    return regex.test(value, (units) => {
      work.left -= units;
      if (work.left < 0) throw workIsSpent;
    });
  } catch (error) {
    if (error === workIsSpent) return false;
    throw error;
  }
}

const workIsSpent = new Error("the patterns of a value are too much work");

function countCompiling(work: PatternWork, { compileWork }: Pattern): void {
  if (work.compiled > 0 && work.compiled + compileWork > maxCompileWork)
    throw tooManyRequests("the patterns of the type are being compiled, please try again", 1);
  work.compiled += compileWork;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Bounds of integers are truncated to integers. */
function checkNumber(found: Findings, { validations }: Check, part: Part<number | bigint>): void {
  const { value } = part;
  const type = jsonTypeOf(value);
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = validations;
  const bound = (n: number): number | bigint => (type === "integer" ? integerOf(n) : n);
  const text = (n: number): string => (type === "integer" ? String(integerOf(n)) : floatText(n));
  const fail = (what: string, n: number): void => {
    const path = pathOf(part);
    addError(found.errors, () => invalid(path, displayGoValue(value), `${path} in body should be ${what} ${text(n)}`));
  };
  found.matches++;
  if (multipleOf !== undefined && bound(multipleOf) <= 0) {
    const path = pathOf(part);
    const factor = text(multipleOf);
    const message = `factor MultipleOf declared for ${path} must be positive: ${factor}`;
    addError(found.errors, () => invalid(path, displayAs(factor), message));
  } else if (multipleOf !== undefined && !isMultiple(value, bound(multipleOf))) fail("a multiple of", multipleOf);
  if (minimum !== undefined) {
    if (exclusiveMinimum === true && value <= bound(minimum)) fail("greater than", minimum);
    else if (value < bound(minimum)) fail("greater than or equal to", minimum);
  }
  if (maximum !== undefined) {
    if (exclusiveMaximum === true && value >= bound(maximum)) fail("less than", maximum);
    else if (value > bound(maximum)) fail("less than or equal to", maximum);
  }
}

const smallestInteger = -(2n ** 63n);

/** A bound in 64 bits: the smallest number where they do not hold it. */
function integerOf(n: number): number | bigint {
  return n >= -(2 ** 63) && n < 2 ** 63 ? Math.trunc(n) : smallestInteger;
}

/** The largest integer that JSON numbers distinguish from its neighbours. */
const maxWhole = 2 ** 53 - 1;

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof factor === "bigint") return BigInt(value) % BigInt(factor) === 0n;
  if (Number.isInteger(value) && Number.isInteger(factor) && Math.abs(value) <= maxWhole) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (!(Math.abs(quotient) <= maxWhole)) return false;
  const whole = Math.trunc(quotient);
  // Only small rounding errors count as whole.
  return quotient === whole || (whole !== 0 && Math.abs(quotient - whole) / Math.abs(quotient + whole) < 1e-9);
}

function checkList(found: Findings, { items, itemKeys, validations }: Check, part: Part<readonly unknown[]>): void {
  const { value } = part;
  const { minItems, maxItems, uniqueItems } = validations;
  found.matches++;
  if (items !== undefined) {
    const before = previousItem(part.old, itemKeys);
    value.forEach((item, i) => {
      runInto(found, items, { parent: part, step: i, value: item, old: before(item) });
    });
  }
  const fail = (shownValue: unknown, what: string): void => {
    const path = pathOf(part);
    addError(found.errors, () => invalid(path, shownValue, `${path} in body ${what}`));
  };
  const { length } = value;
  if (minItems !== undefined && length < minItems) fail(length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && length > maxItems)
    addError(found.errors, () => tooMany(pathOf(part), length, maxItems));
  if (uniqueItems === true && new Set(value.map(jsonKey)).size < length)
    fail(displayGoValue(value), "shouldn't contain duplicates");
}

function checkEnum(found: Findings, { enumeration }: Check, part: Part): void {
  const { value } = part;
  if (enumeration === undefined || enumeration.keys.has(jsonKey(value))) return;
  addError(found.errors, () => notSupported(pathOf(part), displayGoValue(value), enumeration.supported));
}

function checkObject(found: Findings, check: Check, part: Part<Members>): void {
  const { value, old } = part;
  const { fields, values, validations } = check;
  const { minProperties, maxProperties } = validations;
  const names = Object.keys(value);
  found.matches++;
  if (maxProperties !== undefined && names.length > maxProperties)
    addError(found.errors, () => tooMany(pathOf(part), names.length, maxProperties));
  if (minProperties !== undefined && names.length < minProperties) {
    const path = pathOf(part);
    addError(found.errors, () =>
      invalid(path, names.length, `${path} in body should have at least ${minProperties} properties`),
    );
  }
  for (const name of check.required) {
    if (!Object.hasOwn(value, name)) addError(found.errors, () => required(pathOf({ parent: part, step: name })));
  }
  const before = typeof old === "object" && old !== null && !Array.isArray(old) ? (old as Members) : undefined;
  for (const name of names) {
    const field = fields?.get(name);
    const within = field ?? values;
    if (within === undefined) continue;
    // The keys of a map at the root have a leading dot in kube-apiserver's messages.
    const step = field === undefined && part.parent === undefined ? `.${name}` : name;
    runInto(found, within, { parent: part, step, value: value[name], old: before?.[name] });
  }
}
