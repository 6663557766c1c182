import type { FeatureGates } from "@svc/schema";
import { type FieldPath, passes } from "./field-path.ts";

interface OnceOptions<Owner extends readonly unknown[]> {
  /**
   * What the check needs of what it is given besides, where that may differ between versions.
   * @default nothing
   */
  readonly by?: (...owner: Owner) => readonly unknown[];
}

interface Fine {
  readonly gates: FeatureGates;
  readonly by: readonly unknown[];
}

/**
 * Makes a check of a part of an object that a change left as it was only until it has found
 * nothing: what is stored is changed by nobody. For checks that look at the part, at the feature
 * gates, and at `by`; what else they are given is to be the same for all versions of an object, as
 * its name is.
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
