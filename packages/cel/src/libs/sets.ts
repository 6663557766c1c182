import type { Implementation } from "../check/declarations.ts";
import { type CallEstimator, exactly, plus, times } from "../cost/size.ts";
import { equal } from "../values/equal.ts";
import type { ListLike, Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

function includes(list: ListLike, wanted: Value): boolean {
  for (let i = 0; i < list.length; i++) if (equal(list.at(i)!, wanted) === true) return true;
  return false;
}

function includesAll(list: ListLike, wanted: ListLike): boolean {
  for (let i = 0; i < wanted.length; i++) if (!includes(list, wanted.at(i)!)) return false;
  return true;
}

const contains: Implementation = (a, b) => includesAll(a as ListLike, b as ListLike);
const equivalent: Implementation = (a, b) =>
  includesAll(a as ListLike, b as ListLike) && includesAll(b as ListLike, a as ListLike);
const intersects: Implementation = (a, b) => {
  const list = a as ListLike;
  for (let i = 0; i < list.length; i++) if (includes(b as ListLike, list.at(i)!)) return true;
  return false;
};

function pairwise(times2: number): {
  readonly cost: (a?: Value, b?: Value) => number;
  readonly estimate: CallEstimator;
} {
  return {
    cost: (a, b) => 1 + times2 * (a as ListLike).length * (b as ListLike).length,
    estimate: ([a, b]) => ({ cost: plus(exactly(1), times(times(a!.size, b!.size), exactly(times2))) }),
  };
}

/** Lists as sets: each element of one is looked for in the other. */
export function setsLibrary(): Library {
  return {
    name: "sets",
    functions: [
      fn(
        "sets.contains",
        over("list_sets_contains_list", "sets.contains(list(T), list(T)): bool", contains, pairwise(1)),
      ),
      fn(
        "sets.equivalent",
        over("list_sets_equivalent_list", "sets.equivalent(list(T), list(T)): bool", equivalent, pairwise(2)),
      ),
      fn(
        "sets.intersects",
        over("list_sets_intersects_list", "sets.intersects(list(T), list(T)): bool", intersects, pairwise(1)),
      ),
    ],
  };
}
