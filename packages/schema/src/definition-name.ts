import type { Dialect } from "@svc/meta";
import type { Schema, SpecialSchema } from "./schema.ts";

/** The names of types other than structs in OpenAPI documents, without the dialect's prefix. */
const specialNames: Readonly<Record<SpecialSchema["type"], string>> = {
  quantity: "apimachinery.pkg.api.resource.Quantity",
  intOrString: "apimachinery.pkg.util.intstr.IntOrString",
  time: "apimachinery.pkg.apis.meta.v1.Time",
  microTime: "apimachinery.pkg.apis.meta.v1.MicroTime",
  duration: "apimachinery.pkg.apis.meta.v1.Duration",
  rawExtension: "apimachinery.pkg.runtime.RawExtension",
  fieldsV1: "apimachinery.pkg.apis.meta.v1.FieldsV1",
  json: "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
  schemaOrBool: "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
  schemaOrList: "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
  schemaOrStrings: "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
};

/**
 * The name by which compiled-in types reference a schema; undefined for a schema that is published
 * inline.
 */
export function definitionName(schema: Schema, dialect: Dialect): string | undefined {
  switch (schema.type) {
    case "struct":
      return schema.openapiName;
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "bytes":
    case "list":
    case "map":
    case "any":
      return undefined;
    default:
      return `${dialect.openapiPrefix}.${specialNames[schema.type]}`;
  }
}

/**
 * The name of a kind's definition, which starts with the labels of its group in reverse:
 * `com.example.v1.Widget`. A group of one label is unchanged.
 */
export function kindDefinitionName({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return [...group.split(".").reverse(), version, kind].filter((part) => part !== "").join(".");
}
