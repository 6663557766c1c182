import { isMap, type MapLike, mapGet, mapKeys, mapSize, ObjectValue } from "./map.ts";
import { type Meter, work } from "./meter.ts";
import { compareBytes } from "./text.ts";
import { compareTimestamps, Duration, Timestamp } from "./time.ts";
import {
  type CelError,
  isList,
  type ListLike,
  ListValue,
  maxNesting,
  noSuchOverload,
  numberOf,
  Opaque,
  Optional,
  TypeValue,
  tooDeep,
  type Value,
} from "./value.ts";

/**
 * CEL equality. Values of different types differ; numbers compare by value; an object compares with
 * its own type only. What is inside lists and maps counts as work, since the cost of a comparison
 * is that of its outermost values.
 */
export function equal(a: Value, b: Value, meter: Meter, depth = 0): boolean | CelError {
  if (depth > maxNesting) return tooDeep();
  if (depth > 0) work(meter, typeof a === "string" ? 1 + (a.length >> 4) : 1);
  if (a === b && !(a instanceof Opaque)) return true;
  if (typeof a === "string" || typeof a === "boolean" || a === null || b === null) return false;
  const x = numberOf(a);
  if (x !== undefined) {
    const y = numberOf(b);
    return y !== undefined && (typeof x === typeof y ? x === y : Number(x) === Number(y));
  }
  if (isList(a)) return isList(b) ? equalLists(a, b, meter, depth + 1) : equalOther(a, b, meter, depth + 1);
  if (isMap(a)) return isMap(b) ? equalMaps(a, b, meter, depth + 1) : equalOther(a, b, meter, depth + 1);
  return equalOther(a, b, meter, depth + 1);
}

function equalOther(a: Value, b: Value, meter: Meter, depth: number): boolean | CelError {
  if (a instanceof ObjectValue || b instanceof ObjectValue) return equalObjects(a, b, meter, depth);
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, meter, depth);
  if (a instanceof Opaque) {
    if (!(b instanceof Opaque) || b.kind.name !== a.kind.name) return noSuchOverload();
    return a.kind.equals ? a.kind.equals(a.data, b.data) : noSuchOverload();
  }
  return false;
}

function equalOptionals(a: Optional, b: Optional, meter: Meter, depth: number): boolean | CelError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equal(a.value, b.value, meter, depth);
}

function equalLists(a: ListLike, b: ListLike, meter: Meter, depth: number): boolean | CelError {
  if (a instanceof ListValue && a.semantics) return a.semantics.equals(a, b, meter);
  return equalElements(a, b, meter, depth);
}

/** Element by element, in order. Two that cannot be compared do not differ. */
function equalElements(a: ListLike, b: ListLike, meter: Meter, depth: number): boolean | CelError {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const same = equal(a.at(i)!, b.at(i)!, meter, depth);
    if (same === false || isTooDeep(same)) return same;
  }
  return true;
}

function isTooDeep(same: boolean | CelError): boolean {
  return typeof same !== "boolean" && same.message === tooDeep().message;
}

function equalMaps(a: MapLike, b: MapLike, meter: Meter, depth: number): boolean | CelError {
  if (mapSize(a) !== mapSize(b)) return false;
  for (const key of mapKeys(a)) {
    const other = mapGet(b, key);
    if (other === undefined) return false;
    const same = equal(mapGet(a, key)!, other, meter, depth);
    if (same === false || isTooDeep(same)) return same;
  }
  return true;
}

function equalObjects(a: Value, b: Value, meter: Meter, depth: number): boolean | CelError {
  if (!(a instanceof ObjectValue) || !(b instanceof ObjectValue) || a.shape.name !== b.shape.name)
    return noSuchOverload();
  // Types of a family have the fields that they were made with.
  if (a.shape.fields.size !== b.shape.fields.size) return false;
  for (const [name, field] of a.shape.fields) {
    const x = field.read(a.raw);
    const y = field.read(b.raw);
    // A null that the type allows is there, but is nothing that could equal another.
    if (a.raw[name] === null || b.raw[name] === null) return false;
    if (x === undefined || y === undefined) {
      if (x !== y) return false;
      continue;
    }
    const same = equal(x, y, meter, depth);
    if (same !== true) return same;
  }
  return true;
}
