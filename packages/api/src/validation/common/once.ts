import type { FeatureGates } from "@svc/schema";
import { type Place, passes } from "./place.ts";

/**
 * Makes a check of a part of an object that a change left as it was only until it has found nothing: what is stored is changed by nobody.
 * For checks that look at the part and at the feature gates; what else they are given is to be the same for all versions of an object, as its
 * name is.
 */
export function once<T extends object, Owner extends readonly unknown[]>(
  check: (part: T, at: Place, ...owner: Owner) => void,
): (part: T, at: Place, ...owner: Owner) => void {
  const fine = new WeakMap<object, FeatureGates>();
  return (part, at, ...owner) => {
    const { gates } = at.context;
    if (part !== at.old) check(part, at, ...owner);
    else if (fine.get(part) !== gates && passes(at, () => check(part, at, ...owner))) fine.set(part, gates);
  };
}
