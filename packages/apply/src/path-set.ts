import { fieldKey } from "./field-key.ts";
import { type FieldSet, leaf } from "./field-set.ts";

/** The set with the single path through these names; the empty set for none. */
export function pathSet(names: readonly string[]): FieldSet {
  return names.reduceRight<FieldSet>((below, name) => ({ [fieldKey(name)]: below }), leaf);
}
