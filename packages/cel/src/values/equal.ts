import { isMap, type MapLike, mapGet, mapKeys, mapSize, ObjectValue } from "./map.ts";
import { compareBytes } from "./text.ts";
import { compareTimestamps, Duration, Timestamp } from "./time.ts";
import {
  CelError,
  isList,
  type ListLike,
  ListValue,
  noSuchOverload,
  numberOf,
  Opaque,
  Optional,
  TypeValue,
  type Value,
} from "./value.ts";

/** Data deeper than this is not compared: the stack is finite. */
const maxDepth = 2000;

/** CEL equality. Values of different types differ; numbers compare by value; an object compares with its own type only. */
export function equal(a: Value, b: Value, depth = 0): boolean | CelError {
  if (depth > maxDepth) return new CelError("data is nested too deeply");
  if (a === b && !(a instanceof Opaque)) return true;
  if (typeof a === "string" || typeof a === "boolean" || a === null || b === null) return false;
  const x = numberOf(a);
  if (x !== undefined) {
    const y = numberOf(b);
    return y !== undefined && (typeof x === typeof y ? x === y : Number(x) === Number(y));
  }
  if (isList(a)) return isList(b) ? equalLists(a, b, depth + 1) : equalOther(a, b, depth + 1);
  if (isMap(a)) return isMap(b) ? equalMaps(a, b, depth + 1) : equalOther(a, b, depth + 1);
  return equalOther(a, b, depth + 1);
}

function equalOther(a: Value, b: Value, depth: number): boolean | CelError {
  if (a instanceof ObjectValue || b instanceof ObjectValue) return equalObjects(a, b, depth);
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, depth);
  if (a instanceof Opaque) {
    if (!(b instanceof Opaque) || b.kind.name !== a.kind.name) return noSuchOverload();
    return a.kind.equals ? a.kind.equals(a.data, b.data) : noSuchOverload();
  }
  return false;
}

function equalOptionals(a: Optional, b: Optional, depth: number): boolean | CelError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equal(a.value, b.value, depth);
}

function equalLists(a: ListLike, b: ListLike, depth: number): boolean | CelError {
  if (a instanceof ListValue && a.semantics) return a.semantics.equals(a, b);
  return equalElements(a, b, depth);
}

/** Element by element, in order. An error counts only if nothing differs. */
function equalElements(a: ListLike, b: ListLike, depth: number): boolean | CelError {
  if (a.length !== b.length) return false;
  let error: CelError | undefined;
  for (let i = 0; i < a.length; i++) {
    const same = equal(a.at(i)!, b.at(i)!, depth);
    if (same === false) return false;
    if (same !== true) error ??= same;
  }
  return error ?? true;
}

function equalMaps(a: MapLike, b: MapLike, depth: number): boolean | CelError {
  if (mapSize(a) !== mapSize(b)) return false;
  let error: CelError | undefined;
  for (const key of mapKeys(a)) {
    const other = mapGet(b, key);
    if (other === undefined) return false;
    const same = equal(mapGet(a, key)!, other, depth);
    if (same === false) return false;
    if (same !== true) error ??= same;
  }
  return error ?? true;
}

function equalObjects(a: Value, b: Value, depth: number): boolean | CelError {
  if (!(a instanceof ObjectValue) || !(b instanceof ObjectValue) || a.shape.name !== b.shape.name)
    return noSuchOverload();
  for (const [name, field] of a.shape.fields) {
    const x = field.read(a.raw);
    const y = field.read(b.raw);
    // A null that the type allows is there, but is nothing that could equal another.
    if (a.raw[name] === null || b.raw[name] === null) return false;
    if (x === undefined || y === undefined) {
      if (x !== y) return false;
      continue;
    }
    const same = equal(x, y, depth);
    if (same !== true) return same;
  }
  return true;
}
