import type { FeatureGates } from "@svc/schema";
import { type FieldPath, passes } from "./field-path.ts";

interface OnceOptions<Owner extends readonly unknown[]> {
  /**
   * Further inputs of the check that may differ between versions.
   * @default nothing
   */
  readonly by?: (...owner: Owner) => readonly unknown[];
}

interface Fine {
  readonly gates: FeatureGates;
  readonly by: readonly unknown[];
}

/**
 * Skips the check of an unchanged part that passed before, since stored objects are immutable. For
 * checks that depend only on the part, the feature gates, and `by`; other arguments must be the
 * same for all versions of an object, like its name.
 */
export function once<T extends object, Owner extends readonly unknown[]>(
  check: (part: T, at: FieldPath, ...owner: Owner) => void,
  { by = () => nothing }: OnceOptions<Owner> = {},
): (part: T, at: FieldPath, ...owner: Owner) => void {
  const fine = new WeakMap<object, Fine>();
  return (part, at, ...owner) => {
    if (part !== at.old) {
      check(part, at, ...owner);
      return;
    }
    const now = { gates: at.context.gates, by: by(...owner) };
    if (!isSame(fine.get(part), now) && passes(at, () => check(part, at, ...owner))) fine.set(part, now);
  };
}

const nothing: readonly unknown[] = [];

function isSame(before: Fine | undefined, { gates, by }: Fine): boolean {
  return before?.gates === gates && before.by.length === by.length && before.by.every((value, i) => value === by[i]);
}
