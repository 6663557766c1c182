import type { CheckedExpr } from "../check/check-state.ts";
import { type Declarations, objectTypeNamed } from "../declarations/scope.ts";
import type { Call, Expr } from "../syntax/ast.ts";
import {
  planConditional,
  planIdent,
  planIndex,
  planOptionalIndex,
  planOptionalSelect,
  planSelect,
} from "./attributes.ts";
import { planBlock } from "./block.ts";
import { planCall } from "./calls.ts";
import { planFold } from "./fold.ts";
import type { Code } from "./frame.ts";
import { planList, planMap, planStruct } from "./literals.ts";
import { planOperator } from "./operators.ts";
import { planOr } from "./optionals.ts";
import { constant, type Planned, type Planner, referenceAt } from "./planned.ts";

/** An expression as closures, and how many slots they need. */
interface Plan {
  readonly code: Code;
  readonly slots: number;
}

/** Turns a checked tree into closures. @throws {CompileError} where a call on constants fails. */
export function plan(checked: CheckedExpr, declarations: Declarations): Plan {
  const foldable = (name: string): boolean => declarations.functions.get(name)?.fold ?? false;
  const p: Planner = {
    checked,
    declarations,
    locals: new Map(),
    slots: 0,
    plan: (e) => planNode(p, e, foldable),
  };
  const { code } = p.plan(checked.expr);
  return { code, slots: p.slots };
}

function planNode(p: Planner, e: Expr, foldable: (name: string) => boolean): Planned {
  switch (e.kind) {
    case "const":
      return constant(e.value);
    case "ident":
      return planIdent(p, e);
    case "select":
      return planSelect(p, e);
    case "list":
      return planList(p, e);
    case "map":
      return planMap(p, e);
    case "struct":
      return planStruct(p, e, objectTypeNamed(p.declarations, e.name)!);
    case "comprehension":
      return planFold(p, e);
    case "call":
      return planSpecial(p, e) ?? planOperator(p, e) ?? planCall(p, e, foldable);
  }
}

function planSpecial(p: Planner, e: Call): Planned | undefined {
  switch (e.fn) {
    case "_?_:_":
      return planConditional(p, e);
    case "_[_]":
      return planIndex(p, e);
    case "_?._":
      return planOptionalSelect(p, e);
    case "_[?_]":
      return planOptionalIndex(p, e);
    case "cel.@block":
      return planBlock(p, e);
    case "or":
    case "orValue": {
      const reference = referenceAt(p, e);
      const isOptional = reference?.kind === "call" && reference.overloads.every((o) => o.id.startsWith("optional_"));
      return e.target && isOptional ? planOr(p, e) : undefined;
    }
    default:
      return undefined;
  }
}
