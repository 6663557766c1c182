import type { Schema, StructSchema } from "../schema.ts";
import type { Place } from "./place.ts";
import { isObject } from "./previous-item.ts";

/**
 * Visits each value of an object that its schema says something of, outer ones first. Metadata, of
 * the object and of objects within, is left out: it is not of the extension type.
 */
export function walk(
  schema: Schema,
  value: unknown,
  visit: (schema: Schema, value: unknown, place: Place | undefined) => void,
  place?: Place,
): void {
  if (value === null || value === undefined) return;
  visit(schema, value, place);
  switch (schema.type) {
    case "struct":
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        const field = schema.byName.get(name);
        if (field === undefined || (name === "metadata" && hasMetadata(schema, place))) continue;
        walk(field.schema, value[name], visit, { parent: place, step: name });
      }
      return;
    case "map":
      if (!isObject(value)) return;
      for (const key of Object.keys(value))
        walk(schema.values, value[key], visit, { parent: place, step: key, isKey: true });
      return;
    case "list":
      if (!Array.isArray(value)) return;
      value.forEach((item: unknown, i) => {
        walk(schema.items, item, visit, { parent: place, step: i });
      });
  }
}

/** Whether a struct at a place is an object of the API: the outermost is. */
function hasMetadata({ embeddedObject }: StructSchema, place: Place | undefined): boolean {
  return place === undefined || embeddedObject === true;
}
