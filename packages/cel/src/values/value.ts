import type { Meter } from "./meter.ts";

/**
 * A value of an expression: a plain JavaScript value, or an instance of a class where JavaScript
 * has no such value. 2.0 is a `Double`, so that it differs from the int 2.
 *
 * | CEL                   | JavaScript                                                        |
 * | --------------------- | ----------------------------------------------------------------- |
 * | null, bool, string    | the same                                                          |
 * | int                   | `number` while it is a safe integer, else `bigint`                |
 * | double                | `number` that is no safe integer (2.5, 1e300, NaN), else `Double` |
 * | uint                  | `Uint`                                                            |
 * | bytes                 | `Uint8Array`                                                      |
 * | list                  | array, or `ListValue` for a view                                  |
 * | map                   | plain object, `Map`, or `MapValue`                                |
 * | object                | `ObjectValue`: a plain object seen through its declared type      |
 * | timestamp, duration   | `Timestamp`, `Duration`                                           |
 * | type, optional, other | `TypeValue`, `Optional`, `Opaque`                                 |
 * | error                 | `CelError`: `||` and `&&` absorb errors, so they are values       |
 */
export type Value = null | boolean | string | number | bigint | object;

/** The kinds of values at run time. */
export type ValueKind =
  | "null"
  | "bool"
  | "string"
  | "int"
  | "uint"
  | "double"
  | "bytes"
  | "list"
  | "map"
  | "object"
  | "timestamp"
  | "duration"
  | "type"
  | "optional"
  | "opaque"
  | "error";

/** On the prototype of each class here; data from outside cannot have it. */
export const kindKey: unique symbol = Symbol("cel.kind");

// The `brand` of these classes exists for the type checker only: it keeps classes of one shape
// apart.
/** A double whose value is a safe integer; other doubles are plain numbers. */
export class Double {
  declare readonly brand: "double";
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An unsigned integer of 64 bits. */
export class Uint {
  declare readonly brand: "uint";
  /** A `number` while it is a safe integer, else a `bigint` below 2^64. */
  readonly value: number | bigint;
  constructor(value: number | bigint) {
    this.value = value;
  }
}

/** A type as a value, as `type(x)` returns it. */
export class TypeValue {
  declare readonly brand: "type";
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value that may be absent, of the optionals library. */
export class Optional {
  declare readonly brand: "optional";
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** The behaviour of values of a type that a library defines: equality, zero, text. */
export interface OpaqueKind<T> {
  readonly name: string;
  readonly equals?: (a: T, b: T) => boolean | CelError;
  readonly isZero?: (value: T) => boolean;
  /**
   * The text for messages of a value within an optional of plain data; without it the value is not
   * converted, and undefined means an error without a value.
   */
  readonly plainText?: (value: T) => string | undefined;
  /** Its size for costs. @default 1 */
  readonly size?: (value: T) => number;
}

/** A value of a type that a library defines: an address, a quantity, an authorizer. */
export class Opaque<T = unknown> {
  declare readonly brand: "opaque";
  readonly kind: OpaqueKind<T>;
  readonly data: T;
  constructor(kind: OpaqueKind<T>, data: T) {
    this.kind = kind;
    this.data = data;
  }
}

/** An evaluation error. It travels as a value, and leaves `evaluate` as `{ ok: false }`. */
export class CelError {
  declare readonly brand: "error";
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Equality and concatenation of lists whose declared type is a set or keyed by fields. */
export interface ListSemantics {
  readonly equals: (a: ListLike, b: ListLike, meter: Meter) => boolean | CelError;
  readonly concat: (a: ListLike, b: ListLike, meter: Meter) => Value;
}

interface ListTraits {
  readonly semantics?: ListSemantics | undefined;
  readonly parts?: readonly ListLike[];
}

/** A list that is no array: elements converted when read, or two lists one after the other. */
export class ListValue {
  declare readonly brand: "list";
  readonly length: number;
  readonly at: (index: number) => Value;
  readonly semantics: ListSemantics | undefined;
  /** The lists that it consists of, where it does. */
  readonly parts: readonly ListLike[] | undefined;
  constructor(length: number, at: (index: number) => Value, { semantics, parts }: ListTraits = {}) {
    this.length = length;
    this.at = at;
    this.semantics = semantics;
    this.parts = parts;
  }
}

export type ListLike = readonly Value[] | ListValue;

for (const [type, kind] of [
  [Double, "double"],
  [Uint, "uint"],
  [TypeValue, "type"],
  [Optional, "optional"],
  [Opaque, "opaque"],
  [CelError, "error"],
  [ListValue, "list"],
] as const) {
  Object.defineProperty(type.prototype, kindKey, { value: kind });
}

/** Returns the kind of a value. */
export function kindOf(v: Value): ValueKind {
  switch (typeof v) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isSafeInteger(v) ? "int" : "double";
    case "bigint":
      return "int";
    default:
      if (v === null) return "null";
      if (Array.isArray(v)) return "list";
      return (v as { [kindKey]?: ValueKind })[kindKey] ?? (v instanceof Uint8Array ? "bytes" : "map");
  }
}

export function isError(v: Value | undefined): v is CelError {
  return v instanceof CelError;
}

export function isList(v: Value): v is ListLike {
  return Array.isArray(v) || v instanceof ListValue;
}

export function doubleValue(value: number): Value {
  return Number.isSafeInteger(value) ? new Double(value) : value;
}

export function bigIntValue(value: bigint): number | bigint {
  const n = Number(value);
  return Number.isSafeInteger(n) ? n : value;
}

export function uintValue(value: number | bigint): Uint {
  return new Uint(typeof value === "bigint" ? bigIntValue(value) : value);
}

/** The number of an int, uint or double, or undefined. Ints and uints beyond 2^53 are bigints. */
export function numberOf(v: Value): number | bigint | undefined {
  if (typeof v === "number" || typeof v === "bigint") return v;
  return v instanceof Double || v instanceof Uint ? v.value : undefined;
}

/** The number of a double, or undefined for all other values. */
export function doubleOf(v: Value): number | undefined {
  if (typeof v === "number") return Number.isSafeInteger(v) ? undefined : v;
  return v instanceof Double ? v.value : undefined;
}

/** Data deeper than this is not walked through: the stack is finite. */
export const maxNesting: number = 500;

export function tooDeep(): CelError {
  return new CelError("data is nested too deeply");
}

export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}

/** The elements of a list as an array; copies only views. */
export function arrayOf(list: ListLike): readonly Value[] {
  if (Array.isArray(list)) return list;
  const all: Value[] = [];
  collect(list, all);
  return all;
}

function collect(list: ListLike, all: Value[]): void {
  if (list instanceof ListValue && list.parts) for (const part of list.parts) collect(part, all);
  else for (let i = 0; i < list.length; i++) all.push(list.at(i)!);
}

export const maxListLength: number = 2 ** 22;

/**
 * Two lists as one, without copying long ones: doubling a list again and again must not fill the
 * memory.
 */
export function concatLists(a: ListLike, b: ListLike): Value {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const length = a.length + b.length;
  if (length > maxListLength) return new CelError("list too long");
  if (length <= 64) return [...arrayOf(a), ...arrayOf(b)];
  return new ListValue(length, (i) => (i < a.length ? a.at(i)! : b.at(i - a.length)!), { parts: [a, b] });
}
