/**
 * The in-memory form of objects of compiled-in types, and the pass that converts a parsed value to
 * it.
 *
 * An object has just the members of its JSON, without null members:
 * - zero or empty values that JSON omits (`omitEmpty`) are absent;
 * - structs and scalars that JSON always has are present: `status: {}`, `name: ""`, a quantity of
 *   "0";
 * - lists, maps, bytes, times and raw values are absent when JSON has null for them, and are never
 *   empty, except `managedFields`, and where a type keeps empty values until it is stored;
 * - explicit fields are present when they are set, zero or not.
 *
 * So readers need no guard where JSON always has a value, stored bytes are almost in this form, and
 * equality of normalized objects is deep equality. Objects created by code may be looser: encoders
 * treat an absent field as zero. An empty list in a field that is always written becomes `[]`, an
 * absent one `null`.
 *
 * The pass works in place, tracks no paths, and rejects without an explanation: `exact-decode.ts`
 * decodes the rejected value again and reports the error with its path.
 */
import type { Field, Schema, SpecialSchema, StructSchema } from "@svc/schema";
import { mismatch, type Normalize, type NormalizeContext, normalizeScalar, zeroScalar } from "./scalars.ts";

type Members = Record<string, unknown>;

interface StructPlan {
  readonly fields: Map<string, FieldPlan>;
  /** Fields that are present even when they are not given. */
  readonly filled: FieldPlan[];
}

interface FieldPlan {
  readonly name: string;
  readonly normalize: Normalize;
  /** Creates a zero value; absent for fields that may be absent. */
  readonly zero: (() => unknown) | undefined;
}

/** Types whose zero value is null in JSON. */
const nullWhenUnset: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>([
  "list",
  "map",
  "bytes",
  "time",
  "microTime",
  "rawExtension",
  "fieldsV1",
  "json",
  "any",
  "schemaOrBool",
  "schemaOrList",
  "schemaOrStrings",
]);

/** Types with an empty value equal to an unset one. */
const hasEmptyValue: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>([
  "string",
  "integer",
  "number",
  "boolean",
  "bytes",
  "list",
  "map",
  "struct",
]);

/** Returns the function that normalizes values of a struct; built once per struct. */
export type Normalizers = (struct: StructSchema) => Normalize;

/** Types that can be empty without being absent. */
const emptiable: ReadonlySet<Schema["type"]> = new Set<Schema["type"]>(["list", "map", "bytes"]);

/** An empty list of managers is not the same as an absent one: it clears all owners. */
const ownersField = "managedFields";

/** @param empties whether empty lists, maps and bytes are dropped or kept */
export function createNormalizers(empties: "dropped" | "kept" = "dropped"): Normalizers {
  const plans = new WeakMap<StructSchema, StructPlan>();

  const planOf = (struct: StructSchema): StructPlan => {
    const known = plans.get(struct);
    if (known !== undefined) return known;
    const plan: StructPlan = { fields: new Map(), filled: [] };
    plans.set(struct, plan);
    for (const field of struct.fields) {
      const fieldPlan = planField(field);
      plan.fields.set(field.name, fieldPlan);
      if (fieldPlan.zero !== undefined) plan.filled.push(fieldPlan);
    }
    return plan;
  };

  const planField = (field: Field): FieldPlan => {
    const { name, schema, presence } = field;
    const normalize = normalizerOf(schema);
    if (presence === "explicit" || presence === "explicitAlways") return { name, normalize, zero: undefined };
    const zero = presence === "always" && !nullWhenUnset.has(schema.type) ? zeroOf(schema) : undefined;
    if (zero !== undefined || !hasEmptyValue.has(schema.type)) return { name, normalize, zero };
    if (name === ownersField || (empties === "kept" && emptiable.has(schema.type))) return { name, normalize, zero };
    if (schema.type === "map")
      return { name, normalize: normalizeMapOf(normalizerOf(schema.values), zeroOf(schema.values), "dropped"), zero };
    return { name, normalize: (value, context) => dropEmpty(normalize(value, context)), zero };
  };

  const zeroOf = (schema: Schema): (() => unknown) => {
    switch (schema.type) {
      case "struct": {
        const plan = planOf(schema);
        return () => fillZeros({}, plan);
      }
      case "list":
        return () => [];
      case "map":
        return () => ({});
      default:
        return () => zeroScalar(schema);
    }
  };

  const normalizerOf = (schema: Schema): Normalize => {
    switch (schema.type) {
      case "struct": {
        const plan = planOf(schema);
        return (value, context) => normalizeStruct(value, plan, context);
      }
      case "list":
        return normalizeListOf(normalizerOf(schema.items), zeroOf(schema.items));
      case "map":
        return normalizeMapOf(normalizerOf(schema.values), zeroOf(schema.values));
      case "schemaOrBool":
      case "schemaOrList":
      case "schemaOrStrings":
        return normalizeVariant(schema.type, normalizerOf(variantOf(schema)));
      default:
        return normalizeScalar(schema);
    }
  };

  return (struct) => normalizerOf(struct);
}

function normalizeStruct(value: unknown, plan: StructPlan, context: NormalizeContext): unknown {
  if (!isObject(value)) return mismatch;
  if (context.normalized?.has(value)) return value;
  let filled = 0;
  let absent = false;
  for (const name in value) {
    context.members++;
    const field = plan.fields.get(name);
    if (field === undefined) return mismatch;
    const member = value[name];
    const normalized = member === null || member === undefined ? undefined : field.normalize(member, context);
    if (normalized === mismatch) return mismatch;
    if (normalized === undefined) absent = true;
    else if (field.zero !== undefined) filled++;
    if (normalized !== member) value[name] = normalized;
  }
  if (filled < plan.filled.length) fillZeros(value, plan);
  return absent ? withoutAbsent(value) : value;
}

function fillZeros(object: Members, plan: StructPlan): Members {
  for (const { name, zero } of plan.filled) {
    if (object[name] === undefined) object[name] = zero?.();
  }
  return object;
}

/** A copy, since deleting would leave the object in V8's slow mode. */
function withoutAbsent(object: Members): Members {
  const copy: Members = {};
  for (const name in object) if (object[name] !== undefined) copy[name] = object[name];
  return copy;
}

function normalizeListOf(normalize: Normalize, zero: () => unknown): Normalize {
  return (value, context) => {
    if (!Array.isArray(value)) return mismatch;
    if (context.normalized?.has(value)) return value;
    const list = value as unknown[];
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      const normalized =
        item === null || item === undefined ? zeroItem(zero) : (normalize(item, context) ?? zeroItem(zero));
      if (normalized === mismatch) return mismatch;
      if (normalized !== item) list[i] = normalized;
    }
    return list;
  };
}

/** @param empties what becomes of a map without members */
function normalizeMapOf(normalize: Normalize, zero: () => unknown, empties: "dropped" | "kept" = "kept"): Normalize {
  return (value, context) => {
    if (!isObject(value)) return mismatch;
    if (context.normalized?.has(value)) return empties === "dropped" ? dropEmpty(value) : value;
    // The check that a map of many members is empty takes as long as reading all names.
    let isEmptyMap = true;
    for (const key in value) {
      isEmptyMap = false;
      context.members++;
      const member = value[key];
      const normalized =
        member === null || member === undefined ? zeroItem(zero) : (normalize(member, context) ?? zeroItem(zero));
      if (normalized === mismatch) return mismatch;
      // The member exists already, so that `__proto__` is a plain name.
      if (normalized !== member) value[key] = normalized;
    }
    return isEmptyMap && empties === "dropped" ? undefined : value;
  };
}

/** List items and map values cannot be absent: a zero value without another form is null. */
function zeroItem(zero: () => unknown): unknown {
  return zero() ?? null;
}

/**
 * The struct of a value that is a schema or an alternative.
 * @throws {TypeError} when the definition names none
 */
export function variantOf(schema: SpecialSchema): StructSchema {
  if (schema.of === undefined) throw new TypeError(`a ${schema.type} does not say which struct it holds`);
  return schema.of;
}

/** A schema or an alternative; any other value counts as unset. */
function normalizeVariant(type: SpecialSchema["type"], normalize: Normalize): Normalize {
  if (type === "schemaOrBool")
    return (value, context) => (typeof value === "boolean" ? value : normalize(value, context));
  const item: Normalize =
    type === "schemaOrList" ? normalize : (value) => (typeof value === "string" ? value : mismatch);
  const list = normalizeListOf(item, () => mismatch);
  return (value, context) => {
    if (Array.isArray(value)) return list(value, context);
    return isObject(value) ? normalize(value, context) : undefined;
  };
}

function dropEmpty(normalized: unknown): unknown {
  if (normalized === "" || normalized === 0 || normalized === false) return undefined;
  if (typeof normalized === "object" && normalized !== null && isEmpty(normalized)) return undefined;
  return normalized;
}

function isEmpty(container: object): boolean {
  if (Array.isArray(container)) return container.length === 0;
  for (const _ in container) return false;
  return true;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
