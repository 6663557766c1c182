import type { Schema, StructSchema } from "../schema.ts";
import { isObject } from "./previous-item.ts";
import type { ValuePath } from "./value-path.ts";

/**
 * Visits each value with a schema, parents first. Metadata, of the object and of embedded ones, is
 * skipped, since extension types don't define it.
 */
export function walk(schema: Schema, value: unknown, visit: Visit): void {
  createWalk(visit)(schema, value, undefined);
}

type Visit = (schema: Schema, value: unknown, location: ValuePath | undefined) => void;

function createWalk(visit: Visit): Visit {
  return function walkAt(schema, value, location) {
    if (value === null || value === undefined) return;
    visit(schema, value, location);
    switch (schema.type) {
      case "struct":
        if (!isObject(value)) return;
        for (const name of Object.keys(value)) {
          const field = schema.byName.get(name);
          if (field === undefined || (name === "metadata" && hasMetadata(schema, location))) continue;
          walkAt(field.schema, value[name], { parent: location, step: name });
        }
        return;
      case "map":
        if (!isObject(value)) return;
        for (const key of Object.keys(value))
          walkAt(schema.values, value[key], { parent: location, step: key, isKey: true });
        return;
      case "list":
        if (!Array.isArray(value)) return;
        value.forEach((item: unknown, i) => {
          walkAt(schema.items, item, { parent: location, step: i });
        });
    }
  };
}

/** True when a struct is an API object: the root, or an embedded one. */
function hasMetadata({ embeddedObject }: StructSchema, location: ValuePath | undefined): boolean {
  return location === undefined || embeddedObject === true;
}
