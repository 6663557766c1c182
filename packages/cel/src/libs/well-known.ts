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
import { Duration, timestampFromNanos } from "../values/time.ts";
import { CelError, Double, isError, numberOf, Uint, type Value } from "../values/value.ts";
import type { Library } from "./library.ts";
import { type NativeType, nativeField } from "./native-fields.ts";

type Fields = ReadonlyMap<string, Value>;

interface MessageParts {
  readonly fields: Readonly<Record<string, Type>>;
  /** Types of fields that the language does not have. */
  readonly natives?: Readonly<Record<string, NativeType>>;
  readonly constructed: Type;
  readonly construct: (fields: Fields) => Value;
}

function message(shortName: string, { fields, natives = {}, constructed, construct }: MessageParts): ObjectTypeInfo {
  const name = `google.protobuf.${shortName}`;
  const types = new Map<string, FieldType>(Object.entries(fields).map(([k, type]) => [k, { type }]));
  const nativeTypes = Object.entries(natives);
  const convertAndConstruct = (fields: Fields): Value => {
    const converted = new Map(fields);
    for (const [field, type] of nativeTypes) {
      const value = fields.get(field);
      if (value === undefined) continue;
      const native = nativeField(value, type);
      if (isError(native))
        return new CelError(`field type conversion error for ${name}.${field} value type: ${native.message}`);
      converted.set(field, native);
    }
    return construct(converted);
  };
  return { name, fields: types, constructed, construct: convertAndConstruct };
}

/** A message with one field that evaluates to the field's value. */
function wrapper(
  name: string,
  { type, native, zero }: { readonly type: Type; readonly native: NativeType; readonly zero: Value },
): ObjectTypeInfo {
  return message(name, {
    fields: { value: type },
    natives: { value: native },
    constructed: wrapperOf(type),
    construct: (fields) => fields.get("value") ?? zero,
  });
}

const zeroUint: Uint = new Uint(0);
const zeroDouble: Double = new Double(0);

function seconds(fields: Fields): { readonly seconds: bigint; readonly nanos: bigint } {
  const part = (name: string): bigint => BigInt(numberOf(fields.get(name) ?? 0)!);
  return { seconds: part("seconds"), nanos: part("nanos") };
}

const longest = 2n ** 63n;

/** A duration that is too long is the longest. */
function duration(fields: Fields): Value {
  const t = seconds(fields);
  const nanos = t.seconds * 1_000_000_000n + t.nanos;
  return new Duration(nanos >= longest ? longest - 1n : nanos < -longest ? -longest : nanos);
}

/** The most seconds, before and after 1970, that have a date. */
const maxSeconds = 8_640_000_000_000n;

/** A timestamp of any year that has a date. */
function timestamp(fields: Fields): Value {
  const t = seconds(fields);
  if (t.seconds > maxSeconds || t.seconds < -maxSeconds) return new CelError("timestamp overflow");
  return timestampFromNanos(t.seconds * 1_000_000_000n + t.nanos);
}

/** The one field that is given. */
function oneOf(fields: Fields): Value {
  if (fields.size > 1) return new CelError("only one field of a google.protobuf.Value can be set");
  const [field] = fields;
  return field === undefined || field[0] === "null_value" ? null : field[1];
}

const time: Pick<MessageParts, "fields" | "natives"> = {
  fields: { seconds: intType, nanos: intType },
  natives: { seconds: "int64", nanos: "int32" },
};
const struct = mapOf(stringType, dynType);

/**
 * The messages that evaluate to plain values, so that `google.protobuf.Int32Value{value: 1}` is 1.
 */
export function wellKnownLibrary(): Library {
  return {
    name: "well-known types",
    constants: { "google.protobuf.NullValue.NULL_VALUE": { type: intType, value: 0 } },
    objectTypes: [
      wrapper("BoolValue", { type: boolType, native: "bool", zero: false }),
      wrapper("BytesValue", { type: bytesType, native: "[]uint8", zero: new Uint8Array() }),
      wrapper("DoubleValue", { type: doubleType, native: "float64", zero: zeroDouble }),
      wrapper("FloatValue", { type: doubleType, native: "float32", zero: zeroDouble }),
      wrapper("Int32Value", { type: intType, native: "int32", zero: 0 }),
      wrapper("Int64Value", { type: intType, native: "int64", zero: 0 }),
      wrapper("StringValue", { type: stringType, native: "string", zero: "" }),
      wrapper("UInt32Value", { type: uintType, native: "uint32", zero: zeroUint }),
      wrapper("UInt64Value", { type: uintType, native: "uint64", zero: zeroUint }),
      message("Duration", { ...time, constructed: durationType, construct: duration }),
      message("Timestamp", { ...time, constructed: timestampType, construct: timestamp }),
      message("Struct", {
        fields: { fields: struct },
        constructed: struct,
        construct: (fields) => fields.get("fields") ?? new MapValue(new Map()),
      }),
      message("ListValue", {
        fields: { values: listOf(dynType) },
        constructed: listOf(dynType),
        construct: (fields) => fields.get("values") ?? [],
      }),
      message("Value", {
        fields: {
          null_value: dynType,
          number_value: doubleType,
          string_value: stringType,
          bool_value: boolType,
          struct_value: struct,
          list_value: listOf(dynType),
        },
        constructed: dynType,
        construct: oneOf,
      }),
    ],
  };
}
