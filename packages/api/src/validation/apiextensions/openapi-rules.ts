import { isEmpty, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { listRules, wrongType } from "./list-rules.ts";
import { ruleForms } from "./rule-form.ts";
import { type ExtensionNames, itemsOf, propertiesOf, type SchemaNode, valuesOf } from "./schema-node.ts";
import { isUnset, mayBeUnsupported, unsupportedMembers } from "./unsupported-members.ts";

const nodeType = oneOf("array", "boolean", "integer", "number", "object", "string");
const mapType = oneOf("atomic", "granular");

/** A schema within a schema, and its place. */
interface Child {
  readonly schema: SchemaNode;
  readonly at: FieldPath;
}

/** Schemas within a schema, in the order in which they are looked at. */
export function childrenOf(schema: SchemaNode, at: FieldPath): readonly Child[] {
  const { not } = schema;
  const [values, items] = [valuesOf(schema), itemsOf(schema)];
  const found: Child[] = [];
  if (values !== undefined) found.push({ schema: values, at: at.field("additionalProperties") });
  const propertiesAt = at.field("properties");
  for (const [name, property] of propertiesOf(schema)) found.push({ schema: property, at: propertiesAt.item(name) });
  if (not !== undefined) found.push({ schema: not, at: at.field("not") });
  for (const branch of nestedOrder)
    for (const [i, nested] of schema[branch]?.entries() ?? [])
      found.push({ schema: nested, at: at.field(branch).item(i) });
  if (items !== undefined) found.push({ schema: items, at: at.field("items") });
  return found;
}

const nestedOrder = ["allOf", "oneOf", "anyOf"] as const;

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
    for (const child of childrenOf(schema, at)) node(child.schema, child.at, wrong);
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
  for (const name of mayBeUnsupported(schema) ? unsupportedMembers : [])
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
