import {
  escapeName,
  type NativeField,
  type NativeType,
  nativeList,
  nativeMap,
  nativeObject,
  nativeScalar,
  parseType,
} from "@svc/cel";
import type { Schema, StructSchema } from "@svc/schema";

/**
 * The type of the objects of a schema, as far as expressions can be checked against it: where a
 * value may be of several types it is of any. Parts are named by their paths:
 * `Deployment.spec.template`.
 */
export function typeOfSchema(schema: StructSchema, name: string): NativeType {
  return structType(schema, name, []);
}

function structType(schema: StructSchema, name: string, around: readonly Schema[]): NativeType {
  const fields = new Map<string, NativeField>();
  // A schema within itself ends the description: nothing is known of its fields.
  const declared = around.includes(schema) ? [] : schema.fields;
  for (const field of declared) {
    const escaped = escapeName(field.name);
    const native =
      escaped === undefined ? undefined : typeOf(field.schema, `${name}.${field.name}`, [...around, schema]);
    if (escaped !== undefined && native !== undefined) fields.set(escaped, { property: field.name, native });
  }
  return nativeObject(name, fields);
}

/** Undefined for a value that expressions cannot name. */
function typeOf(schema: Schema, name: string, around: readonly Schema[]): NativeType | undefined {
  switch (schema.type) {
    case "struct":
      return structType(schema, name, around);
    case "list": {
      const items = typeOf(schema.items, `${name}.@idx`, around);
      return items && nativeList(items);
    }
    case "map": {
      const values = typeOf(schema.values, `${name}.@elem`, around);
      return values && nativeMap(parseType("string"), values);
    }
    case "rawExtension":
    case "fieldsV1":
      return nativeObject(name, new Map());
    case "json":
      return undefined;
    default:
      return nativeScalar(parseType(scalars.get(schema.type) ?? "dyn"));
  }
}

/** Types that are missing here may have any type: quantities are numbers or texts. */
const scalars: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["integer", "int"],
  ["number", "double"],
  ["boolean", "bool"],
  ["bytes", "bytes"],
  ["time", "timestamp"],
  ["microTime", "timestamp"],
  ["duration", "string"],
]);
