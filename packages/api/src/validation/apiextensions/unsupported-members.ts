import { appendAll } from "@svc/base";
import { isEmpty } from "../common/check.ts";
import { type ExtensionNames, itemsOf, type SchemaNode, valuesOf } from "./schema-node.ts";

/** Members of JSON Schema that definitions do not have. */
export const unsupportedMembers: readonly (keyof SchemaNode)[] = [
  "id",
  "additionalItems",
  "patternProperties",
  "definitions",
  "dependencies",
  "$ref",
];

/** Unsupported members that count even if they are empty. */
const unsupportedIfEmpty: ReadonlySet<string> = new Set(["additionalItems", "$ref"]);

/** True if the rules of structural schemas cannot be applied to a schema. */
export function hasUnsupported(schema: SchemaNode, x: ExtensionNames): boolean {
  return (
    schema.$schema !== undefined ||
    x.get(schema, "preserve-unknown-fields") === false ||
    Array.isArray(schema.items) ||
    (mayBeUnsupported(schema) && unsupportedMembers.some((name) => !isUnset(schema, name))) ||
    schemasWithin(schema).some((part) => hasUnsupported(part, x))
  );
}

const unsupportedNames: ReadonlySet<string> = new Set(unsupportedMembers);

/**
 * True for a schema that has one of the unsupported members, even an empty one. A schema has few
 * members: looking at them takes less time than looking for each unsupported one.
 */
export function mayBeUnsupported(schema: SchemaNode): boolean {
  for (const name in schema) if (unsupportedNames.has(name)) return true;
  return false;
}

/** True for an absent member, and for an empty one that does not count. */
export function isUnset(schema: SchemaNode, name: keyof SchemaNode): boolean {
  const value = schema[name];
  if (value === undefined || value === null) return true;
  return !unsupportedIfEmpty.has(name) && isEmpty(value);
}

/** Schemas within a schema, in any order. */
export function schemasWithin(schema: SchemaNode): readonly SchemaNode[] {
  const { properties, not, allOf, oneOf: one, anyOf } = schema;
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  const found: SchemaNode[] = properties === undefined ? [] : Object.values(properties);
  for (const branch of [allOf, one, anyOf]) if (branch !== undefined) appendAll(found, branch);
  for (const child of [values, not, items]) if (child !== undefined) found.push(child);
  return found;
}
