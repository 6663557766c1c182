import { appendAll } from "@svc/base";
import {
  addError,
  type FieldError,
  fieldErrorText,
  invalid,
  isFurther,
  notSupported,
  required,
  tooMany,
  typeInvalid,
} from "@svc/meta";
import type { Alternatives, Check, Enumeration, JsonType, Limits } from "./check.ts";
import { checkNumber } from "./check-number.ts";
import { checkText, newPatternWork } from "./check-text.ts";
import { type Findings, jsonTypeOf, type Part } from "./findings.ts";
import { displayGoValue } from "./go-value.ts";
import { jsonEqual, jsonKey } from "./json-equal.ts";
import { isKeyed, previousItem } from "./previous-item.ts";
import { pathOf, type ValuePath } from "./value-path.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Checks a value. Errors that the old value has at the same path are ignored: definitions may
 * become stricter than stored objects.
 * @throws {StatusError} `TooManyRequests` where many large patterns are not compiled yet
 * @throws {TypeError} for an invalid pattern
 */
export function runCheck(check: Check, value: unknown, old?: unknown): Findings {
  const found: Findings = { errors: [], work: newPatternWork(), matches: 0 };
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

function runInto(into: Findings, check: Check, part: Part): void {
  const { value, old } = part;
  // Parts that a write does not change are those of the old object.
  if (old !== undefined && value === old && check.comparison === "all") return;
  const before = into.errors.length;
  if (value === null && check.nullable) checkEnum(into, check, part);
  else checkAll(into, check, part);
  if (into.errors.length > before && isUnchanged(check, part)) into.errors.length = before;
}

/** Associative lists are equal in any order. */
function isUnchanged(check: Check, { value, old }: Part): boolean {
  if (old === undefined || !isComparable(check, value)) return false;
  const { itemKeys } = check;
  if (itemKeys === undefined || !Array.isArray(value) || !Array.isArray(old)) return jsonEqual(old, value);
  const before = previousItem(old, itemKeys);
  return value.length === old.length && value.every((item) => jsonEqual(before(item), item));
}

/**
 * As in kube-apiserver, a value with members that the schema does not declare, or with items that
 * their keys do not tell apart, is never the one before: its errors are reported again.
 */
function isComparable({ comparison, fields, values, items, itemKeys }: Check, value: unknown): boolean {
  if (comparison === "all" || typeof value !== "object" || value === null) return true;
  if (Array.isArray(value))
    return itemKeys === undefined || (isKeyed(value, itemKeys) && value.every((item) => isComparableBy(items, item)));
  const members = Object.entries(value);
  if (comparison === "empty") return members.length === 0;
  return members.every(([name, part]) => isComparableBy(fields?.get(name) ?? values, part));
}

function isComparableBy(check: Check | undefined, value: unknown): boolean {
  return check !== undefined && isComparable(check, value);
}

// The path of a value that passes allocates nothing but its place: functions that make errors are
// apart, since a closure would take a context in each call.
function checkAll(found: Findings, check: Check, part: Part): void {
  const { value } = part;
  const type = jsonTypeOf(value);
  found.matches++;
  // As in the original, any list passes where text has a format.
  if (check.types !== undefined && !check.types.includes(type) && !(type === "array" && check.format !== undefined))
    failType(found, check, { type, part });
  if (check.alternatives !== undefined) checkAlternatives(found, check.alternatives, part);
  if (typeof value === "string") checkText(found, check, part as Part<string>);
  else if (typeof value === "number" || typeof value === "bigint")
    checkNumber(found, check.limits, part as Part<number | bigint>);
  else if (Array.isArray(value)) checkList(found, check, part as Part<readonly unknown[]>);
  checkEnum(found, check, part);
  if (type === "object") checkObject(found, check, part as Part<Members>);
}

function failType(
  found: Findings,
  check: Check,
  { type, part }: { readonly type: JsonType; readonly part: Part },
): void {
  addError(found.errors, () => typeError(check, type, part));
}

/**
 * For known formats, messages name the format instead of the type; of other formats only those of
 * numbers.
 */
function typeError(check: Check, type: JsonType, at: ValuePath): FieldError {
  const { types = [], format } = check;
  const path = pathOf(at);
  const named = format !== undefined && type !== "null";
  const expected = named ? format.name : types[0] === "number" ? "number" : types.join(",");
  const given = named ? (goNumbers[type] ?? "") : type;
  return typeInvalid(path, given, `${path} in body must be of type ${expected}: "${given}"`);
}

const goNumbers: Readonly<Partial<Record<JsonType, string>>> = { integer: "int64", number: "float64" };

/** The field of errors about all alternatives of a schema. */
export const noField = "<nil>";

/** The paths of alternatives never appear in the original's messages. */
function alternativeError(at: ValuePath, what: string): FieldError {
  return invalid(noField, "", `"${pathOf(at)}" must ${what}`);
}

function checkAlternatives(found: Findings, { anyOf, oneOf, allOf, not }: Alternatives, part: Part): void {
  const run = (branch: Check): Findings => {
    const within: Findings = { errors: [], work: found.work, matches: 0 };
    runInto(within, branch, { ...part, old: undefined });
    return within;
  };
  if (anyOf.length > 0) {
    const results = anyOf.map(run);
    const valid = results.find(passed);
    if (valid === undefined)
      addError(found.errors, () => alternativeError(part, "validate at least one schema (anyOf)"));
    merge(found, valid ?? furthest(results));
  }
  if (oneOf.length > 0) {
    const results = oneOf.map(run);
    const valid = results.filter(passed);
    const what = "validate one and only one schema (oneOf). Found";
    const problem = valid.length === 0 ? "none valid" : `${valid.length} valid alternatives`;
    if (valid.length !== 1) addError(found.errors, () => alternativeError(part, `${what} ${problem}`));
    if (valid.length < 2) merge(found, valid[0] ?? furthest(results));
  }
  if (allOf.length > 0) {
    const results = allOf.map(run);
    for (const result of results) merge(found, result);
    if (!results.every(passed)) {
      const none = results.some(passed) ? "" : ". None validated";
      addError(found.errors, () => alternativeError(part, `validate all the schemas (allOf)${none}`));
    }
  }
  if (not !== undefined && passed(run(not)))
    addError(found.errors, () => alternativeError(part, "not validate the schema (not)"));
}

function passed({ errors }: Findings): boolean {
  return errors.length === 0;
}

function merge(found: Findings, { errors, matches }: Findings): void {
  appendAll(found.errors, errors);
  found.matches += matches;
}

function furthest(results: readonly Findings[]): Findings {
  return results.reduce((best, r) => (r.matches > best.matches ? r : best));
}

function checkList(found: Findings, { items, itemKeys, limits }: Check, part: Part<readonly unknown[]>): void {
  const { value, old } = part;
  found.matches++;
  if (items !== undefined) {
    const before = old === undefined ? undefined : previousItem(old, itemKeys);
    const place = placeWithin(part);
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      place.step = i;
      place.value = item;
      place.old = before?.(item);
      runInto(found, item === null ? ofNullItem(items) : items, place);
    }
  }
  if (limits.minItems !== undefined || limits.maxItems !== undefined || limits.uniqueItems === true)
    checkItems(found, limits, part);
}

/** In the original, items that are null are not matched with alternatives. */
function ofNullItem(items: Check): Check {
  return items.alternatives === undefined ? items : { ...items, alternatives: undefined };
}

function checkItems(found: Findings, limits: Limits, part: Part<readonly unknown[]>): void {
  const { value } = part;
  const { length } = value;
  const { minItems, maxItems, uniqueItems } = limits;
  const fail = (shownValue: unknown, what: string): void => {
    const path = pathOf(part);
    addError(found.errors, () => invalid(path, shownValue, `${path} in body ${what}`));
  };
  if (minItems !== undefined && length < minItems) fail(length, `should have at least ${minItems} items`);
  if (maxItems !== undefined && length > maxItems)
    addError(found.errors, () => tooMany(pathOf(part), length, maxItems));
  if (uniqueItems === true && new Set(value.map(jsonKey)).size < length)
    fail(displayGoValue(value), "shouldn't contain duplicates");
}

function checkEnum(found: Findings, { enumeration }: Check, part: Part): void {
  if (enumeration === undefined) return;
  const { value } = part;
  const isListed = typeof value === "string" ? enumeration.texts.has(value) : enumeration.keys.has(jsonKey(value));
  if (!isListed) failEnum(found, enumeration, part);
}

function failEnum(found: Findings, { supported }: Enumeration, part: Part): void {
  addError(found.errors, () => notSupported(pathOf(part), displayGoValue(part.value), supported));
}

function checkObject(found: Findings, check: Check, part: Part<Members>): void {
  const { limits, required: names } = check;
  const { value } = part;
  found.matches++;
  if (limits.minProperties !== undefined || limits.maxProperties !== undefined)
    checkSize(found, limits, { part, size: Object.keys(value).length });
  checkMembers(found, check, part);
  // As in kube-apiserver, absent members are reported after wrong ones.
  for (const name of names) if (!Object.hasOwn(value, name)) failRequired(found, part, name);
}

function checkMembers(found: Findings, { fields, values }: Check, part: Part<Members>): void {
  if (fields === undefined && values === undefined) return;
  const { value, old } = part;
  const before = typeof old === "object" && old !== null && !Array.isArray(old) ? (old as Members) : undefined;
  const place = placeWithin(part);
  for (const name in value) {
    const field = fields?.get(name);
    const within = field ?? values;
    if (within === undefined) continue;
    // The keys of a map at the root have a leading dot in kube-apiserver's messages.
    place.step = field === undefined && part.parent === undefined ? `.${name}` : name;
    place.value = value[name];
    place.old = before?.[name];
    runInto(found, within, place);
  }
}

/** The place of one part of a value after the other: errors name theirs when they are found. */
function placeWithin(parent: Part): { -readonly [K in keyof Part]: Part[K] } {
  return { parent, step: "", value: undefined, old: undefined };
}

interface Sized {
  readonly part: Part;
  readonly size: number;
}

function checkSize(found: Findings, { minProperties, maxProperties }: Limits, { part, size }: Sized): void {
  if (maxProperties !== undefined && size > maxProperties)
    addError(found.errors, () => tooMany(pathOf(part), size, maxProperties));
  if (minProperties !== undefined && size < minProperties) {
    const path = pathOf(part);
    addError(found.errors, () =>
      invalid(path, size, `${path} in body should have at least ${minProperties} properties`),
    );
  }
}

function failRequired(found: Findings, part: Part, name: string): void {
  addError(found.errors, () => required(pathOf({ parent: part, step: name })));
}
