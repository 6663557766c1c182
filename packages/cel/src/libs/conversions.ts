import { traversalCost, traversalFactor } from "../cost/actual.ts";
import type { FunctionDeclaration, Implementation, Overload } from "../declarations/functions.ts";
import { type Range, scaled, times } from "../declarations/size.ts";
import { isMap, mapSize, ObjectValue } from "../values/map.ts";
import { formatDouble, roundedShift } from "../values/text.ts";
import {
  Duration,
  formatDuration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
  timestampInRange,
} from "../values/time.ts";
import { typeName } from "../values/type-name.ts";
import {
  bigIntValue,
  CelError,
  doubleOf,
  doubleValue,
  isList,
  numberOf,
  Opaque,
  TypeValue,
  Uint,
  uintValue,
  type Value,
} from "../values/value.ts";
import { over } from "./library.ts";

function conversionError(v: Value, to: string): CelError {
  return new CelError(`type conversion error from '${typeName(v)}' to '${to}'`);
}

const intLimit = 2 ** 63;

function toInt(v: Value): Value {
  const double = doubleOf(v);
  if (double !== undefined) {
    const inRange = double > -intLimit && double < intLimit;
    return inRange ? bigIntValue(BigInt(Math.trunc(double))) : new CelError("integer overflow");
  }
  if (typeof v === "string")
    return parseInteger(v, /^[+-]?\d+$/, (n) => BigInt.asIntN(64, n)) ?? conversionError(v, "int");
  if (v instanceof Uint) return v.value < 2n ** 63n ? v.value : new CelError("integer overflow");
  if (v instanceof Timestamp) return v.seconds;
  if (v instanceof Duration) return bigIntValue(v.nanos);
  return numberOf(v) ?? conversionError(v, "int");
}

function parseInteger(text: string, form: RegExp, wrap: (n: bigint) => bigint): number | bigint | undefined {
  if (!form.test(text)) return undefined;
  const digits = text.replace(/^[+-]?0*(?=\d)/, "");
  if (digits.length > 20) return undefined;
  const n = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  return wrap(n) === n ? bigIntValue(n) : undefined;
}

function toUint(v: Value): Value {
  const overflow = new CelError("unsigned integer overflow");
  const double = doubleOf(v);
  if (double !== undefined) return double >= 0 && double < 2 ** 64 ? uintValue(BigInt(Math.trunc(double))) : overflow;
  if (typeof v === "string") {
    const n = parseInteger(v, /^\d+$/, (x) => BigInt.asUintN(64, x));
    return n === undefined ? conversionError(v, "uint") : uintValue(n);
  }
  if (v instanceof Uint) return v;
  const n = numberOf(v);
  if (n === undefined) return conversionError(v, "uint");
  return n < 0 ? overflow : uintValue(n);
}

const decimalForm = /^[+-]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?$/;

function toDouble(v: Value): Value {
  if (typeof v === "string") return parseDouble(v) ?? conversionError(v, "double");
  const n = numberOf(v);
  return n === undefined ? conversionError(v, "double") : doubleValue(Number(n));
}

const hexForm = /^([+-]?)0[xX]((?:_?[0-9a-fA-F])*)(?:\.([0-9a-fA-F](?:_?[0-9a-fA-F])*)?)?[pP]([+-]?\d(?:_?\d)*)$/;

/**
 * A hexadecimal fraction times a power of two, rounded to the nearest double, to the even one of
 * two.
 */
function parseHexDouble([, sign, whole = "", fraction = "", power]: RegExpExecArray): Value | undefined {
  const rest = fraction.replaceAll("_", "");
  const digits = whole.replaceAll("_", "") + rest;
  if (digits === "") return undefined;
  const mantissa = BigInt(`0x${digits}`);
  const bits = mantissa === 0n ? 0 : mantissa.toString(2).length;
  const exponent = Number(power!.replaceAll("_", "")) - 4 * rest.length;
  // The last bit that a double of this size keeps.
  const last = Math.max(bits + exponent - 53, -1074);
  const dropped = last - exponent;
  if (bits > 0 && bits + exponent > 1024) return undefined;
  if (mantissa === 0n || dropped > bits + 1) return doubleValue(sign === "-" ? -0 : 0);
  const kept = dropped <= 0 ? mantissa : roundedShift(mantissa, BigInt(dropped));
  const value = scaledByPower(Number(kept), dropped <= 0 ? exponent : last);
  return Number.isFinite(value) ? doubleValue(sign === "-" ? -value : value) : undefined;
}

/** `n * 2^exponent` in two steps, neither of which leaves the range of doubles before its time. */
function scaledByPower(n: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return n * 2 ** half * 2 ** (exponent - half);
}

function parseDouble(text: string): Value | undefined {
  if (decimalForm.test(text)) {
    const n = Number(text.replaceAll("_", ""));
    return Number.isFinite(n) ? doubleValue(n) : undefined;
  }
  const hex = hexForm.exec(text);
  if (hex) return parseHexDouble(hex);
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(text);
  if (infinite) return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^nan$/i.test(text) ? Number.NaN : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

function toText(v: Value): Value {
  if (typeof v === "string") return v;
  if (typeof v === "boolean") return String(v);
  const double = doubleOf(v);
  if (double !== undefined) return formatDouble(double);
  if (v instanceof Uint8Array) return decode(v);
  if (v instanceof Timestamp) return formatTimestamp(v);
  if (v instanceof Duration) return formatDuration(v);
  const n = numberOf(v);
  return n === undefined ? conversionError(v, "string") : String(n);
}

function decode(bytes: Uint8Array): Value {
  try {
    return decoder.decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

const trueWords: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const falseWords: ReadonlySet<string> = new Set(["0", "f", "F", "false", "FALSE", "False"]);

function toBool(v: Value): Value {
  if (typeof v === "boolean") return v;
  if (typeof v === "string" && trueWords.has(v)) return true;
  if (typeof v === "string" && falseWords.has(v)) return false;
  return conversionError(v, "bool");
}

export function toTimestamp(v: Value): Value {
  if (v instanceof Timestamp) return v;
  if (typeof v === "string") {
    const parsed = parseTimestamp(v);
    return parsed ? timestampInRange(parsed) : conversionError(v, "google.protobuf.Timestamp");
  }
  if (typeof v === "number" && Number.isSafeInteger(v)) return timestampInRange(new Timestamp(v, 0));
  return typeof v === "bigint" ? new CelError("timestamp overflow") : conversionError(v, "google.protobuf.Timestamp");
}

export function toDuration(v: Value): Value {
  if (v instanceof Duration) return v;
  const parsed = typeof v === "string" ? parseDuration(v) : undefined;
  return parsed ?? conversionError(v, "google.protobuf.Duration");
}

function conversion(name: string, impl: Implementation, overloads: readonly Overload[]): FunctionDeclaration {
  return { name, fold: true, overloads: overloads.map((o) => ({ ...o, impl })) };
}

function typeOf(v?: Value): Value {
  return new TypeValue(typeName(v!));
}

/** The conversions to a type, by the types that they convert. */
function rows(type: string, impl: Implementation, from: Readonly<Record<string, string>>): FunctionDeclaration {
  const overloads = Object.entries(from).map(([source, id]) => over(id, `${type}(${source}): ${type}`, impl));
  return conversion(type, impl, overloads);
}

/** Conversions of strings to bytes and back look at each character. */
function byLength(resultSize: (size: Range) => Range): Partial<Overload> {
  return {
    cost: (v) => traversalCost(v!),
    dynCost: false,
    estimate: ([arg]) => ({ cost: scaled(arg!.size, traversalFactor), resultSize: resultSize(arg!.size) }),
  };
}

// A character takes at most four bytes.
const charactersOf = (size: Range): Range => ({ min: Math.floor(size.min / 4), max: size.max });
const bytesOf = (size: Range): Range => times(size, { min: 1, max: 4 });

const lengthCosts: ReadonlyMap<string, Partial<Overload>> = new Map([
  ["bytes_to_string", byLength(charactersOf)],
  ["string_to_bytes", byLength(bytesOf)],
]);

function withCost(declaration: FunctionDeclaration): FunctionDeclaration {
  return { ...declaration, overloads: declaration.overloads.map((o) => ({ ...o, ...lengthCosts.get(o.id) })) };
}

const toDyn: FunctionDeclaration = {
  name: "dyn",
  fold: true,
  overloads: [over("to_dyn", "dyn(A): dyn", (v) => v!)],
};

export const conversionFunctions: readonly FunctionDeclaration[] = [
  rows("int", toInt, {
    int: "int64_to_int64",
    double: "double_to_int64",
    duration: "duration_to_int64",
    string: "string_to_int64",
    timestamp: "timestamp_to_int64",
    uint: "uint64_to_int64",
  }),
  rows("uint", toUint, {
    uint: "uint64_to_uint64",
    double: "double_to_uint64",
    int: "int64_to_uint64",
    string: "string_to_uint64",
  }),
  rows("double", toDouble, {
    double: "double_to_double",
    int: "int64_to_double",
    string: "string_to_double",
    uint: "uint64_to_double",
  }),
  rows("bool", toBool, { bool: "bool_to_bool", string: "string_to_bool" }),
  withCost(
    rows("string", toText, {
      string: "string_to_string",
      bool: "bool_to_string",
      bytes: "bytes_to_string",
      double: "double_to_string",
      duration: "duration_to_string",
      int: "int64_to_string",
      timestamp: "timestamp_to_string",
      uint: "uint64_to_string",
    }),
  ),
  withCost(
    rows("bytes", (v) => (typeof v === "string" ? encoder.encode(v) : v!), {
      bytes: "bytes_to_bytes",
      string: "string_to_bytes",
    }),
  ),
  rows("timestamp", toTimestamp, {
    timestamp: "timestamp_to_timestamp",
    int: "int64_to_timestamp",
    string: "string_to_timestamp",
  }),
  rows("duration", toDuration, {
    duration: "duration_to_duration",
    int: "int64_to_duration",
    string: "string_to_duration",
  }),
  toDyn,
  conversion("type", typeOf, [over("type", "type(A): type(A)", typeOf)]),
];

/** 0001-01-01T00:00:00Z, the zero of timestamps. */
const zeroSeconds = -62_135_596_800;

/** Whether a value is the zero of its type, for `optional.ofNonZeroValue`. */
export function isZero(v: Value): boolean {
  if (v === null || v === false || v === "") return true;
  const n = numberOf(v);
  if (n !== undefined) return Number(n) === 0;
  if (isList(v) || v instanceof Uint8Array) return v.length === 0;
  if (v instanceof Duration) return v.nanos === 0n;
  if (v instanceof Timestamp) return v.seconds === zeroSeconds && v.nanos === 0;
  if (v instanceof Opaque) return v.kind.isZero?.(v.data) ?? false;
  if (v instanceof ObjectValue) return Object.keys(v.raw).length === 0;
  return isMap(v) && mapSize(v) === 0;
}
