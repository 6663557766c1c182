import type { Dialect } from "@svc/meta";
import type { apiextensionsv1 } from "@svc/types";
import { isEmpty, sortedKeys } from "../common/check.ts";

export type SchemaNode = apiextensionsv1.JSONSchemaProps;
export type ValidationRule = apiextensionsv1.ValidationRule;

type Branch = "allOf" | "anyOf" | "oneOf";

/** The keywords with lists of schemas for the same value, besides `not`. */
export const branches: readonly Branch[] = ["allOf", "anyOf", "oneOf"];

/** The extensions of a schema beyond JSON Schema. */
export interface Extensions {
  readonly "preserve-unknown-fields"?: boolean;
  readonly "embedded-resource"?: boolean;
  readonly "int-or-string"?: boolean;
  readonly "list-type"?: string;
  readonly "list-map-keys"?: readonly string[];
  readonly "map-type"?: string;
  readonly validations?: readonly ValidationRule[];
}

/** Reads extensions by their names without the dialect's prefix. */
export interface ExtensionNames {
  readonly prefix: string;
  get<K extends keyof Extensions>(schema: SchemaNode, name: K): Extensions[K];
}

export function extensionNames({ extensionPrefix: prefix }: Dialect): ExtensionNames {
  // Joining the parts at each read would cost more than the read itself.
  const full: Readonly<Record<keyof Extensions, string>> = {
    "preserve-unknown-fields": `${prefix}preserve-unknown-fields`,
    "embedded-resource": `${prefix}embedded-resource`,
    "int-or-string": `${prefix}int-or-string`,
    "list-type": `${prefix}list-type`,
    "list-map-keys": `${prefix}list-map-keys`,
    "map-type": `${prefix}map-type`,
    validations: `${prefix}validations`,
  };
  return {
    prefix,
    get: <K extends keyof Extensions>(schema: SchemaNode, name: K) =>
      (schema as Readonly<Record<string, unknown>>)[full[name]] as Extensions[K],
  };
}

/** The schema of items, where there is one for all of them. */
export function itemsOf({ items }: SchemaNode): SchemaNode | undefined {
  return items === undefined || Array.isArray(items) ? undefined : items;
}

/** The schema of members that have no name of their own. */
export function valuesOf({ additionalProperties: values }: SchemaNode): SchemaNode | undefined {
  return typeof values === "object" ? values : undefined;
}

/** The schema of a member with this name; an empty one for members of any type. */
export function memberOf(schema: SchemaNode, name: string): SchemaNode | undefined {
  const { properties = {}, additionalProperties } = schema;
  if (!isEmpty(properties)) return Object.hasOwn(properties, name) ? properties[name] : undefined;
  return additionalProperties === true ? {} : valuesOf(schema);
}

/** The properties of a schema, sorted by name. */
export function propertiesOf({ properties }: SchemaNode): readonly (readonly [name: string, schema: SchemaNode])[] {
  return properties === undefined
    ? []
    : sortedKeys(properties).map((name) => [name, properties[name] as SchemaNode] as const);
}
