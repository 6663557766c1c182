import { checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { commonDescriptions } from "./common-descriptions.ts";
import { type Field, type ProtoField, type Schema, type StructSchema, uncheckedStruct } from "./schema.ts";

const text: Schema = { type: "string" };
const int64: Schema = { type: "integer", format: "int64" };
const flag: Schema = { type: "boolean" };
const texts: Schema = { type: "map", values: text };
const time: Schema = { type: "time" };

function field(name: string, schema: Schema, number: number): Field {
  return { name, schema, presence: "omitEmpty", proto: { number, type: protoTypeOf(schema) } };
}

function protoTypeOf(schema: Schema): ProtoField["type"] {
  switch (schema.type) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "integer":
      return schema.format;
    case "map":
      return "map";
    case "list":
      return protoTypeOf(schema.items);
    default:
      return "message";
  }
}

function descriptionAs(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/**
 * The standard metadata in its standard order, for types without their own schema of it.
 * @throws {TypeError} for a wrong argument
 */
export function objectMetaSchema(dialect: Dialect): StructSchema {
  checkArgument("objectMetaSchema: dialect", dialect, aDialect);
  const { openapiPrefix } = dialect;
  const struct = (name: string, fields: readonly Field[], more: { readonly mapType?: "atomic" } = {}): StructSchema => {
    const { description, fields: descriptions = {} } = commonDescriptions[name] ?? {};
    const described = fields.map((one) => ({ ...one, ...descriptionAs(descriptions[one.name]) }));
    const openapiName = `${openapiPrefix}.apimachinery.pkg.apis.meta.v1.${name}`;
    return uncheckedStruct(described, { ...more, ...descriptionAs(description), name: `meta/v1.${name}`, openapiName });
  };
  const always = { presence: "always", required: true } as const;
  const ownerReference = struct(
    "OwnerReference",
    [
      { ...field("apiVersion", text, 5), ...always },
      { ...field("kind", text, 1), ...always },
      { ...field("name", text, 3), ...always },
      { ...field("uid", text, 4), ...always },
      { ...field("controller", flag, 6), presence: "explicit" },
      { ...field("blockOwnerDeletion", flag, 7), presence: "explicit" },
    ],
    { mapType: "atomic" },
  );
  const managedFieldsEntry = struct("ManagedFieldsEntry", [
    field("manager", text, 1),
    field("operation", text, 2),
    field("apiVersion", text, 3),
    { ...field("time", time, 4), presence: "explicit" },
    field("fieldsType", text, 6),
    { ...field("fieldsV1", { type: "fieldsV1" }, 7), presence: "explicit" },
    field("subresource", text, 8),
  ]);
  return struct("ObjectMeta", [
    field("name", text, 1),
    field("generateName", text, 2),
    field("namespace", text, 3),
    field("selfLink", text, 4),
    field("uid", text, 5),
    field("resourceVersion", text, 6),
    field("generation", int64, 7),
    { ...field("creationTimestamp", time, 8), presence: "always" },
    { ...field("deletionTimestamp", time, 9), presence: "explicit" },
    { ...field("deletionGracePeriodSeconds", int64, 10), presence: "explicit" },
    field("labels", texts, 11),
    field("annotations", texts, 12),
    {
      ...field("ownerReferences", { type: "list", items: ownerReference, listType: "map", keys: ["uid"] }, 13),
      patch: { strategies: ["merge"], mergeKey: "uid" },
    },
    {
      ...field("finalizers", { type: "list", items: text, listType: "set" }, 14),
      patch: { strategies: ["merge"] },
    },
    field("managedFields", { type: "list", items: managedFieldsEntry, listType: "atomic" }, 17),
  ]);
}
