import { isMap, type MapLike, mapGet, ObjectValue, ownProperty } from "../values/map.ts";
import { isPlainObject } from "../values/plain.ts";
import { CelError, isError, isList, kindOf, noSuchOverload, numberOf, Optional, type Value } from "../values/value.ts";
import { keyText } from "./text.ts";

export function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${keyText(key)}`);
}

/**
 * A field of a map or an object: undefined where it is absent, also because the value has no
 * fields.
 */
function findField(v: Value, field: string): Value | undefined {
  if (isPlainObject(v)) return ownProperty(v, field);
  if (v instanceof ObjectValue) return v.shape.fields.get(field)?.read(v.raw);
  if (isMap(v)) return mapGet(v as MapLike, field);
  if (isList(v)) return indexOf(field) as CelError;
  return isError(v) ? v : undefined;
}

export function selectField(v: Value, field: string, strict: boolean): Value {
  if (v instanceof Optional) return fromOptional(v, strict, (inner) => findField(inner, field));
  const found = findField(v, field);
  if (found !== undefined) return found;
  return v instanceof ObjectValue && v.shape.absent !== undefined ? v.shape.absent(field) : noSuchKey(field);
}

/**
 * Selection from an optional gives an optional; so does a missing part. `strict`: not from a value
 * that has no parts.
 */
function fromOptional(v: Optional, strict: boolean, find: (inner: Value) => Value | undefined): Value {
  if (v.value === undefined) return v;
  if (strict && !hasParts(v.value)) return noSuchOverload();
  const found = find(v.value);
  return isError(found) ? found : new Optional(found);
}

export function hasField(v: Value, field: string): Value {
  if (v instanceof Optional) return v.value === undefined ? false : hasField(v.value, field);
  const found = findField(v, field);
  return isError(found) ? found : found !== undefined;
}

/**
 * An element or entry: undefined where it is absent, an error where a list cannot have such a key.
 */
function findIndex(v: Value, key: Value): Value | undefined {
  if (isList(v)) {
    const at = indexOf(key);
    if (typeof at !== "number") return at;
    return at < 0 || at >= v.length ? undefined : v.at(at);
  }
  if (typeof key === "string" && v instanceof ObjectValue) return findField(v, key);
  if (!isMap(v)) return isError(v) ? v : undefined;
  if (isError(key)) return key;
  return mapGet(v, key);
}

/** The position that a number stands for; -1 for those beyond every list. */
function indexOf(key: Value): number | CelError {
  const n = numberOf(key);
  if (n === undefined) return isError(key) ? key : new CelError(`unsupported index type '${kindOf(key)}' in list`);
  if (typeof n === "bigint") return -1;
  return Number.isInteger(n) ? n : new CelError(`unsupported index value ${n} in list`);
}

function hasParts(v: Value): boolean {
  return isList(v) || isMap(v) || v instanceof ObjectValue || v instanceof Optional;
}

export function index(v: Value, key: Value, strict: boolean): Value {
  if (v instanceof Optional) return fromOptional(v, strict, (inner) => findIndex(inner, key));
  const found = findIndex(v, key);
  if (found !== undefined) return found;
  return isList(v) ? new CelError(`index out of bounds: ${numberOf(key)}`) : noSuchKey(key);
}

export function optionalField(v: Value, field: string, strict: boolean): Value {
  return fromOptional(v instanceof Optional ? v : new Optional(v), strict, (inner) => findField(inner, field));
}

export function optionalIndex(v: Value, key: Value, strict: boolean): Value {
  return fromOptional(v instanceof Optional ? v : new Optional(v), strict, (inner) => findIndex(inner, key));
}
