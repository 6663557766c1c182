import type { Schema, StructSchema } from "../schema.ts";
import { isObject } from "./previous-item.ts";

type Members = Record<string, unknown>;

/**
 * Removes, in place, nulls that are no values of their fields and that no default replaces. Items
 * of lists stay, since removing one would move the others; so does metadata.
 */
export function dropNulls(schema: StructSchema, object: unknown): void {
  dropIn(schema, object, true);
}

function dropIn(schema: Schema, value: unknown, isRoot: boolean): void {
  if (schema.type === "list") {
    if (Array.isArray(value)) for (const item of value) dropIn(schema.items, item, false);
    return;
  }
  if ((schema.type !== "struct" && schema.type !== "map") || !isObject(value)) return;
  const members = value as Members;
  const hasMetadata = schema.type === "struct" && (isRoot || schema.embeddedObject === true);
  for (const name of Object.keys(members)) {
    const member = schema.type === "map" ? schema.values : schema.byName.get(name)?.schema;
    if (member === undefined || (hasMetadata && name === "metadata")) continue;
    if (members[name] === null && member.nullable !== true && member.default === undefined) delete members[name];
    else dropIn(member, members[name], false);
  }
}
