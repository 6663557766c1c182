import type { JsonValue } from "@svc/meta";
import type { Schema, StructSchema } from "@svc/schema";
import type { JsonMap } from "../value.ts";

/**
 * A value of a typed schema as it is once it is decoded: null members are unset, and null items are
 * zero values. The rest is shared with the given value.
 */
export function withoutNulls(object: JsonMap, schema: StructSchema): JsonMap {
  return convertMap(object, (name) => schema.byName.get(name)?.schema);
}

function convertMap(map: JsonMap, schemaOf: (name: string) => Schema | undefined): JsonMap {
  const entries = Object.entries(map).flatMap(([name, value]) =>
    value === null ? [] : [[name, convert(value, schemaOf(name))] as const],
  );
  return Object.fromEntries(entries);
}

function convert(value: JsonValue, schema: Schema | undefined): JsonValue {
  switch (schema?.type) {
    case "list":
      return Array.isArray(value)
        ? value.map((item: JsonValue) => (item === null ? zeroOf(schema.items) : convert(item, schema.items)))
        : value;
    case "struct":
      return isMap(value) ? withoutNulls(value, schema) : value;
    case "map":
      return isMap(value) ? convertMap(value, () => schema.values) : value;
    default:
      return value;
  }
}

function isMap(value: JsonValue): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function zeroOf(schema: Schema): JsonValue {
  switch (schema.type) {
    case "struct":
    case "map":
      return {};
    case "list":
      return [];
    case "string":
      return "";
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    default:
      return null;
  }
}
