import { sizeOf } from "../cost/actual.ts";
import type { Metered } from "../declarations/functions.ts";
import { type CallEstimator, exactly, plus, times } from "../declarations/size.ts";
import { equalInside } from "../values/equal.ts";
import type { Meter } from "../values/meter.ts";
import { arrayOf, type ListLike, type Value } from "../values/value.ts";
import { fn, type Library, metered } from "./library.ts";

function includes(meter: Meter, list: readonly Value[], element: Value): boolean {
  return list.some((v) => equalInside(v, element, meter) === true);
}

function includesAll(meter: Meter, list: Value, elements: Value): boolean {
  const values = arrayOf(list as ListLike);
  return arrayOf(elements as ListLike).every((v) => includes(meter, values, v));
}

const contains: Metered = (meter, a, b) => includesAll(meter, a!, b!);
const equivalent: Metered = (meter, a, b) => includesAll(meter, a!, b!) && includesAll(meter, b!, a!);
const intersects: Metered = (meter, a, b) => {
  const others = arrayOf(b as ListLike);
  return arrayOf(a as ListLike).some((v) => includes(meter, others, v));
};

function pairwise(times2: number): {
  readonly cost: (a?: Value, b?: Value) => number;
  readonly estimate: CallEstimator;
} {
  return {
    cost: (a, b) => 1 + times2 * sizeOf(a!) * sizeOf(b!),
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
        metered("list_sets_contains_list", "sets.contains(list(T), list(T)): bool", contains, pairwise(1)),
      ),
      fn(
        "sets.equivalent",
        metered("list_sets_equivalent_list", "sets.equivalent(list(T), list(T)): bool", equivalent, pairwise(2)),
      ),
      fn(
        "sets.intersects",
        metered("list_sets_intersects_list", "sets.intersects(list(T), list(T)): bool", intersects, pairwise(1)),
      ),
    ],
  };
}
