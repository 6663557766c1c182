import { fieldKey } from "./field-key.ts";
import { type FieldSet, leaf } from "./field-set.ts";

/** The one path that leads through members of these names; none leads nowhere. */
export function pathSet(names: readonly string[]): FieldSet {
  return names.reduceRight<FieldSet>((below, name) => ({ [fieldKey(name)]: below }), leaf);
}
