import type { Schema, StructSchema } from "../schema.ts";
import { isObject } from "./previous-item.ts";

type Members = Record<string, unknown>;

const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Removes, in location, fields that the schema of an object does not declare. Metadata and type are
 * not changed.
 */
export function pruneStructural(schema: StructSchema, object: object): void {
  pruneStruct(schema, object as Members, true);
}

function prune(schema: Schema, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  switch (schema.type) {
    case "struct":
      if (isObject(value)) pruneStruct(schema, value as Members, schema.embeddedObject === true);
      else if (schema.preserveUnknown !== true) pruneAll(value);
      return;
    case "map":
      if (isObject(value)) for (const member of Object.values(value)) prune(schema.values, member);
      else pruneAll(value);
      return;
    case "list":
      if (Array.isArray(value)) for (const item of value) prune(schema.items, item);
      else pruneAll(value);
      return;
    case "any":
      if (schema.pruned === true) pruneAll(value);
      return;
    case "rawExtension":
    case "fieldsV1":
      return;
    default:
      pruneAll(value);
  }
}

/** A value of another type than the schema's: none of its members is declared. */
function pruneAll(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) pruneAll(item);
  else if (isObject(value)) for (const name of Object.keys(value)) delete (value as Members)[name];
}

function pruneStruct({ byName, preserveUnknown }: StructSchema, value: Members, isWhole: boolean): void {
  for (const name of Object.keys(value)) {
    if (isWhole && identity.has(name)) continue;
    const field = byName.get(name);
    if (field !== undefined) prune(field.schema, value[name]);
    else if (preserveUnknown !== true) delete value[name];
  }
}
