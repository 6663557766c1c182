import type { FieldType } from "../declarations/native-type.ts";
import type { ObjectTypeInfo } from "../declarations/scope.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  type Type,
  timestampType,
  uintType,
  wrapperOf,
} from "../declarations/types.ts";
import { MapValue } from "../values/map.ts";
import { Duration, durationInRange, Timestamp, timestampInRange } from "../values/time.ts";
import { CelError, Double, numberOf, Uint, type Value } from "../values/value.ts";
import type { Library } from "./library.ts";

type Fields = ReadonlyMap<string, Value>;

function message(
  name: string,
  fields: Readonly<Record<string, Type>>,
  constructed: Type,
  construct: (given: Fields) => Value,
): ObjectTypeInfo {
  const types = new Map<string, FieldType>(Object.entries(fields).map(([k, type]) => [k, { type }]));
  return { name: `google.protobuf.${name}`, fields: types, constructed, construct };
}

/** A message with one field, which stands for that field's value. */
function wrapper(name: string, type: Type, zero: Value, check: (v: Value) => Value = (v) => v): ObjectTypeInfo {
  return message(name, { value: type }, wrapperOf(type), (given) => check(given.get("value") ?? zero));
}

function inRange(low: number, high: number): (v: Value) => Value {
  return (v) => {
    const n = numberOf(v)!;
    return n < low || n > high ? new CelError("range error") : v;
  };
}

const zeroUint: Uint = new Uint(0);
const zeroDouble: Double = new Double(0);

function seconds(given: Fields): { readonly seconds: bigint; readonly nanos: bigint } {
  const part = (name: string): bigint => BigInt(numberOf(given.get(name) ?? 0)!);
  return { seconds: part("seconds"), nanos: part("nanos") };
}

function duration(given: Fields): Value {
  const t = seconds(given);
  const d = durationInRange(t.seconds * 1_000_000_000n + t.nanos);
  return d instanceof Duration ? d : new CelError("duration overflow");
}

function timestamp(given: Fields): Value {
  const t = seconds(given);
  return timestampInRange(new Timestamp(Number(t.seconds), Number(t.nanos)));
}

/** The one field that is given. */
function oneOf(given: Fields): Value {
  if (given.size > 1) return new CelError("only one field of a google.protobuf.Value can be set");
  const [field] = given;
  return field === undefined || field[0] === "null_value" ? null : field[1];
}

const time = { seconds: intType, nanos: intType };
const struct = mapOf(stringType, dynType);

/**
 * The messages that stand for plain values, so that `google.protobuf.Int32Value{value: 1}` is 1.
 */
export function wellKnownLibrary(): Library {
  return {
    name: "well-known types",
    constants: { "google.protobuf.NullValue.NULL_VALUE": { type: intType, value: 0 } },
    objectTypes: [
      wrapper("BoolValue", boolType, false),
      wrapper("BytesValue", bytesType, new Uint8Array()),
      wrapper("DoubleValue", doubleType, zeroDouble),
      wrapper("FloatValue", doubleType, zeroDouble),
      wrapper("Int32Value", intType, 0, inRange(-(2 ** 31), 2 ** 31 - 1)),
      wrapper("Int64Value", intType, 0),
      wrapper("StringValue", stringType, ""),
      wrapper("UInt32Value", uintType, zeroUint, inRange(0, 2 ** 32 - 1)),
      wrapper("UInt64Value", uintType, zeroUint),
      message("Duration", time, durationType, duration),
      message("Timestamp", time, timestampType, timestamp),
      message("Struct", { fields: struct }, struct, (given) => given.get("fields") ?? new MapValue(new Map())),
      message("ListValue", { values: listOf(dynType) }, listOf(dynType), (given) => given.get("values") ?? []),
      message(
        "Value",
        {
          null_value: dynType,
          number_value: doubleType,
          string_value: stringType,
          bool_value: boolType,
          struct_value: struct,
          list_value: listOf(dynType),
        },
        dynType,
        oneOf,
      ),
    ],
  };
}
