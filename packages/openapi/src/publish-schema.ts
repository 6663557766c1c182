import { aFunction, aNumber, anObject, checkArgument, oneOf, optional, optionsOf } from "@svc/base/check";
import { aDialect, type JsonValue } from "@svc/meta";
import type { Field, JsonObject, Schema, StructSchema, Union } from "@svc/schema";
import { definitionName } from "@svc/schema";
import { commonFields } from "./common-fields.ts";
import type { PublishOptions } from "./publish-options.ts";
import { publishValidations } from "./publish-validations.ts";

const publishOptions = optionsOf<PublishOptions>({
  dialect: aDialect,
  version: aNumber,
  semantics: optional(oneOf("typed", "structural")),
  onReference: optional(aFunction),
});

/**
 * A schema as OpenAPI documents have it: a reference where the type has a name.
 * @throws {TypeError} for a wrong argument
 */
export function publishSchema(schema: Schema, options: PublishOptions): JsonObject {
  checkArgument("publishSchema: schema", schema, anObject);
  checkArgument("publishSchema: options", options, publishOptions);
  return publishUse(schema, options);
}

/** The shape itself, whether it has a name or not. @throws {TypeError} for a wrong argument */
export function publishDefinition(schema: Schema, options: PublishOptions): JsonObject {
  checkArgument("publishDefinition: schema", schema, anObject);
  checkArgument("publishDefinition: options", options, publishOptions);
  return publishShape(schema, options);
}

/** A document has tens of thousands of parts: these two check no arguments. */
function publishUse(schema: Schema, options: PublishOptions): JsonObject {
  const name = nameOf(schema, options);
  if (name === undefined) return publishShape(schema, options);
  options.onReference?.(name, schema);
  return { $ref: `#/${options.version === 2 ? "definitions" : "components/schemas"}/${name}` };
}

function publishShape(schema: Schema, options: PublishOptions): JsonObject {
  const out: Record<string, JsonValue> = {};
  if (schema.description !== undefined) out["description"] = schema.description;
  if (schema.title !== undefined) out["title"] = schema.title;
  Object.assign(out, shapeOf(schema, options));
  if (schema.nullable === true && options.version === 3) out["nullable"] = true;
  if (schema.default !== undefined && options.version === 3 && options.semantics !== "typed")
    out["default"] = schema.default;
  if (schema.validations !== undefined) Object.assign(out, publishValidations(schema.validations, out, options));
  return options.version === 2 ? withoutUncertainShape(schema, out) : out;
}

function nameOf(schema: Schema, { dialect, semantics }: PublishOptions): string | undefined {
  // User-defined types are published inline, except for common types.
  if (semantics !== "typed" && schema.type !== "struct") return undefined;
  return definitionName(schema, dialect);
}

function shapeOf(schema: Schema, options: PublishOptions): JsonObject {
  const { dialect, version } = options;
  const extension = (name: string): string => `${dialect.extensionPrefix}${name}`;
  switch (schema.type) {
    case "string":
      return {
        type: "string",
        ...(schema.format === undefined ? {} : { format: schema.format }),
        ...(schema.enum === undefined ? {} : { enum: schema.enum }),
      };
    case "integer":
      return withFormat("integer", schema.declaredFormat ?? schema.format);
    case "number":
      return withFormat("number", schema.declaredFormat ?? "double");
    case "boolean":
      return { type: "boolean" };
    case "bytes":
      return { type: "string", format: "byte" };
    case "list":
      return {
        type: "array",
        items: publishElement(schema.items, options),
        ...(schema.keys === undefined ? {} : { [extension("list-map-keys")]: schema.keys }),
        ...(schema.listType === undefined ? {} : { [extension("list-type")]: schema.listType }),
      };
    case "map":
      return {
        type: "object",
        additionalProperties:
          schema.values.type === "any" && schema.values.pruned === true ? true : publishElement(schema.values, options),
        ...(schema.mapType === undefined ? {} : { [extension("map-type")]: schema.mapType }),
      };
    case "struct":
      return publishStruct(schema, options);
    case "any":
      return options.semantics === "typed" ? {} : { [extension("preserve-unknown-fields")]: true };
    case "quantity":
      return version === 2 ? { type: "string" } : { oneOf: [{ type: "string" }, { type: "number" }] };
    case "intOrString":
      return intOrString(options);
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
}

function withFormat(type: "integer" | "number", format: string): JsonObject {
  return format === "" ? { type } : { type, format };
}

function intOrString({ dialect, version, semantics }: PublishOptions): JsonObject {
  if (semantics !== "typed") {
    const mark = { [`${dialect.extensionPrefix}int-or-string`]: true };
    return version === 2 ? mark : { anyOf: [{ type: "integer" }, { type: "string" }], ...mark };
  }
  return version === 2
    ? { type: "string", format: "int-or-string" }
    : { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] };
}

function publishStruct(struct: StructSchema, options: PublishOptions): JsonObject {
  const { fields, mapType, unions, preserveUnknown, embeddedObject } = struct;
  const { extensionPrefix } = options.dialect;
  const isObject = embeddedObject === true || (struct.kinds?.length ?? 0) > 0;
  const declared = struct.requiredNames ?? fields.filter((f) => f.required === true).map((f) => f.name);
  const requiredNames = embeddedObject === true ? [...new Set([...declared, "kind", "apiVersion"])] : declared;
  const sorted = [...fields].sort((a, b) => (a.name < b.name ? -1 : 1));
  const properties = Object.fromEntries(
    sorted.map((field) => [field.name, publishField(isObject ? withCommonText(field, options) : field, options)]),
  );
  return {
    type: "object",
    ...(requiredNames.length === 0 ? {} : { required: requiredNames }),
    ...(sorted.length === 0 ? {} : { properties }),
    ...(embeddedObject === true ? { [`${extensionPrefix}embedded-resource`]: true } : {}),
    ...(mapType === undefined ? {} : { [`${extensionPrefix}map-type`]: mapType }),
    ...(preserveUnknown === true ? { [`${extensionPrefix}preserve-unknown-fields`]: true } : {}),
    ...(unions === undefined ? {} : { [`${extensionPrefix}unions`]: unions.map(publishUnion) }),
  };
}

function publishUnion({ discriminator, fields }: Union): JsonObject {
  return { ...(discriminator === undefined ? {} : { discriminator }), "fields-to-discriminateBy": fields };
}

/** Common fields have one description, and type names are plain text, in narrowed schemas too. */
function withCommonText(field: Field, { semantics }: PublishOptions): Field {
  // Descriptions of fields in user-defined types are complete.
  if (semantics !== "typed" && (field.name === "spec" || field.name === "status")) return field;
  const common = commonFields[field.name];
  // A type with a name of its own has its description beside the field's.
  const ofNamed = field.schema.type === "struct" && field.schema.openapiName !== undefined ? common : undefined;
  const isTypeName = field.name === "apiVersion" || field.name === "kind";
  // As in kube-apiserver, these have the server's description, whatever the definition's.
  const ofServer = isTypeName && semantics !== "typed" ? common : undefined;
  const description = ofServer ?? field.description ?? ofNamed ?? field.schema.description ?? common;
  const schema: Schema = isTypeName ? { type: "string" } : field.schema;
  return description === undefined ? field : { ...field, schema, description };
}

/** A field's schema with the field's own attributes. */
function publishField({ schema, description, patch, presence }: Field, options: PublishOptions): JsonObject {
  const { extensionPrefix } = options.dialect;
  const published = publishUse(schema, options);
  const text = description ?? ("$ref" in published ? undefined : schema.description);
  const byDefault = options.semantics === "typed" ? (schema.default ?? zeroOf(schema, presence)) : undefined;
  return {
    ...(text === undefined ? {} : { description: text }),
    ...(byDefault === undefined || options.version === 2 ? {} : { default: byDefault }),
    // Readers of version 3 ignore siblings of a reference.
    ...("$ref" in published && options.version === 3 ? { allOf: [published] } : published),
    ...useOfNamed(schema, options),
    ...(patch?.mergeKey === undefined ? {} : { [`${extensionPrefix}patch-merge-key`]: patch.mergeKey }),
    ...(patch === undefined ? {} : { [`${extensionPrefix}patch-strategy`]: patch.strategies.join(",") }),
  };
}

/** The attributes in which the use of a named struct differs from its definition. */
function useOfNamed(schema: Schema, { dialect }: PublishOptions): JsonObject {
  if (schema.type !== "struct" || schema.openapiName === undefined) return {};
  // As in the original, the one field with this type is marked as a list.
  if (schema.openapiName.endsWith(".apis.meta.v1.StatusDetails"))
    return { [`${dialect.extensionPrefix}list-type`]: "atomic" };
  return schema.mapType === "granular" ? { [`${dialect.extensionPrefix}map-type`]: schema.mapType } : {};
}

/** An item of a list or a value of a map. */
function publishElement(schema: Schema, options: PublishOptions): JsonObject {
  const published = publishUse(schema, options);
  if (options.version === 2 || options.semantics !== "typed") return published;
  const byDefault = schema.default ?? zeroOf(schema, "always");
  if (byDefault === undefined) return published;
  return "$ref" in published ? { default: byDefault, allOf: [published] } : { ...published, default: byDefault };
}

function zeroOf(schema: Schema, presence: Field["presence"]): JsonValue | undefined {
  if (presence !== "always") return undefined;
  switch (schema.type) {
    case "string":
      return "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "struct":
      return {};
    default:
      return undefined;
  }
}

/** Readers of version 2 refuse null and unknown fields where a type is named, so none is. */
function withoutUncertainShape(schema: Schema, out: Readonly<Record<string, JsonValue>>): JsonObject {
  const nullable = schema.nullable === true;
  const preserves = schema.type === "struct" && schema.preserveUnknown === true;
  if (!nullable && !preserves) return out;
  // An open root object has no more than its type.
  if (preserves && schema.kinds !== undefined) return { type: "object" };
  const { type: _type, properties: _properties, items: _items, ...rest } = out;
  return preserves ? withoutRequired(rest) : rest;
}

function withoutRequired({ required: _required, ...rest }: Readonly<Record<string, JsonValue>>): JsonObject {
  return rest;
}
