import { anArray, anObject, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect, type GroupVersionKind, type JsonValue } from "@svc/meta";
import { kindDefinitionName } from "../definition-name.ts";
import { objectMetaSchema } from "../object-meta-schema.ts";
import {
  type Field,
  type Schema,
  type StructOptions,
  type StructSchema,
  uncheckedStruct,
  type Validations,
} from "../schema.ts";
import { asText, type JsonSchema, membersOf, textsOf } from "./json-schema.ts";
import { validationsOf } from "./validations-of.ts";

/** Options of `fromOpenApi`. */
export interface FromOpenApiOptions {
  readonly dialect: Dialect;
  /** The schema of metadata. @default the API's own */
  readonly metadata?: StructSchema;
  /** The kind that the schema describes, which names its definition in documents. */
  readonly kind?: GroupVersionKind;
  /** Paths of fields that field selectors may use, for documents. @default none */
  readonly selectable?: readonly string[];
}

const fromOpenApiOptions = optionsOf<FromOpenApiOptions>({
  dialect: aDialect,
  metadata: optional(anObject),
  kind: optional(anObject),
  selectable: optional(anArray),
});

/**
 * Converts the schema of a custom resource definition (OpenAPI v3, structural) to that of a whole
 * object. Objects always have `apiVersion`, `kind` and `metadata`. The schema is not validated;
 * that is the task of the definition's own validation.
 *
 * @throws {TypeError} for a value that is no schema
 */
export function fromOpenApi(json: JsonValue, options: FromOpenApiOptions): StructSchema {
  checkArgument("fromOpenApi: options", options, fromOpenApiOptions);
  const { dialect, kind, selectable = [] } = options;
  const context: Context = { dialect, metadata: options.metadata ?? objectMetaSchema(dialect) };
  const root = membersOf(json, "a schema");
  const struct = structOf(root, context, "root");
  if (kind === undefined) return struct;
  return {
    ...struct,
    openapiName: kindDefinitionName(kind),
    kinds: [kind],
    ...(selectable.length === 0 ? {} : { selectable }),
  };
}

interface Context {
  readonly dialect: Dialect;
  readonly metadata: StructSchema;
}

function schemaOf(json: JsonValue, context: Context): Schema {
  const source = membersOf(json, "a schema");
  const { extensionPrefix } = context.dialect;
  const common = commonOf(source, context);
  const { [`${extensionPrefix}int-or-string`]: isIntOrString, ...declared } = source;
  if (isIntOrString === true) {
    const isTyped = (source["type"] ?? "") !== "";
    return { type: "intOrString", ...common, ...(isTyped ? { declaredAs: schemaOf(declared, context) } : {}) };
  }
  const format = asText(source["format"], "format");
  switch (source["type"]) {
    case "string":
      return { type: "string", ...(format === undefined ? {} : { format }), ...common };
    case "integer":
      return {
        type: "integer",
        format: format === "int32" ? "int32" : "int64",
        ...(format === "int32" || format === "int64" ? {} : { declaredFormat: format ?? "" }),
        ...common,
      };
    case "number":
      return { type: "number", ...(format === "double" ? {} : { declaredFormat: format ?? "" }), ...common };
    case "boolean":
      return { type: "boolean", ...common };
    case "array":
      return listOf(source, context);
    case "object":
      return objectOf(source, context);
    case undefined:
    case "":
      return { type: "any", ...withRequired(common, textsOf(source["required"] ?? [], "required")) };
    default:
      return unknownTypeOf(source, context);
  }
}

/** A schema of a type that does not exist still describes the parts of its values. */
function unknownTypeOf(source: JsonSchema, context: Context): Schema {
  const unknownType = asText(source["type"], "type") ?? "";
  const type =
    source["items"] !== undefined
      ? "array"
      : source["properties"] !== undefined || source["additionalProperties"] !== undefined
        ? "object"
        : "";
  return { ...schemaOf({ ...source, type }, context), unknownType };
}

function listOf(source: JsonSchema, context: Context): Schema {
  const { extensionPrefix } = context.dialect;
  const listType = source[`${extensionPrefix}list-type`];
  const keys = source[`${extensionPrefix}list-map-keys`];
  return {
    type: "list",
    items: source["items"] === undefined ? { type: "any" } : schemaOf(source["items"], context),
    ...(listType === "atomic" || listType === "set" || listType === "map" ? { listType } : {}),
    ...(keys === undefined ? {} : { keys: textsOf(keys, "list-map-keys") }),
    ...commonOf(source, context),
  };
}

function objectOf(source: JsonSchema, context: Context): Schema {
  const { extensionPrefix } = context.dialect;
  const values = source["additionalProperties"];
  if (values !== undefined && values !== false && source["properties"] === undefined) {
    return {
      type: "map",
      values: values === true ? { type: "any", nullable: true, pruned: true } : schemaOf(values, context),
      ...mapTypeOf(source, context),
      ...withRequired(commonOf(source, context), textsOf(source["required"] ?? [], "required")),
    };
  }
  return structOf(source, context, source[`${extensionPrefix}embedded-resource`] === true ? "embedded" : "value");
}

/** @param role a whole object, an object within another one, or any other value */
function structOf(source: JsonSchema, context: Context, role: "root" | "embedded" | "value"): StructSchema {
  const first = role === "value" ? [] : objectFields(source, context);
  const { extensionPrefix } = context.dialect;
  const names = textsOf(source["required"] ?? [], "required");
  const taken = new Set(first.map((f) => f.name));
  const declared = Object.entries(membersOf(source["properties"] ?? {}, "properties"))
    .filter(([name]) => !taken.has(name))
    .map(([name, value]) => fieldOf(name, schemaOf(value, context)));
  const fields = [...first, ...declared].map((f) => (names.includes(f.name) ? { ...f, required: true } : f));
  const known = new Set(fields.map((f) => f.name));
  const others = names.filter((name) => !known.has(name));
  const preserves = source[`${extensionPrefix}preserve-unknown-fields`] === true;
  return uncheckedStruct(fields, {
    ...(preserves ? { preserveUnknown: true } : {}),
    ...(role === "embedded" ? { embeddedObject: true } : {}),
    ...(names.length === 0 ? {} : { requiredNames: [...new Set(names)] }),
    ...mapTypeOf(source, context),
    ...withRequired(commonOf(source, context), others),
  });
}

function fieldOf(name: string, schema: Schema): Field {
  return { name, schema, presence: "explicit" };
}

/** The fields of an API object, narrowed by the schema's. */
function objectFields(source: JsonSchema, context: Context): readonly Field[] {
  const properties = membersOf(source["properties"] ?? {}, "properties");
  const textOf = (name: string): Schema =>
    properties[name] === undefined ? { type: "string" } : schemaOf(properties[name], context);
  return [
    fieldOf("apiVersion", textOf("apiVersion")),
    fieldOf("kind", textOf("kind")),
    fieldOf("metadata", narrowedMetadata(properties["metadata"], context)),
  ];
}

/** Definitions may narrow names, and nothing else in metadata. */
function narrowedMetadata(json: JsonValue | undefined, context: Context): StructSchema {
  const { metadata } = context;
  const properties = membersOf(membersOf(json ?? {}, "metadata")["properties"] ?? {}, "properties");
  const narrowed = metadata.fields.map((f) => {
    const own = f.name === "name" || f.name === "generateName" ? properties[f.name] : undefined;
    return own === undefined ? f : { ...f, schema: { ...f.schema, ...commonOf(membersOf(own, f.name), context) } };
  });
  if (narrowed.every((f, i) => f === metadata.fields[i])) return metadata;
  const { type: _type, fields: _fields, byName: _byName, ...options } = metadata;
  return uncheckedStruct(narrowed, { ...options, canonical: () => metadata });
}

type Common = Omit<StructOptions, "validations"> & { readonly validations?: Validations };

function commonOf(source: JsonSchema, { dialect }: Context): Common {
  const description = asText(source["description"], "description");
  const title = asText(source["title"], "title");
  const validations = validationsOf(source, dialect);
  return {
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { title }),
    ...(source["nullable"] === true ? { nullable: true } : {}),
    ...(source["default"] === undefined ? {} : { default: source["default"] }),
    ...(validations === undefined ? {} : { validations }),
  };
}

function mapTypeOf(source: JsonSchema, { dialect }: Context): Pick<StructOptions, "mapType"> {
  const mapType = source[`${dialect.extensionPrefix}map-type`];
  return mapType === "atomic" || mapType === "granular" ? { mapType } : {};
}

/** Required members without a declared field. */
function withRequired(common: Common, names: readonly string[]): Common {
  return names.length === 0 ? common : { ...common, validations: { ...common.validations, required: names } };
}
