import { appendAll } from "@svc/base";
import {
  addError,
  type FieldError,
  invalid,
  notSupported,
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

/** What patterns of one value may still cost. */
interface PatternWork {
  /** Of searches, in units of up to 100 ns. */
  left: number;
  /** Of patterns that are compiled for the first value that needs them, in units of 2 µs. */
  compiled: number;
}

/** Only a hostile pattern needs so much: characters in known states are a sixteenth of a unit. */
const maxSearchWork = 500_000;
/** Past it a client has to ask again; what is compiled by then remains. */
const maxCompileWork = 20_000;

type Members = Readonly<Record<string, unknown>>;

/**
 * Checks a value. Errors that the old value has at the same path are ignored: definitions may
 * become stricter than stored objects.
 * @throws {StatusError} `TooManyRequests` where many large patterns are not compiled yet
 * @throws {TypeError} for an invalid pattern
 */
export function runCheck(check: Check, value: unknown, location: ValuePath | undefined, old?: unknown): Findings {
  const found: Findings = { errors: [], work: { left: maxSearchWork, compiled: 0 }, matches: 0 };
  runInto(found, check, value, location, old);
  return found;
}

function runInto(into: Findings, check: Check, value: unknown, location: ValuePath | undefined, old: unknown): void {
  // Parts that a write does not change are those of the old object.
  if (old !== undefined && value === old) return;
  const before = into.errors.length;
  if (value === null && check.nullable) checkEnum(into, check, value, location);
  else checkAll(into, check, value, location, old);
  if (into.errors.length > before && isUnchanged(check, value, old)) into.errors.length = before;
}

/** Associative lists are equal in any order. */
function isUnchanged({ itemKeys }: Check, value: unknown, old: unknown): boolean {
  if (old === undefined) return false;
  if (itemKeys === undefined || !Array.isArray(value) || !Array.isArray(old)) return jsonEqual(old, value);
  const before = previousItem(old, itemKeys);
  return value.length === old.length && value.every((item) => jsonEqual(before(item), item));
}

function checkAll(found: Findings, check: Check, value: unknown, location: ValuePath | undefined, old: unknown): void {
  const type = jsonTypeOf(value);
  found.matches++;
  if (check.types !== undefined && !check.types.includes(type))
    addError(found.errors, () => typeError(check, type, location));
  checkAlternatives(found, check, value, location);
  if (typeof value === "string") checkText(found, check, value, location);
  else if (typeof value === "number" || typeof value === "bigint") checkNumber(found, check, value, type, location);
  else if (Array.isArray(value)) checkList(found, check, value, location, old);
  checkEnum(found, check, value, location);
  if (type === "object") checkObject(found, check, value as Members, location, old);
}

/**
 * For known formats, messages name the format instead of the type; of other formats only those of
 * numbers.
 */
function typeError({ types = [], format }: Check, type: JsonType, location: ValuePath | undefined): FieldError {
  const path = pathOf(location);
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

/** The field of errors about alternatives as a whole. */
export const noField = "<nil>";

/** The paths of alternatives never appear in the original's messages. */
function alternativeError(location: ValuePath | undefined, what: string): FieldError {
  return invalid(noField, "", `"${pathOf(location)}" must ${what}`);
}

function checkAlternatives(found: Findings, check: Check, value: unknown, location: ValuePath | undefined): void {
  const { anyOf, oneOf, allOf, not } = check;
  const run = (branch: Check): Findings => {
    const within: Findings = { errors: [], work: found.work, matches: 0 };
    runInto(within, branch, value, location, undefined);
    return within;
  };
  if (anyOf.length > 0) {
    const results = anyOf.map(run);
    if (results.every((r) => r.errors.length > 0)) {
      addError(found.errors, () => alternativeError(location, "validate at least one schema (anyOf)"));
      appendAll(found.errors, furthest(results).errors);
    }
  }
  if (oneOf.length > 0) {
    const results = oneOf.map(run);
    const valid = results.filter((r) => r.errors.length === 0).length;
    const what = "validate one and only one schema (oneOf). Found";
    if (valid === 0) {
      addError(found.errors, () => alternativeError(location, `${what} none valid`));
      appendAll(found.errors, furthest(results).errors);
    } else if (valid > 1)
      addError(found.errors, () => alternativeError(location, `${what} ${valid} valid alternatives`));
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
      addError(found.errors, () => alternativeError(location, `validate all the schemas (allOf)${none}`));
    }
  }
  if (not !== undefined && run(not).errors.length === 0)
    addError(found.errors, () => alternativeError(location, "not validate the schema (not)"));
}

function furthest(results: readonly Findings[]): Findings {
  return results.reduce((best, r) => (r.matches > best.matches ? r : best));
}

/** Of length and pattern only the first error is reported. */
function checkText(found: Findings, check: Check, value: string, location: ValuePath | undefined): void {
  const { minLength, maxLength } = check.validations;
  const fail = (what: string): void => {
    const path = pathOf(location);
    addError(found.errors, () => invalid(path, value, `${path} in body should ${what}`));
  };
  if (maxLength !== undefined && value.length > maxLength && characters(value) > maxLength)
    addError(found.errors, () => tooLong(pathOf(location), maxLength));
  else if (minLength !== undefined && characters(value) < minLength) fail(`be at least ${minLength} chars long`);
  else if (check.pattern !== undefined && !matches(found, check.pattern, value)) fail(`match '${check.pattern.text}'`);
  else found.matches++;
  const { format } = check;
  if (format !== undefined && !format.check(value)) {
    const path = pathOf(location);
    const message = `${path} in body must be of type ${format.name}: ${JSON.stringify(value)}`;
    addError(found.errors, () => typeInvalid(path, value, message));
  }
}

/** What is past the work that patterns may cost counts as no match. */
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
function checkNumber(
  found: Findings,
  { validations }: Check,
  value: number | bigint,
  type: JsonType,
  location: ValuePath | undefined,
): void {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = validations;
  const bound = (n: number): number => (type === "integer" ? Math.trunc(n) : n);
  const text = (n: number): string => (type === "integer" ? String(bound(n)) : floatText(n));
  const fail = (what: string, n: number): void => {
    const path = pathOf(location);
    addError(found.errors, () => invalid(path, displayGoValue(value), `${path} in body should be ${what} ${text(n)}`));
  };
  found.matches++;
  // A factor that is truncated to zero is an error of its own.
  if (multipleOf !== undefined && bound(multipleOf) === 0) {
    const path = pathOf(location);
    addError(found.errors, () => invalid(path, 0, `factor MultipleOf declared for ${path} must be positive: 0`));
  } else if (multipleOf !== undefined && !isMultiple(value, bound(multipleOf), multipleOf))
    fail("a multiple of", multipleOf);
  if (minimum !== undefined) {
    if (exclusiveMinimum === true && value <= bound(minimum)) fail("greater than", minimum);
    else if (value < bound(minimum)) fail("greater than or equal to", minimum);
  }
  if (maximum !== undefined) {
    if (exclusiveMaximum === true && value >= bound(maximum)) fail("less than", maximum);
    else if (value > bound(maximum)) fail("less than or equal to", maximum);
  }
}

/** @param exact used where the truncated factor would be zero */
function isMultiple(value: number | bigint, factor: number, exact: number): boolean {
  if (typeof value === "bigint") return factor === 0 ? true : value % BigInt(factor) === 0n;
  const quotient = value / (factor === 0 ? exact : factor);
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function checkList(
  found: Findings,
  { items, itemKeys, validations }: Check,
  value: readonly unknown[],
  location: ValuePath | undefined,
  old: unknown,
): void {
  const { minItems, maxItems, uniqueItems } = validations;
  found.matches++;
  if (items !== undefined) {
    const before = previousItem(old, itemKeys);
    value.forEach((item, i) => {
      runInto(found, items, item, { parent: location, step: i }, before(item));
    });
  }
  const fail = (shownValue: unknown, what: string): void => {
    const path = pathOf(location);
    addError(found.errors, () => invalid(path, shownValue, `${path} in body ${what}`));
  };
  const { length } = value;
  if (minItems !== undefined && length < minItems) fail(length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && length > maxItems)
    addError(found.errors, () => tooMany(pathOf(location), length, maxItems));
  if (uniqueItems === true && new Set(value.map(jsonKey)).size < length)
    fail(displayGoValue(value), "shouldn't contain duplicates");
}

function checkEnum(found: Findings, check: Check, value: unknown, location: ValuePath | undefined): void {
  const { enumeration, validations } = check;
  if (enumeration?.has(jsonKey(value)) !== false) return;
  const supported = (): readonly string[] =>
    (validations.enum ?? []).map((v) => (typeof v === "string" ? v : JSON.stringify(v)));
  addError(found.errors, () => notSupported(pathOf(location), displayGoValue(value), supported()));
}

function checkObject(
  found: Findings,
  check: Check,
  value: Members,
  location: ValuePath | undefined,
  old: unknown,
): void {
  const { fields, values, validations } = check;
  const { minProperties, maxProperties } = validations;
  const names = Object.keys(value);
  found.matches++;
  if (maxProperties !== undefined && names.length > maxProperties)
    addError(found.errors, () => tooMany(pathOf(location), names.length, maxProperties));
  if (minProperties !== undefined && names.length < minProperties) {
    const path = pathOf(location);
    addError(found.errors, () =>
      invalid(path, names.length, `${path} in body should have at least ${minProperties} properties`),
    );
  }
  for (const name of check.required) {
    if (!Object.hasOwn(value, name)) addError(found.errors, () => required(pathOf({ parent: location, step: name })));
  }
  const before = typeof old === "object" && old !== null && !Array.isArray(old) ? (old as Members) : undefined;
  for (const name of names) {
    const within = fields?.get(name) ?? values;
    if (within === undefined) continue;
    runInto(found, within, value[name], { parent: location, step: name }, before?.[name]);
  }
}
