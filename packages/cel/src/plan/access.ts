import { keyText } from "../values/key-text.ts";
import { isMap, type MapLike, mapGet, ObjectValue, objectGet, ownProperty } from "../values/map.ts";
import { isPlainObject } from "../values/plain.ts";
import { printedType } from "../values/type-name.ts";
import {
  CelError,
  isError,
  isList,
  kindOf,
  noSuchOverload,
  numberOf,
  Optional,
  type Value,
  type ValueKind,
} from "../values/value.ts";

export function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${keyText(key)}`);
}

/**
 * A field of a map or an object: undefined where it is absent, also because the value has no
 * fields.
 */
export function findField(v: Value, field: string): Value | undefined {
  if (isPlainObject(v)) return ownProperty(v, field);
  if (v instanceof ObjectValue) return objectGet(v, field);
  if (isMap(v)) return mapGet(v as MapLike, field);
  if (isList(v)) return indexOf(field) as CelError;
  return isError(v) ? v : undefined;
}

/** The error of a field that `findField` did not find. */
export function absentField(v: Value, field: string): Value {
  return v instanceof ObjectValue && v.shape.absent !== undefined ? v.shape.absent(field) : noSuchKey(field);
}

/**
 * An element or entry: undefined where it is absent, an error where a list cannot have such a key.
 */
export function findIndex(v: Value, key: Value): Value | undefined {
  if (isList(v)) {
    const at = indexOf(key);
    if (typeof at !== "number") return at;
    return at < 0 || at >= v.length ? undefined : v.at(at);
  }
  if (v instanceof ObjectValue) return typeof key === "string" ? findField(v, key) : noSuchOverload();
  if (!isMap(v)) return isError(v) ? v : undefined;
  return mapGet(v, key);
}

/** The error of a key that `findIndex` did not find. */
export function absentIndex(v: Value, key: Value): CelError {
  return isList(v) ? new CelError(`index out of bounds: ${keyText(key)}`) : noSuchKey(key);
}

/** The index that a number denotes; -1 for an index that no list has. */
function indexOf(key: Value): number | CelError {
  const n = numberOf(key);
  if (n === undefined) return new CelError(`unsupported index type '${kindOf(key)}' in list`);
  if (typeof n === "number" ? Number.isInteger(n) && Math.abs(n) < 2 ** 63 : BigInt.asIntN(64, n) === n)
    return Number(n);
  return new CelError(`unsupported index value ${keyText(key)} in list`);
}

const keyKinds: ReadonlySet<ValueKind> = new Set<ValueKind>(["string", "int", "uint", "double", "bool"]);

/** The error for a value that can be the key of nothing; undefined for a possible key. */
export function invalidKey(key: Value): CelError | undefined {
  if (typeof key === "string" || keyKinds.has(kindOf(key))) return undefined;
  return new CelError(`invalid qualifier type: ${printedType(key)}`);
}

export function hasParts(v: Value): boolean {
  return isList(v) || isMap(v) || v instanceof ObjectValue || v instanceof Optional;
}
