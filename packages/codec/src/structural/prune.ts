/**
 * Decoding of extension types: values keep their types, fields unknown to the schema are removed.
 * Wrong types are reported by validation.
 */
import type { Schema, StructSchema } from "@svc/schema";
import { maxBodyValues, tooManyValues } from "../decoding/value-budget.ts";
import { type FieldPath, pathOf } from "../typed/field-path.ts";
import { countMembers, mismatch, type NormalizeContext } from "../typed/scalars.ts";

type Members = Record<string, unknown>;

interface PruneOptions {
  readonly context: NormalizeContext;
  /** Collects the paths of removed fields; if absent, unknown fields cause a mismatch. */
  readonly unknown?: string[];
  /** Decodes an embedded API object; may return `mismatch`. */
  readonly embedded: (object: Members, path: () => string) => unknown;
}

/**
 * Removes, in path, fields that the schema does not declare. The caller handles the type and
 * metadata of the root.
 */
export function pruneRoot(struct: StructSchema, object: Members, options: PruneOptions): unknown {
  return pruneStruct(struct, object, undefined, true, options);
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function prune(schema: Schema, value: unknown, path: FieldPath | undefined, options: PruneOptions): unknown {
  if (typeof value !== "object" || value === null) return value;
  switch (schema.type) {
    case "struct":
      if (!Array.isArray(value)) return pruneStruct(schema, value as Members, path, false, options);
      return schema.preserveUnknown === true ? convert(value, options) : pruneAll(value, path, options);
    case "list":
      if (!Array.isArray(value)) return pruneAll(value, path, options);
      // Each item of a set can have an owner, and counts like a member.
      if (schema.listType === "set" && value.length > maxBodyValues) tooManyValues();
      return pruneList(schema.items, value, path, options);
    case "map":
      return Array.isArray(value)
        ? pruneAll(value, path, options)
        : pruneMap(schema.values, value as Members, path, options);
    case "any":
      return schema.pruned === true ? pruneAll(value, path, options) : convert(value, options);
    case "rawExtension":
    case "fieldsV1":
      return convert(value, options);
    default:
      return pruneAll(value, path, options);
  }
}

/** A value of another type than the schema's: none of its members is declared. */
function pruneAll(value: object, path: FieldPath | undefined, options: PruneOptions): unknown {
  const { context, unknown } = options;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      if (typeof item !== "object" || item === null) continue;
      const within = unknown === undefined ? undefined : { parent: path, step: i };
      if (pruneAll(item, within, options) === mismatch) return mismatch;
    }
    countMembers(value, context);
    return value;
  }
  for (const name of Object.keys(value)) {
    if (unknown === undefined) return mismatch;
    unknown.push(pathOf({ parent: path, step: name }));
    delete (value as Members)[name];
  }
  return value;
}

function convert(value: object, { context }: PruneOptions): object {
  countMembers(value, context);
  return value;
}

function pruneStruct(
  struct: StructSchema,
  object: Members,
  path: FieldPath | undefined,
  isRoot: boolean,
  options: PruneOptions,
): unknown {
  const { context, unknown } = options;
  const isObject = isRoot || struct.embeddedObject === true;
  for (const name of Object.keys(object)) {
    const field = struct.byName.get(name);
    if (isObject && objectFields.has(name)) {
      context.members++;
      if (!isRoot || name !== "metadata") countMembers(object[name], context);
      continue;
    }
    if (field === undefined && struct.preserveUnknown !== true) {
      if (unknown === undefined) return mismatch;
      unknown.push(pathOf({ parent: path, step: name }));
      delete object[name];
      continue;
    }
    context.members++;
    const within = unknown === undefined ? undefined : { parent: path, step: name };
    const given = object[name];
    if (field === undefined) countMembers(given, context);
    else if (prune(field.schema, given, within, options) === mismatch) return mismatch;
  }
  if (isRoot || !isObject) return object;
  return options.embedded(object, () => pathOf(path));
}

function pruneList(
  items: Schema,
  list: readonly unknown[],
  path: FieldPath | undefined,
  options: PruneOptions,
): unknown {
  for (let i = 0; i < list.length; i++) {
    const within = options.unknown === undefined ? undefined : { parent: path, step: i };
    if (prune(items, list[i], within, options) === mismatch) return mismatch;
  }
  return list;
}

function pruneMap(values: Schema, map: Members, path: FieldPath | undefined, options: PruneOptions): unknown {
  for (const key of Object.keys(map)) {
    options.context.members++;
    const within = options.unknown === undefined ? undefined : { parent: path, step: key };
    if (prune(values, map[key], within, options) === mismatch) return mismatch;
  }
  return map;
}
