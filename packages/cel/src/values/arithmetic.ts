import { Duration, durationInRange, Timestamp, timestampFromNanos, timestampInRange, timestampNanos } from "./time.ts";
import { bigIntValue, CelError, doubleOf, doubleValue, noSuchOverload, Uint, uintValue, type Value } from "./value.ts";

/** In UTF-16 units: no more than the default budget lets an expression make. */
export const maxStringLength: number = 2 ** 26;

/** An operation on two numbers of one type. */
interface Operation {
  readonly ints: (a: bigint, b: bigint) => bigint | CelError;
  /** Undefined for an operation that doubles do not have. */
  readonly doubles?: (a: number, b: number) => number;
}

const addition: Operation = { ints: (x, y) => x + y, doubles: (x, y) => x + y };
const subtraction: Operation = { ints: (x, y) => x - y, doubles: (x, y) => x - y };
const multiplication: Operation = { ints: (x, y) => x * y, doubles: (x, y) => x * y };
const division: Operation = {
  ints: (x, y) => (y === 0n ? new CelError("division by zero") : x / y),
  doubles: (x, y) => x / y,
};
const remainder: Operation = {
  ints: (x, y) => {
    if (y === 0n) return new CelError("modulus by zero");
    // As for the division, whose result is out of range.
    return y === -1n && x === -(1n << 63n) ? new CelError("integer overflow") : x % y;
  },
};

/** The result for numbers of one type; undefined for other values. */
function numeric(a: Value, b: Value, { ints, doubles }: Operation): Value | undefined {
  const x = doubleOf(a);
  if (x !== undefined) {
    const y = doubleOf(b);
    return y === undefined || !doubles ? undefined : doubleValue(doubles(x, y));
  }
  if (a instanceof Uint) {
    if (!(b instanceof Uint)) return undefined;
    const r = ints(BigInt(a.value), BigInt(b.value));
    if (typeof r !== "bigint") return r;
    return BigInt.asUintN(64, r) === r ? uintValue(r) : new CelError("unsigned integer overflow");
  }
  if (!isInt(a) || !isInt(b)) return undefined;
  const r = ints(BigInt(a), BigInt(b));
  if (typeof r !== "bigint") return r;
  return BigInt.asIntN(64, r) === r ? bigIntValue(r) : new CelError("integer overflow");
}

function isInt(v: Value): v is number | bigint {
  return typeof v === "bigint" || (typeof v === "number" && Number.isSafeInteger(v));
}

export function add(a: Value, b: Value): Value {
  if (typeof a === "string" && typeof b === "string") {
    return a.length + b.length > maxStringLength ? new CelError("string too long") : a + b;
  }
  const n = numeric(a, b, addition);
  if (n !== undefined) return n;
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    const sum = new Uint8Array(a.length + b.length);
    sum.set(a);
    sum.set(b, a.length);
    return sum;
  }
  return addTimes(a, b) ?? noSuchOverload();
}

function addTimes(a: Value, b: Value): Value | undefined {
  if (a instanceof Duration && b instanceof Duration) return durationInRange(a.nanos + b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) return shift(a, b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) return shift(b, a.nanos);
  return undefined;
}

function shift(t: Timestamp, nanos: bigint): Value {
  return timestampInRange(timestampFromNanos(timestampNanos(t) + nanos, t.offsetMinutes));
}

export function subtract(a: Value, b: Value): Value {
  const n = numeric(a, b, subtraction);
  if (n !== undefined) return n;
  if (a instanceof Duration && b instanceof Duration) return durationInRange(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) {
    return b.nanos === -(1n << 63n) ? new CelError("integer overflow") : shift(a, -b.nanos);
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return timeBetween(a, b);
  return noSuchOverload();
}

/** The shortest duration of 64 bits counts as out of range, as the original has it. */
function timeBetween(a: Timestamp, b: Timestamp): Value {
  const nanos = timestampNanos(a) - timestampNanos(b);
  return nanos === -(1n << 63n) ? new CelError("integer overflow") : durationInRange(nanos);
}

export function multiply(a: Value, b: Value): Value {
  return numeric(a, b, multiplication) ?? noSuchOverload();
}

export function divide(a: Value, b: Value): Value {
  return numeric(a, b, division) ?? noSuchOverload();
}

export function modulo(a: Value, b: Value): Value {
  return numeric(a, b, remainder) ?? noSuchOverload();
}

export function negate(a: Value): Value {
  const x = doubleOf(a);
  if (x !== undefined) return doubleValue(-x);
  if (typeof a === "number") return 0 - a;
  if (typeof a === "bigint") {
    return a === -(1n << 63n) ? new CelError("integer overflow") : bigIntValue(-a);
  }
  if (a instanceof Duration) return durationInRange(-a.nanos);
  return noSuchOverload();
}
