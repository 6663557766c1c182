import { CelError, kindOf, numberOf, Opaque, Optional, type Value, type ValueKind } from "../values/value.ts";

/** Types that fields of messages have where the language has fewer. */
export type NativeType =
  | "bool"
  | "[]uint8"
  | "float32"
  | "float64"
  | "int32"
  | "int64"
  | "string"
  | "uint32"
  | "uint64";

const kinds: Readonly<Record<NativeType, ValueKind>> = {
  bool: "bool",
  "[]uint8": "bytes",
  float32: "double",
  float64: "double",
  int32: "int",
  int64: "int",
  string: "string",
  uint32: "uint",
  uint64: "uint",
};

/** The value of a field, or an error where its type cannot hold it. */
export function nativeField(v: Value, type: NativeType): Value {
  if (v instanceof Optional) return v.value === undefined ? v : nativeField(v.value, type);
  if (kindOf(v) !== kinds[type]) return new CelError(mismatch(v, type));
  if (type === "int32" && !isWithin(v, { low: -(2 ** 31), high: 2 ** 31 - 1 })) return new CelError("integer overflow");
  if (type === "uint32" && !isWithin(v, { low: 0, high: 2 ** 32 - 1 }))
    return new CelError("unsigned integer overflow");
  return v;
}

function isWithin(v: Value, { low, high }: { readonly low: number; readonly high: number }): boolean {
  const n = numberOf(v)!;
  return n >= low && n <= high;
}

/** Why a value does not fit, in the words that each kind of value has for it. */
function mismatch(v: Value, type: NativeType): string {
  const kind = kindOf(v);
  switch (kind) {
    case "int":
    case "uint":
      return `unsupported type conversion from '${kind}' to ${type}`;
    case "string":
      return `unsupported native conversion from string to '${type}'`;
    case "type":
      return "type conversion not supported for 'type'";
    default:
      return `type conversion error from ${shownKind(v)} to '${type}'`;
  }
}

const shownKinds: ReadonlyMap<ValueKind, string> = new Map<ValueKind, string>([
  ["null", "'null_type'"],
  ["double", "Double"],
  ["bytes", "Bytes"],
  ["object", "map"],
  ["timestamp", "'Timestamp'"],
  ["duration", "'Duration'"],
]);

function shownKind(v: Value): string {
  if (v instanceof Opaque) return `'${v.kind.name.slice(v.kind.name.lastIndexOf(".") + 1)}'`;
  return shownKinds.get(kindOf(v)) ?? kindOf(v);
}
