/**
 * Decoding of extension types: values keep their types, fields unknown to the schema are removed.
 * Wrong types are reported by validation.
 */
import type { Schema, StructSchema } from "@svc/schema";
import { maxBodyValues, tooManyValues } from "../decoding/value-budget.ts";
import { type FieldPath, keyedPathOf, pathOf } from "../typed/field-path.ts";
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
 * Removes, in place, fields that the schema does not declare. The caller handles the type and
 * metadata of the root.
 */
export function pruneRoot(struct: StructSchema, object: Members, options: PruneOptions): unknown {
  return new Pruning(object, options).run(struct);
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

class Pruning {
  readonly #root: Members;
  readonly #options: PruneOptions;

  constructor(root: Members, options: PruneOptions) {
    this.#root = root;
    this.#options = options;
  }

  run(struct: StructSchema): unknown {
    return this.#pruneStruct(struct, this.#root, undefined);
  }

  #prune(schema: Schema, value: unknown, path: FieldPath | undefined): unknown {
    if (typeof value !== "object" || value === null) return value;
    switch (schema.type) {
      case "struct":
        if (!Array.isArray(value)) return this.#pruneStruct(schema, value as Members, path);
        return schema.preserveUnknown === true ? this.#count(value) : this.#pruneAll(value, path);
      case "list":
        if (!Array.isArray(value)) return this.#pruneAll(value, path);
        // Each item of a set can have an owner, and counts like a member.
        if (schema.listType === "set" && value.length > maxBodyValues) tooManyValues();
        return this.#pruneList(schema.items, value, path);
      case "map":
        return Array.isArray(value)
          ? this.#pruneAll(value, path)
          : this.#pruneMap(schema.values, value as Members, path);
      case "any":
        return schema.pruned === true ? this.#pruneAll(value, path) : this.#count(value);
      case "rawExtension":
      case "fieldsV1":
        return this.#count(value);
      default:
        return this.#pruneAll(value, path);
    }
  }

  /** A value of another type than the schema's: none of its members is declared. */
  #pruneAll(value: object, path: FieldPath | undefined): unknown {
    const { context, unknown } = this.#options;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        const item: unknown = value[i];
        if (typeof item !== "object" || item === null) continue;
        const within = unknown === undefined ? undefined : { parent: path, step: i };
        if (this.#pruneAll(item, within) === mismatch) return mismatch;
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

  #count(value: object): object {
    countMembers(value, this.#options.context);
    return value;
  }

  #pruneStruct(struct: StructSchema, object: Members, path: FieldPath | undefined): unknown {
    const { context, unknown } = this.#options;
    const isRoot = object === this.#root;
    const isObject = isRoot || struct.embeddedObject === true;
    for (const name in object) {
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
      const member = object[name];
      if (field === undefined) countMembers(member, context);
      else if (this.#prune(field.schema, member, within) === mismatch) return mismatch;
    }
    if (isRoot || !isObject) return object;
    return this.#options.embedded(object, () => keyedPathOf(path));
  }

  #pruneList(items: Schema, list: readonly unknown[], path: FieldPath | undefined): unknown {
    for (let i = 0; i < list.length; i++) {
      const within = this.#options.unknown === undefined ? undefined : { parent: path, step: i };
      if (this.#prune(items, list[i], within) === mismatch) return mismatch;
    }
    return list;
  }

  #pruneMap(values: Schema, map: Members, path: FieldPath | undefined): unknown {
    for (const key in map) {
      this.#options.context.members++;
      const within = this.#options.unknown === undefined ? undefined : { parent: path, step: key, isKey: true };
      if (this.#prune(values, map[key], within) === mismatch) return mismatch;
    }
    return map;
  }
}
