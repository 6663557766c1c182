import { isEmpty, oneOf, sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { listRules, wrongType } from "./list-rules.ts";
import { ruleForms } from "./rule-form.ts";
import { type ExtensionNames, itemsOf, type SchemaNode, valuesOf } from "./schema-node.ts";
import { isUnset, unsupportedMembers } from "./unsupported-members.ts";

const nodeType = oneOf("array", "boolean", "integer", "number", "object", "string");
const mapType = oneOf("atomic", "granular");

type Child = readonly [schema: SchemaNode, place: (at: FieldPath) => FieldPath];

/** Schemas within a schema, in the order in which they are looked at. */
export function childrenOf(schema: SchemaNode): readonly Child[] {
  const { properties = {}, not } = schema;
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  return [
    ...(values === undefined ? [] : [[values, (at: FieldPath) => at.field("additionalProperties")] as const]),
    ...sortedKeys(properties).map(
      (name): Child => [properties[name] as SchemaNode, (at) => at.field("properties").item(name)],
    ),
    ...(not === undefined ? [] : [[not, (at: FieldPath) => at.field("not")] as const]),
    ...(["allOf", "oneOf", "anyOf"] as const).flatMap((branch) =>
      (schema[branch] ?? []).map((nested, i): Child => [nested, (at) => at.field(branch).item(i)]),
    ),
    ...(items === undefined ? [] : [[items, (at: FieldPath) => at.field("items")] as const]),
  ];
}

/**
 * Reports unsupported members of definition schemas at any level; adds schemas with such members to
 * the given set.
 */
export function openapiRules(x: ExtensionNames): (schema: SchemaNode, at: FieldPath, wrong: Set<SchemaNode>) => void {
  const [lists, forms] = [listRules(x), ruleForms(x)];
  const node = (schema: SchemaNode, at: FieldPath, wrong: Set<SchemaNode>): void => {
    const before = at.errors.length;
    supported(schema, at);
    if (schema.uniqueItems === true)
      at.field("uniqueItems").forbidden(
        "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
      );
    const { additionalProperties = true } = schema;
    if (additionalProperties !== true && !isEmpty(schema.properties))
      at.field("additionalProperties").forbidden("additionalProperties and properties are mutual exclusive");
    for (const [child, place] of childrenOf(schema)) node(child, place(at), wrong);
    if (x.get(schema, "preserve-unknown-fields") === false)
      at.field(`${x.prefix}preserve-unknown-fields`).invalid(false, "must be true or undefined");
    if (x.get(schema, "preserve-unknown-fields") === true && x.get(schema, "int-or-string") === true)
      at.field(`${x.prefix}preserve-unknown-fields`).invalid(true, `must be false if ${x.prefix}int-or-string is true`);
    maps(schema, x, at);
    lists(schema, at);
    forms(schema, at);
    if (at.errors.length > before) wrong.add(schema);
  };
  return node;
}

function supported(schema: SchemaNode, at: FieldPath): void {
  const { type = "" } = schema;
  if (type !== "") nodeType(type, at.field("type"));
  for (const name of unsupportedMembers)
    if (!isUnset(schema, name)) at.field(name).forbidden(`${name} is not supported`);
  if (type === "null") at.field("type").forbidden("type cannot be set to null, use nullable as an alternative");
  if (Array.isArray(schema.items) && schema.items.length > 0)
    at.field("items").forbidden("items must be a schema object and not an array");
}

function maps(schema: SchemaNode, x: ExtensionNames, at: FieldPath): void {
  const value = x.get(schema, "map-type");
  if (value === undefined) return;
  if (schema.type !== "object") wrongType(schema, `must be object if ${x.prefix}map-type is specified`, at);
  mapType(value, at.field(`${x.prefix}map-type`));
}
