/**
 * Decoding of extension types: values stay what they are, fields that the schema does not know go. Wrong types are not
 * told here; validation does that.
 */
import type { Schema, StructSchema } from "@svc/schema";
import { type Place, pathOf } from "../typed/place.ts";
import { countMembers, refused, type Tally } from "../typed/scalars.ts";

type Members = Record<string, unknown>;

interface PruneOptions {
  readonly tally: Tally;
  /** Collects the paths of what is taken out; without it, such values are refused. */
  readonly unknown?: string[];
  /** Decodes an object of the API within the object; may return `refused`. */
  readonly embedded: (object: Members, path: () => string) => unknown;
}

/** Takes out, in place, what the schema does not know. Of the root, type and metadata are left to the caller. */
export function pruneRoot(struct: StructSchema, object: Members, options: PruneOptions): unknown {
  return pruneStruct(struct, object, undefined, true, options);
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function prune(schema: Schema, value: unknown, place: Place | undefined, options: PruneOptions): unknown {
  if (typeof value !== "object" || value === null) return value;
  switch (schema.type) {
    case "struct":
      return Array.isArray(value) ? keep(value, options) : pruneStruct(schema, value as Members, place, false, options);
    case "list":
      return Array.isArray(value) ? pruneList(schema.items, value, place, options) : keep(value, options);
    case "map":
      return Array.isArray(value) ? keep(value, options) : pruneMap(schema.values, value as Members, place, options);
    default:
      return keep(value, options);
  }
}

function keep(value: object, { tally }: PruneOptions): object {
  countMembers(value, tally);
  return value;
}

function pruneStruct(
  struct: StructSchema,
  object: Members,
  place: Place | undefined,
  isRoot: boolean,
  options: PruneOptions,
): unknown {
  const { tally, unknown } = options;
  const isObject = isRoot || struct.embeddedObject === true;
  for (const name of Object.keys(object)) {
    const field = struct.byName.get(name);
    if (isObject && objectFields.has(name)) {
      tally.members++;
      if (!isRoot || name !== "metadata") countMembers(object[name], tally);
      continue;
    }
    if (field === undefined && struct.preserveUnknown !== true) {
      if (unknown === undefined) return refused;
      unknown.push(pathOf({ parent: place, step: name }));
      delete object[name];
      continue;
    }
    tally.members++;
    const within = unknown === undefined ? undefined : { parent: place, step: name };
    const given = object[name];
    if (field === undefined) countMembers(given, tally);
    else if (prune(field.schema, given, within, options) === refused) return refused;
  }
  if (isRoot || !isObject) return object;
  return options.embedded(object, () => pathOf(place));
}

function pruneList(items: Schema, list: readonly unknown[], place: Place | undefined, options: PruneOptions): unknown {
  for (let i = 0; i < list.length; i++) {
    const within = options.unknown === undefined ? undefined : { parent: place, step: i };
    if (prune(items, list[i], within, options) === refused) return refused;
  }
  return list;
}

function pruneMap(values: Schema, map: Members, place: Place | undefined, options: PruneOptions): unknown {
  for (const key of Object.keys(map)) {
    options.tally.members++;
    const within = options.unknown === undefined ? undefined : { parent: place, step: key };
    if (prune(values, map[key], within, options) === refused) return refused;
  }
  return map;
}
