import { comparisonCost, opaqueComparisonCost } from "../cost/actual.ts";
import { isLarge, workOn } from "../cost/work-on.ts";
import type { Call } from "../syntax/ast.ts";
import { compare, unordered } from "../values/compare.ts";
import { equal } from "../values/equal.ts";
import { charge } from "../values/meter.ts";
import { isError, Opaque, type Value } from "../values/value.ts";
import type { Frame } from "./frame.ts";
import { errorOf, isResolved, isSized, withOperator } from "./operands.ts";
import { type Planned, type Planner, typeAt } from "./planned.ts";

/** One to ten characters, which cost one to look at. */
function isShort(text: string): boolean {
  return text.length > 0 && text.length <= 10;
}

/** Plans `==` and `!=`. */
export function planEquality(p: Planner, e: Call, isEquality: boolean): Planned {
  const left = p.plan(e.args[0]!).code;
  const { code: right, constant } = p.plan(e.args[1]!);
  const compared = (f: Frame, l: Value, r: Value): Value => {
    charge(f, isEquality && l instanceof Opaque ? opaqueComparisonCost(l, r) : comparisonCost(l, r));
    if (isError(l)) return l;
    if (isError(r)) return r;
    const same = equal(l, r, f);
    if (typeof same === "boolean") return same === isEquality;
    // What cannot be compared is not equal.
    return isEquality ? same : true;
  };
  if (typeof constant === "string" && isShort(constant)) {
    return {
      code(f) {
        const l = left(f);
        if (typeof l !== "string" || l === "") return compared(f, l, constant);
        f.cost++;
        return (l === constant) === isEquality;
      },
    };
  }
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (typeof l === "number" && typeof r === "number") {
        f.cost++;
        return (l === r) === isEquality;
      }
      if (typeof l === "string" && typeof r === "string" && l !== "" && r !== "" && (isShort(l) || isShort(r))) {
        f.cost++;
        return (l === r) === isEquality;
      }
      return compared(f, l, r);
    },
  };
}

/** Whether an order satisfies `<`, `<=`, `>` or `>=`. */
const orders: ReadonlyMap<string, (order: number) => boolean> = new Map(
  Object.entries<(order: number) => boolean>({
    "_<_": (order) => order < 0,
    "_<=_": (order) => order <= 0,
    "_>_": (order) => order > 0,
    "_>=_": (order) => order >= 0,
  }),
);

function compareNumbers(fn: string, l: number, r: number): Value {
  switch (fn) {
    case "_<_":
      return l < r || falseUnlessNaN(l, r);
    case "_<=_":
      return l <= r || falseUnlessNaN(l, r);
    case "_>_":
      return l > r || falseUnlessNaN(l, r);
    default:
      return l >= r || falseUnlessNaN(l, r);
  }
}

function falseUnlessNaN(l: number, r: number): Value {
  return Number.isNaN(l) || Number.isNaN(r) ? unordered() : false;
}

/** Plans `<`, `<=`, `>` and `>=`. */
export function planComparison(p: Planner, e: Call): Planned {
  const { fn } = e;
  const holds = orders.get(fn)!;
  const bySize = isResolved(p, e) && e.args.some((arg) => isSized(typeAt(p, arg)));
  const slow = (f: Frame, l: Value, r: Value): Value => {
    if (bySize) charge(f, comparisonCost(l, r));
    else {
      f.cost++;
      if (isLarge(l) && isLarge(r)) workOn(f, [l], 1);
    }
    const order = isError(l) || isError(r) ? errorOf(l, r) : compare(l, r);
    if (typeof order === "number") return holds(order);
    return isError(l) || isError(r) ? (order as Value) : withOperator(fn, l, order as Value);
  };
  const left = p.plan(e.args[0]!).code;
  const { code: right, constant } = p.plan(e.args[1]!);
  if (typeof constant === "number") {
    return {
      code(f) {
        const l = left(f);
        if (typeof l !== "number") return slow(f, l, constant);
        f.cost++;
        return compareNumbers(fn, l, constant);
      },
    };
  }
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (typeof l !== "number" || typeof r !== "number") return slow(f, l, r);
      f.cost++;
      return compareNumbers(fn, l, r);
    },
  };
}
