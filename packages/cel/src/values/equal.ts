import { isMap, type MapLike, mapGet, mapKeys, mapSize, ObjectValue, ownProperty } from "./map.ts";
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
 * CEL equality. Values of different types differ; numbers compare by value; an object equals only
 * objects of its type. The elements of lists and maps count as work, since the cost of a comparison
 * covers only its outermost values.
 */
export function equal(a: Value, b: Value, meter: Meter): boolean | CelError {
  return equalPlain(a, b) ?? new Comparison(meter, 0).compound(a, b);
}

/** Equality of values inside others: comparing them counts as work. */
export function equalInside(a: Value, b: Value, meter: Meter): boolean | CelError {
  countWork(a, meter);
  return equalPlain(a, b) ?? new Comparison(meter, 1).compound(a, b);
}

function countWork(a: Value, meter: Meter): void {
  work(meter, typeof a === "string" ? 1 + (a.length >> 4) : 1);
}

/** Undefined for values with others inside. */
function equalPlain(a: Value, b: Value): boolean | undefined {
  if (a === b && !(a instanceof Opaque)) return true;
  if (typeof a === "string" || typeof a === "boolean" || a === null || b === null) return false;
  const x = numberOf(a);
  if (x !== undefined) {
    const y = numberOf(b);
    return y !== undefined && (typeof x === typeof y ? x === y : Number(x) === Number(y));
  }
  if (isList(a) || isMap(a) || a instanceof ObjectValue || b instanceof ObjectValue) return undefined;
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  return undefined;
}

/** Compares values with others inside. */
class Comparison {
  readonly #meter: Meter;
  /** Of the values that are being compared. */
  #depth: number;

  constructor(meter: Meter, depth: number) {
    this.#meter = meter;
    this.#depth = depth;
  }

  compound(a: Value, b: Value): boolean | CelError {
    this.#depth++;
    const same = this.#inside(a, b);
    this.#depth--;
    return same;
  }

  #inside(a: Value, b: Value): boolean | CelError {
    if (isList(a) && isList(b)) return this.#lists(a, b);
    if (!isList(a) && isMap(a) && isMap(b)) return this.#maps(a, b);
    if (a instanceof ObjectValue || b instanceof ObjectValue) return this.#objects(a, b);
    if (a instanceof Optional) return b instanceof Optional && this.#optionals(a, b);
    if (a instanceof Opaque) {
      if (!(b instanceof Opaque) || b.kind.name !== a.kind.name) return noSuchOverload();
      return a.kind.equals ? a.kind.equals(a.data, b.data) : noSuchOverload();
    }
    return false;
  }

  #nested(a: Value, b: Value): boolean | CelError {
    if (this.#depth > maxNesting) return tooDeep();
    countWork(a, this.#meter);
    return equalPlain(a, b) ?? this.compound(a, b);
  }

  #optionals(a: Optional, b: Optional): boolean | CelError {
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    return this.#nested(a.value, b.value);
  }

  #lists(a: ListLike, b: ListLike): boolean | CelError {
    if (a instanceof ListValue && a.semantics) return a.semantics.equals(a, b, this.#meter);
    if (a.length !== b.length) return false;
    // Element by element, in order. Two that cannot be compared do not differ.
    for (let i = 0; i < a.length; i++) {
      const same = this.#nested(a.at(i)!, b.at(i)!);
      if (same === false || isTooDeep(same)) return same;
    }
    return true;
  }

  #maps(a: MapLike, b: MapLike): boolean | CelError {
    if (mapSize(a) !== mapSize(b)) return false;
    for (const key of mapKeys(a)) {
      const other = mapGet(b, key);
      if (other === undefined) return false;
      const same = this.#nested(mapGet(a, key)!, other);
      if (same === false || isTooDeep(same)) return same;
    }
    return true;
  }

  #objects(a: Value, b: Value): boolean | CelError {
    if (!(a instanceof ObjectValue) || !(b instanceof ObjectValue)) return false;
    if (a.shape.name !== b.shape.name) return noSuchOverload();
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
      const same = this.#nested(x, y);
      if (same !== true) return same;
    }
    return this.#undeclared(a, b);
  }

  /**
   * Members that the type does not declare are compared as they are. As in kube-apiserver, their
   * number counts, but not whether their names are the same.
   */
  #undeclared(a: ObjectValue, b: ObjectValue): boolean | CelError {
    const names = undeclaredOf(a);
    if (names.length !== undeclaredOf(b).length) return false;
    for (const name of names) {
      const other = ownProperty(b.raw, name);
      if (other === undefined) continue;
      const same = this.#nested(a.raw[name]!, other);
      if (same !== true) return same;
    }
    return true;
  }
}

function undeclaredOf({ shape: { fields, properties }, raw }: ObjectValue): string[] {
  return Object.keys(raw).filter(
    (name) => raw[name] !== undefined && !fields.has(name) && properties?.has(name) !== true,
  );
}

function isTooDeep(same: boolean | CelError): boolean {
  return typeof same !== "boolean" && same.message === tooDeep().message;
}
