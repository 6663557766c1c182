import {
  Duration,
  formatDuration,
  formatTimestamp,
  ListValue,
  MapValue,
  mapGet,
  mapKeys,
  ObjectValue,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  toPlain,
  Uint,
  type Value,
} from "@svc/cel";
import type { JsonValue } from "@svc/meta";

/** A value of an expression that cannot be a part of an object. */
export class ConstructionError extends Error {
  override readonly name = "ConstructionError";
}

/** The conversion of values of expressions into parts of objects. */
interface Conversion {
  /** A value that JSON does not have. @throws {ConstructionError} */
  readonly special: (value: Value) => JsonValue;
  /** @throws {ConstructionError} for a key that is no text */
  readonly key: (key: Value) => string;
}

/**
 * Converts the result of an expression to the fields of an object. Values that JSON does not have
 * become null, which no field accepts.
 *
 * @throws {ConstructionError} for an object of another type than its place in the whole has
 */
export function appliedValue(value: Value, type: string): JsonValue {
  return convert(value, type, {
    special: (special) => (special instanceof TypeValue ? special.name : null),
    key: (key) => {
      if (typeof key === "string") return key;
      throw new ConstructionError("invalid return type: *dynamic.ObjectVal");
    },
  });
}

/**
 * The value of an operation of a JSON patch.
 *
 * @throws {ConstructionError} for an object that holds another one of the wrong type, and for what
 * has no form in JSON
 */
export function patchValue(value: Value): JsonValue {
  const cannot = (why: string): ConstructionError =>
    new ConstructionError(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${why}`);
  return convert(value, undefined, {
    special: (special) => {
      if (special instanceof TypeValue) throw cannot("type conversion not supported for 'type'");
      if (special instanceof Opaque)
        throw cannot(`type conversion error from '${special.kind.name.replace(/^.*\./, "")}' to '*structpb.Value'`);
      if (special instanceof Timestamp) return formatTimestamp(special);
      if (special instanceof Duration) return formatDuration(special);
      return toPlain(special) as JsonValue;
    },
    key: (key) => {
      if (typeof key === "string") return key;
      throw cannot(`unsupported type conversion from '${typeof key === "boolean" ? "bool" : "int"}' to string`);
    },
  });
}

/** @param type what an object must be, undefined where it may be of any type */
function convert(value: Value, type: string | undefined, conversion: Conversion): JsonValue {
  if (value instanceof Optional) return value.value === undefined ? null : convert(value.value, type, conversion);
  if (value instanceof ObjectValue) return convertObject(value, type, conversion);
  if (Array.isArray(value)) return value.map((item: Value) => convert(item, type, conversion));
  if (value instanceof ListValue)
    return Array.from({ length: value.length }, (_, i) => convert(value.at(i), type, conversion));
  if (isMapValue(value))
    return Object.fromEntries(
      mapKeys(value).map((key) => [conversion.key(key), convert(mapGet(value, key) ?? null, type, conversion)]),
    );
  if (isSpecial(value)) return conversion.special(value);
  return toPlain(value) as JsonValue;
}

function convertObject(value: ObjectValue, type: string | undefined, conversion: Conversion): JsonValue {
  const { name, fields } = value.shape;
  if (name === "JSONPatch")
    throw new ConstructionError(
      "JSONPath valueExpression evaluated to a type that could not marshal to JSON: cannot convert to native type: *structpb.Value",
    );
  if (type !== undefined && name !== type)
    throw new ConstructionError(
      `type mismatch: unexpected type name "${name}", expected "${type}", which matches field name path from root Object type`,
    );
  const members: [string, JsonValue][] = [];
  for (const [field, { read }] of fields) {
    const part = read(value.raw);
    if (part === undefined || (part instanceof Optional && part.value === undefined)) continue;
    members.push([field, convert(part, `${name}.${field}`, conversion)]);
  }
  return Object.fromEntries(members);
}

function isMapValue(value: Value): value is MapValue {
  if (value instanceof MapValue) return true;
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || value instanceof Map;
}

function isSpecial(value: Value): boolean {
  return (
    value === null ||
    value instanceof Uint ||
    value instanceof Uint8Array ||
    value instanceof Timestamp ||
    value instanceof Duration ||
    value instanceof TypeValue ||
    value instanceof Opaque
  );
}
