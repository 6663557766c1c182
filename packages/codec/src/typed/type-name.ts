import type { Field, Schema } from "@svc/schema";

/** The name of a field's type in messages: the Go type, as in kube-apiserver's messages. */
export function typeNameOf(field: Field): string {
  return (field.typeName ?? plainTypeName(field.schema)).replace(/^\*/, "");
}

/** The element type of a list or map type: `v1.Container` for `[]v1.Container`. */
export function elementTypeName(typeName: string, items: Schema): string {
  if (typeName.startsWith("[]")) return typeName.slice(2);
  if (typeName.startsWith("map[string]")) return typeName.slice("map[string]".length);
  return plainTypeName(items);
}

/** The name of a type without a declared one. */
export function plainTypeName(schema: Schema): string {
  switch (schema.type) {
    case "string":
    case "time":
    case "microTime":
    case "duration":
      return "string";
    case "integer":
      return schema.format;
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "bytes":
      return "[]uint8";
    case "intOrString":
      return "int32";
    case "list":
      return `[]${plainTypeName(schema.items)}`;
    case "map":
      return `map[string]${plainTypeName(schema.values)}`;
    case "struct":
      return shortName(schema.name ?? "struct {}");
    case "quantity":
      return "resource.Quantity";
    case "rawExtension":
      return "runtime.RawExtension";
    case "fieldsV1":
      return "v1.FieldsV1";
    case "json":
      return "v1.JSON";
    case "schemaOrBool":
      return "v1.JSONSchemaPropsOrBool";
    case "schemaOrList":
      return "v1.JSONSchemaPropsOrArray";
    case "schemaOrStrings":
      return "v1.JSONSchemaPropsOrStringArray";
    case "any":
      return "interface {}";
  }
}

/** `core/v1.PodSpec` → `v1.PodSpec` */
function shortName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** `core/v1.PodSpec` → `PodSpec` */
export function structName(name: string | undefined): string {
  return name === undefined ? "" : name.slice(name.lastIndexOf(".") + 1);
}
