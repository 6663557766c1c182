import { concatenationCost } from "../cost/actual.ts";
import { isLarge, workOn } from "../cost/work-on.ts";
import type { Call } from "../syntax/ast.ts";
import { add, divide, modulo, multiply, subtract } from "../values/arithmetic.ts";
import { charge } from "../values/meter.ts";
import { concatLists, isError, isList, type ListLike, ListValue, type Value } from "../values/value.ts";
import type { Code, Frame } from "./frame.ts";
import { errorOf, isResolved, isSized, withOperator } from "./operands.ts";
import { type Planned, type Planner, typeAt } from "./planned.ts";

const arithmetic: ReadonlyMap<string, (a: Value, b: Value) => Value> = new Map(
  Object.entries<(a: Value, b: Value) => Value>({
    "_+_": add,
    "_-_": subtract,
    "_*_": multiply,
    "_/_": divide,
    "_%_": modulo,
  }),
);

/** Plans `+`, `-`, `*`, `/` and `%`. */
export function planArithmetic(p: Planner, e: Call): Planned {
  const left = p.plan(e.args[0]!).code;
  const right = p.plan(e.args[1]!).code;
  const compute = arithmetic.get(e.fn)!;
  const apply = (a: Value, b: Value): Value => withOperator(e.fn, a, compute(a, b));
  const isInt = e.args.every((arg) => typeAt(p, arg).kind === "int");
  const fast = isInt ? safeIntegers.get(e.fn) : undefined;
  if (fast) return { code: fast(left, right, apply) };
  const isPlus = e.fn === "_+_";
  const bySize = isPlus && isResolved(p, e) && e.args.some((arg) => isSized(typeAt(p, arg)));
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (bySize) charge(f, concatenationCost(l, r));
      else {
        f.cost++;
        if (isLarge(l) || isLarge(r)) workOn(f, [l, r], 1);
      }
      if (isError(l) || isError(r)) return errorOf(l, r);
      return isPlus && isList(l) && isList(r) ? concatenated(f, l, r) : apply(l, r);
    },
  };
}

function concatenated(f: Frame, a: ListLike, b: ListLike): Value {
  return a instanceof ListValue && a.semantics ? a.semantics.concat(a, b, f) : concatLists(a, b);
}

type FastArithmetic = (left: Code, right: Code, slow: (a: Value, b: Value) => Value) => Code;

/** Integers stay plain numbers while the result is a safe one. */
const safeIntegers: ReadonlyMap<string, FastArithmetic> = new Map(
  Object.entries<FastArithmetic>({
    "_+_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const sum = l + r;
        if (Number.isSafeInteger(sum)) return sum;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
    "_-_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const difference = l - r;
        if (Number.isSafeInteger(difference)) return difference;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
    "_*_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const product = l * r;
        // Zero has no sign among integers.
        if (Number.isSafeInteger(product)) return product + 0;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
  }),
);
