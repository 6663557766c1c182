import { oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type ExtensionNames, itemsOf, type SchemaNode } from "./schema-node.ts";

const listType = oneOf("atomic", "set", "map");

/** Reports lists whose items cannot be identified as their `x-…-list-type` requires. */
export function listRules(x: ExtensionNames): (schema: SchemaNode, at: FieldPath) => void {
  const [typeName, keysName] = [`${x.prefix}list-type`, `${x.prefix}list-map-keys`];
  return (schema, at) => {
    const type = x.get(schema, "list-type");
    const keys = x.get(schema, "list-map-keys") ?? [];
    if (type !== undefined) {
      if (schema.type !== "array") wrongType(schema, `must be array if ${typeName} is specified`, at);
      listType(type, at.field(typeName));
    }
    if (keys.length > 0) {
      const message = `must be map if ${keysName} is non-empty`;
      if (type === undefined) at.field(typeName).required(message);
      else if (type !== "map") at.field(typeName).invalid(type, message);
    }
    if (type === "map") mapItems(schema, keys, { x, at });
    if (type === "set") setItems(schema, { x, at });
  };
}

interface ListPlace {
  readonly x: ExtensionNames;
  /** Of the list. */
  readonly at: FieldPath;
}

/** Items are maps that are identified by the values of keys. */
function mapItems(schema: SchemaNode, keys: readonly string[], { x, at }: ListPlace): void {
  const [items, itemsAt] = [itemsOf(schema), at.field("items")];
  if (keys.length === 0)
    at.field(`${x.prefix}list-map-keys`).required(`must not be empty if ${x.prefix}list-type is map`);
  if (schema.items === undefined) itemsAt.required(`must have a schema if ${x.prefix}list-type is map`);
  if (Array.isArray(schema.items))
    itemsAt.invalid(schema.items, `must only have a single schema if ${x.prefix}list-type is map`);
  if (items === undefined) return;
  if (items.type !== "object")
    itemsAt.field("type").invalid(items.type ?? "", `must be object if parent array's ${x.prefix}list-type is map`);
  else if (keys.length > 0) keyProperties(items, keys, { x, at });
  if (items.nullable === true)
    itemsAt.field("nullable").forbidden(`cannot be nullable when ${x.prefix}list-type is map`);
}

function keyProperties(items: SchemaNode, keys: readonly string[], { x, at }: ListPlace): void {
  const keysAt = at.field(`${x.prefix}list-map-keys`);
  const places = at.field("items").field("properties");
  if (new Set(keys).size < keys.length) keysAt.invalid(keys, "must not contain duplicate entries");
  for (const key of keys) {
    const property = items.properties?.[key];
    if (property === undefined) keysAt.invalid(keys, "entries must all be names of item properties");
    else if (property.type === "object" || property.type === "array")
      places
        .item(key)
        .field("type")
        .invalid(items.type, `must be a scalar type if parent array's ${x.prefix}list-type is map`);
  }
  for (const key of new Set(keys)) {
    const property = items.properties?.[key];
    if (property === undefined) continue;
    if (property.default === undefined && !(items.required ?? []).includes(key))
      places
        .item(key)
        .field("default")
        .required(`this property is in ${x.prefix}list-map-keys, so it must have a default or be a required property`);
    if (property.nullable === true)
      places
        .item(key)
        .field("nullable")
        .forbidden(`this property is in ${x.prefix}list-map-keys, so it cannot be nullable`);
  }
}

/** Items are identified by their whole value. */
function setItems(schema: SchemaNode, { x, at }: ListPlace): void {
  const [items, itemsAt] = [itemsOf(schema), at.field("items")];
  if (items === undefined) return;
  const atomic = `must be atomic as item of a list with ${x.prefix}list-type=set`;
  if (items.nullable === true)
    itemsAt.field("nullable").forbidden(`cannot be nullable when ${x.prefix}list-type is set`);
  const [mapType, innerType] = [x.get(items, "map-type"), x.get(items, "list-type")];
  if (items.type === "object" && mapType !== "atomic") itemsAt.field(`${x.prefix}map-type`).invalid("null", atomic);
  if (items.type === "array" && innerType !== undefined && innerType !== "atomic")
    itemsAt.field(`${x.prefix}list-type`).invalid(innerType, atomic);
}

/** Reports that the type of a schema is absent, or another one. */
export function wrongType({ type = "" }: SchemaNode, message: string, at: FieldPath): void {
  if (type === "") at.field("type").required(message);
  else at.field("type").invalid(type, message);
}
