import type { FieldSet } from "../field-set.ts";
import type { Merged } from "../merge-values.ts";
import type { StructShape } from "../shape.ts";

/**
 * What the last intents of managers are known to have been merged into. A manager mostly applies
 * what he applied before, but for a little: of what is the same nothing is looked at again.
 *
 * It is kept by his set of fields, which stays the very set as long as he owns the same; and as
 * long as that: in the objects that are remembered.
 */
export interface MergeCache {
  /** The last merge of an intent that has just these fields, as the shape tells them. */
  of(fields: FieldSet, shape: StructShape): Merged | undefined;
  keep(fields: FieldSet, shape: StructShape, merge: Merged): void;
}

export function createMergeCache(): MergeCache {
  const known = new WeakMap<FieldSet, { readonly shape: StructShape; readonly merge: Merged }>();
  return {
    of: (fields, shape) => {
      const found = known.get(fields);
      return found?.shape === shape ? found.merge : undefined;
    },
    keep: (fields, shape, merge) => void known.set(fields, { shape, merge }),
  };
}
