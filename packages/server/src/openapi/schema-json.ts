import type { Schemas } from "@svc/api";
import type { Dialect, JsonValue } from "@svc/meta";
import type { Field, Schema, SpecialSchema, StructSchema } from "@svc/schema";
import { describeField, describeStruct } from "./descriptions.ts";

export type JsonObject = { [name: string]: JsonValue };

/** Writes schemas for one document, and remembers which definitions they refer to. */
export interface SchemaWriter {
  /** A reference, or the schema itself where it has no name. */
  of(schema: Schema): JsonObject;
  reference(struct: StructSchema): JsonObject;
  /** Definitions of everything that was referred to, and what that refers to, by name. */
  definitions(): JsonObject;
}

/** Version 2 knows neither defaults nor alternatives; there a reference stands beside a description. */
export type OpenApiVersion = 2 | 3;

/** Types whose definition is written by hand: their JSON is no object of their fields. */
const specialStructs: Readonly<Partial<Record<SpecialSchema["type"], string>>> = {
  quantity: "resource.Quantity",
  intOrString: "intstr.IntOrString",
  time: "meta/v1.Time",
  microTime: "meta/v1.MicroTime",
  duration: "meta/v1.Duration",
  rawExtension: "runtime.RawExtension",
  fieldsV1: "meta/v1.FieldsV1",
  json: "apiextensions/v1.JSON",
  schemaOrBool: "apiextensions/v1.JSONSchemaPropsOrBool",
  schemaOrList: "apiextensions/v1.JSONSchemaPropsOrArray",
  schemaOrStrings: "apiextensions/v1.JSONSchemaPropsOrStringArray",
};

export function createSchemaWriter(dialect: Dialect, schemas: Schemas, version: OpenApiVersion): SchemaWriter {
  const pending: (() => void)[] = [];
  const written = new Map<string, JsonObject>();
  const extension = (name: string): string => `${dialect.extensionPrefix}${name}`;

  const refer = (struct: StructSchema, write: () => JsonObject): JsonObject => {
    const name = struct.openapiName ?? "";
    if (!written.has(name)) {
      const definition: JsonObject = {};
      written.set(name, definition);
      pending.push(() => void Object.assign(definition, write()));
    }
    return { $ref: `#/${version === 2 ? "definitions" : "components/schemas"}/${name}` };
  };

  const of = (schema: Schema): JsonObject => {
    switch (schema.type) {
      case "struct":
        return schema.openapiName === undefined ? structJson(schema) : refer(schema, () => structJson(schema));
      case "list":
        return { type: "array", items: item(schema.items) };
      case "map":
        return { type: "object", additionalProperties: item(schema.values) };
      case "string":
        return {
          type: "string",
          ...(schema.format === undefined ? {} : { format: schema.format }),
          ...(schema.enum === undefined ? {} : { enum: [...schema.enum] }),
        };
      case "integer":
        return { type: "integer", format: schema.format };
      case "number":
        return { type: "number", format: "double" };
      case "boolean":
        return { type: "boolean" };
      case "bytes":
        return { type: "string", format: "byte" };
      case "any":
        return {};
      default: {
        const key = specialStructs[schema.type];
        if (key === undefined || !schemas.has(key)) return specialJson(schema.type);
        return refer(schemas.struct(key), () => ({
          description: describeStruct(schemas.struct(key)),
          ...specialJson(schema.type),
        }));
      }
    }
  };

  const specialJson = (type: SpecialSchema["type"]): JsonObject => {
    switch (type) {
      case "quantity":
        return version === 2 ? { type: "string" } : { oneOf: [{ type: "string" }, { type: "number" }] };
      case "intOrString":
        return version === 2
          ? { type: "string", format: "int-or-string" }
          : { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] };
      case "time":
      case "microTime":
        return { type: "string", format: "date-time" };
      case "duration":
        return { type: "string" };
      case "rawExtension":
      case "fieldsV1":
        return { type: "object" };
      default:
        return {};
    }
  };

  /** What stands in a list or a map; there too, what is not given is zero. */
  const item = (schema: Schema): JsonObject => {
    const json = of(schema);
    if (version === 2) return json;
    const zero = zeroOf(schema);
    if ("$ref" in json) return zero === undefined ? json : { default: zero, allOf: [json] };
    return zero === undefined ? json : { ...json, default: zero };
  };

  const structJson = (struct: StructSchema): JsonObject => {
    const required = struct.fields.filter((f) => f.required === true).map((f) => f.name);
    const properties: JsonObject = {};
    for (const field of [...struct.fields].sort((a, b) => (a.name < b.name ? -1 : 1)))
      properties[field.name] = fieldJson(struct, field);
    return {
      description: describeStruct(struct),
      type: "object",
      ...(required.length === 0 ? {} : { required: required.sort() }),
      ...(struct.fields.length === 0 ? {} : { properties }),
      ...markers(struct),
    };
  };

  const markers = (struct: StructSchema): JsonObject => {
    const json: JsonObject = {};
    if (struct.kinds !== undefined) {
      json[extension("group-version-kind")] = struct.kinds.map(({ group, version: v, kind }) => ({
        group,
        kind,
        version: v,
      }));
    }
    if (struct.mapType !== undefined) json[extension("map-type")] = struct.mapType;
    if (struct.preserveUnknown === true) json[extension("preserve-unknown-fields")] = true;
    if (struct.unions !== undefined) {
      json[extension("unions")] = struct.unions.map(({ discriminator, fields }) => ({
        ...(discriminator === undefined ? {} : { discriminator }),
        "fields-to-discriminateBy": { ...fields },
      }));
    }
    return json;
  };

  const fieldJson = (struct: StructSchema, field: Field): JsonObject => {
    const { schema, patch } = field;
    const json = of(schema);
    const description = describeField(struct, field);
    const more: JsonObject = {};
    const byDefault = version === 3 ? defaultOf(field) : undefined;
    if (schema.type === "list") {
      if (schema.keys !== undefined) more[extension("list-map-keys")] = [...schema.keys];
      if (schema.listType !== undefined) more[extension("list-type")] = schema.listType;
    }
    if (
      (schema.type === "map" || schema.type === "struct") &&
      schema.mapType !== undefined &&
      !("$ref" in json && isOwn(schema))
    )
      more[extension("map-type")] = schema.mapType;
    if (patch?.mergeKey !== undefined) more[extension("patch-merge-key")] = patch.mergeKey;
    if (patch !== undefined) more[extension("patch-strategy")] = patch.strategies.join(",");
    const said = { description, ...(byDefault === undefined ? {} : { default: byDefault }) };
    if (!("$ref" in json)) return { ...said, ...json, ...more };
    return version === 2 ? { description, ...json, ...more } : { ...said, allOf: [json], ...more };
  };

  return {
    of,
    reference: (struct) => of(struct),
    definitions: () => {
      for (let write = pending.pop(); write !== undefined; write = pending.pop()) write();
      return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

/** Whether the type says it itself, so that its users need not. */
function isOwn(schema: Schema): boolean {
  return schema.type === "struct" && schema.openapiName !== undefined;
}

function defaultOf({ schema, presence }: Field): JsonValue | undefined {
  if (schema.default !== undefined) return schema.default;
  return presence === "always" ? zeroOf(schema) : undefined;
}

/** What a field that is not given stands for, of types that have a zero other than nothing. */
function zeroOf(schema: Schema): JsonValue | undefined {
  switch (schema.type) {
    case "struct":
      return {};
    case "string":
      return "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
      return undefined;
  }
}
