import { compareTimestamps, Duration, Timestamp } from "./time.ts";
import { CelError, doubleOf, kindKey, kindOf, TypeValue, Uint, type Value } from "./value.ts";

type NumericKey = number | bigint;
export type PlainKey = string | boolean | NumericKey;

interface MapParts {
  readonly uints?: ReadonlyMap<NumericKey, Value> | undefined;
  readonly others?: readonly (readonly [key: Value, value: Value])[] | undefined;
}

/**
 * A map made by an expression, or a view of a typed one. Keys of type uint are kept apart, since
 * `1` and `1u` may both be keys, and so are those of types that maps usually can't have as keys.
 */
export class MapValue {
  declare readonly brand: "map";
  readonly entries: ReadonlyMap<PlainKey, Value>;
  readonly uints: ReadonlyMap<NumericKey, Value> | undefined;
  readonly others: readonly (readonly [key: Value, value: Value])[] | undefined;
  constructor(entries: ReadonlyMap<PlainKey, Value>, { uints, others }: MapParts = {}) {
    this.entries = entries;
    this.uints = uints;
    this.others = others;
  }
}

/** A plain object as a map whose values are converted when they are read. */
export class MapView {
  declare readonly brand: "map";
  readonly raw: Readonly<Record<string, Value>>;
  readonly adapt: (raw: Value) => Value;
  constructor(raw: Readonly<Record<string, Value>>, adapt: (raw: Value) => Value) {
    this.raw = raw;
    this.adapt = adapt;
  }
}

/** The fields of a declared type, as `ObjectValue` reads them. */
export interface ObjectShape {
  readonly name: string;
  /**
   * Fields in CEL spelling, and how to read each from the raw object: undefined where it is absent.
   */
  readonly fields: ReadonlyMap<string, { readonly read: (raw: Readonly<Record<string, Value>>) => Value | undefined }>;
  /** The readers of fields whose properties have other names, by property. */
  readonly properties?: ReadonlyMap<
    string,
    { readonly read: (raw: Readonly<Record<string, Value>>) => Value | undefined }
  >;
  /** The result of the selection of an absent field. @default an error */
  readonly absent?: (field: string) => Value;
}

/** A plain object seen through its declared type. */
export class ObjectValue {
  declare readonly brand: "object";
  readonly shape: ObjectShape;
  readonly raw: Readonly<Record<string, Value>>;
  constructor(shape: ObjectShape, raw: Readonly<Record<string, Value>>) {
    this.shape = shape;
    this.raw = raw;
  }
}

/** A field of an object, by its spelling or its property; undefined where it has none. */
export function objectGet({ shape, raw }: ObjectValue, key: string): Value | undefined {
  return (shape.fields.get(key) ?? shape.properties?.get(key))?.read(raw);
}

/** The fields that an object has. */
export function objectKeys({ shape, raw }: ObjectValue): string[] {
  return [...shape.fields].flatMap(([name, { read }]) => (read(raw) === undefined ? [] : [name]));
}

for (const [type, kind] of [
  [MapValue, "map"],
  [MapView, "map"],
  [ObjectValue, "object"],
] as const) {
  Object.defineProperty(type.prototype, kindKey, { value: kind });
}

export type MapLike = MapValue | MapView | ReadonlyMap<PlainKey, Value> | Readonly<Record<string, Value>>;

export function isMap(v: Value): v is MapLike {
  return typeof v === "object" && v !== null && kindOf(v) === "map";
}

/** Returns the number of entries of a map. */
export function mapSize(m: MapLike): number {
  if (m instanceof MapValue) return m.entries.size + (m.uints?.size ?? 0) + (m.others?.length ?? 0);
  if (m instanceof Map) return m.size;
  return Object.keys(m instanceof MapView ? m.raw : m).length;
}

/** Returns the keys of a map in insertion order, grouped by type of the key. */
export function mapKeys(m: MapLike): Value[] {
  if (m instanceof MapValue) {
    const uints = [...(m.uints?.keys() ?? [])].map((k) => new Uint(k));
    return [...m.entries.keys(), ...uints, ...(m.others ?? []).map(([key]) => key)];
  }
  if (m instanceof Map) return [...m.keys()];
  return Object.keys(m instanceof MapView ? m.raw : m);
}

/**
 * The value under a key, found across numeric types; undefined where there is none. Keys like
 * `__proto__` are plain keys.
 */
export function mapGet(m: MapLike, key: Value): Value | undefined {
  if (m instanceof MapValue) return getEntry(m, key);
  if (m instanceof Map) return getEntry(new MapValue(m), key);
  if (typeof key !== "string") return undefined;
  if (m instanceof MapView) {
    const raw = ownProperty(m.raw, key);
    return raw === undefined ? undefined : m.adapt(raw);
  }
  return ownProperty(m as Readonly<Record<string, Value>>, key);
}

export function ownProperty(o: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(o, key) ? o[key] : undefined;
}

function getEntry(m: MapValue, key: Value): Value | undefined {
  if (m.others) {
    const found = m.others.find(([other]) => sameKey(other, key));
    if (found) return found[1];
  }
  if (typeof key === "string" || typeof key === "boolean") return m.entries.get(key);
  const number = numericKey(key);
  if (number === undefined) return undefined;
  if (key instanceof Uint && m.uints?.has(number)) return m.uints.get(number);
  const found = m.entries.get(number);
  if (found !== undefined) return found;
  // Large doubles are kept as they are.
  const double = typeof number === "bigint" ? doubleOf(key) : undefined;
  const large = double === undefined ? undefined : m.entries.get(double);
  return large === undefined ? m.uints?.get(number) : large;
}

/**
 * Whether keys of unusual types are the same: times by value, lists and the like only if they are
 * one.
 */
function sameKey(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  const double = doubleOf(a);
  return double !== undefined && double === doubleOf(b);
}

/** The number that a key denotes; undefined for other keys. */
function numericKey(key: Value): NumericKey | undefined {
  if (key instanceof Uint) return key.value;
  if (typeof key === "bigint") return key;
  const double = doubleOf(key);
  if (double === undefined) return typeof key === "number" ? key : undefined;
  if (!Number.isInteger(double)) return double;
  return Number.isSafeInteger(double) ? double : BigInt(double);
}

/**
 * Collects the entries of a map literal or of a transformation. Of a repeated key the first or the
 * last value counts.
 */
export interface MapBuilder {
  /** False where the key was there before. */
  readonly add: (key: Value, value: Value) => boolean | CelError;
  readonly build: () => MapValue;
}

export function createMapBuilder(repeated: "keep" | "replace" = "keep"): MapBuilder {
  const entries = new Map<PlainKey, Value>();
  let uints: Map<NumericKey, Value> | undefined;
  let others: [Value, Value][] | undefined;
  const addOther = (key: Value, value: Value): boolean | CelError => {
    if (key instanceof Uint8Array) {
      return new CelError("internal error: runtime error: hash of unhashable type types.Bytes");
    }
    others ??= [];
    const existing = others.find(([other]) => sameKey(other, key));
    if (existing) existing[1] = value;
    else others.push([key, value]);
    return existing === undefined;
  };
  return {
    add(key, value) {
      if (key instanceof Uint) {
        uints ??= new Map();
        const isNew = !uints.has(key.value) && (repeated === "replace" || !entries.has(key.value));
        if (isNew || repeated === "replace") uints.set(key.value, value);
        return isNew;
      }
      const kind = kindOf(key);
      // A fraction is a key that only the same fraction finds.
      const isFraction = repeated === "replace" && typeof key === "number" && kind === "double";
      if (kind !== "string" && kind !== "bool" && kind !== "int" && !isFraction) {
        return repeated === "replace" ? addOther(key, value) : new CelError(`unsupported key type: ${kind}`);
      }
      const isNew = !entries.has(key as PlainKey) && (repeated === "replace" || !uints?.has(key as NumericKey));
      if (isNew || repeated === "replace") entries.set(key as PlainKey, value);
      return isNew;
    },
    build: () => new MapValue(entries, { uints, others }),
  };
}
