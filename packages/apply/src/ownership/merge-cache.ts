import type { FieldSet } from "../field-set.ts";
import type { Merged } from "../merge-values.ts";
import type { StructShape } from "../shape.ts";

/**
 * Caches the last merge of each manager's intent. Managers usually apply the same intent with small
 * changes: identical parts are not merged again.
 *
 * Keyed by the identity of the manager's field set, which stays the same while the manager owns the
 * same fields, and lives as long as the objects that hold it.
 */
export interface MergeCache {
  /** The last merge of an intent with exactly these fields under this shape. */
  of(fields: FieldSet, shape: StructShape): Merged | undefined;
  keep(fields: FieldSet, shape: StructShape, merge: Merged): void;
}

export function createMergeCache(): MergeCache {
  const merges = new WeakMap<FieldSet, { readonly shape: StructShape; readonly merge: Merged }>();
  return {
    of: (fields, shape) => {
      const found = merges.get(fields);
      return found?.shape === shape ? found.merge : undefined;
    },
    keep: (fields, shape, merge) => void merges.set(fields, { shape, merge }),
  };
}
