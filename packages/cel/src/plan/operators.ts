import type { Call, Expr } from "../syntax/ast.ts";
import { negate } from "../values/arithmetic.ts";
import { isError, noSuchOverload, type Value } from "../values/value.ts";
import { planArithmetic } from "./arithmetic.ts";
import { planComparison, planEquality } from "./comparison.ts";
import type { Code, Frame } from "./frame.ts";
import { planIn } from "./membership.ts";
import { withOperator } from "./operands.ts";
import { type Planned, type Planner, typeAt } from "./planned.ts";

/** Plans the operators, which have code of their own for the common types. */
export function planOperator(p: Planner, e: Call): Planned | undefined {
  switch (e.fn) {
    case "_&&_":
    case "_||_":
      return planLogic(p, e);
    case "!_":
      return unary(p, e, (v) => (typeof v === "boolean" ? !v : noSuchOverload()));
    case "-_":
      return unary(p, e, (v) => withOperator("-_", v, negate(v)));
    case "@not_strictly_false":
      return planNotFalse(p, e);
    case "_==_":
    case "_!=_":
      return planEquality(p, e, e.fn === "_==_");
    case "_<_":
    case "_<=_":
    case "_>_":
    case "_>=_":
      return planComparison(p, e);
    case "_+_":
    case "_-_":
    case "_*_":
    case "_/_":
    case "_%_":
      return planArithmetic(p, e);
    case "@in":
      return planIn(p, e);
    default:
      return undefined;
  }
}

/** The first false (or true) decides, also against an error on the other side. */
function planLogic(p: Planner, e: Call): Planned {
  const codes = operandsOf(p, e, e.fn).map((operand) => p.plan(operand).code);
  const deciding = e.fn === "_||_";
  if (codes.length > 2) return { code: (f) => decide(f, codes, deciding) };
  const [left, right] = codes as [Code, Code];
  return {
    code(f) {
      const l = left(f);
      if (l === deciding) return deciding;
      const r = right(f);
      if (r === deciding) return deciding;
      if (l === !deciding && r === !deciding) return !deciding;
      if (isError(l)) return l;
      return isError(r) ? r : noSuchOverload();
    },
  };
}

/**
 * The operands of a chain, if all are bools; otherwise the two of the outermost operator, since the
 * shape of the tree decides which error is reported.
 */
function operandsOf(p: Planner, e: Call, fn: string): readonly Expr[] {
  const flat = e.args.flatMap((arg) =>
    arg.kind === "call" && arg.fn === fn && !arg.target ? operandsOf(p, arg, fn) : [arg],
  );
  return flat.every((operand) => typeAt(p, operand).kind === "bool") ? flat : e.args;
}

function decide(f: Frame, codes: readonly Code[], deciding: boolean): Value {
  let failure: Value | undefined;
  for (let i = 0; i < codes.length; i++) {
    const v = codes[i]!(f);
    if (v === deciding) return deciding;
    if (v !== !deciding) failure ??= isError(v) ? v : noSuchOverload();
  }
  return failure ?? !deciding;
}

function unary(p: Planner, e: Call, apply: (v: Value) => Value): Planned {
  const operand = p.plan(e.args[0]!).code;
  return {
    code(f) {
      const v = operand(f);
      f.cost++;
      return isError(v) ? v : apply(v);
    },
  };
}

function planNotFalse(p: Planner, e: Call): Planned {
  const operand = p.plan(e.args[0]!).code;
  return {
    code(f) {
      const v = operand(f);
      f.cost++;
      return v !== false;
    },
  };
}
