import { traversalCost, traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, scaled } from "../declarations/size.ts";
import type { Value } from "../values/value.ts";

const once: CallEstimator = ([s]) => ({ cost: scaled(s!.size, traversalFactor) });

/** Of functions that look once at a string. */
export const parseCost: { readonly cost: (s?: Value) => number; readonly estimate: CallEstimator } = {
  cost: (s?: Value): number => traversalCost(s!),
  estimate: once,
};
