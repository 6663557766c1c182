import type { CheckedExpr } from "../check/check-state.ts";
import { type CostReport, estimateCost } from "../cost/estimate.ts";
import type { Declarations } from "../declarations/scope.ts";
import type { Type } from "../declarations/types.ts";
import type { Frame } from "../plan/frame.ts";
import { plan } from "../plan/planner.ts";
import { BudgetExceeded } from "../values/meter.ts";
import { isError, type Value } from "../values/value.ts";

/** Options of one evaluation. */
export interface EvaluateOptions {
  /** The most that the evaluation may cost. @default 10_000_000 */
  readonly budget?: number;
}

/** The result of an evaluation, with its cost. */
export type Evaluation =
  | { readonly ok: true; readonly value: Value; readonly cost: number }
  | { readonly ok: false; readonly error: EvaluationError; readonly cost: number };

/** The reason why an evaluation has no value. */
export interface EvaluationError {
  readonly message: string;
  /**
   * `budget`: it was stopped because it cost too much; no operator of the language can absorb that.
   */
  readonly kind: "evaluation" | "budget";
}

/** A compiled expression. */
export interface Program {
  readonly source: string;
  /** The type of the result. */
  readonly type: Type;
  /**
   * Worst and best case from declared sizes, with the costs of the parts. Computed on first use.
   */
  readonly estimatedCost: CostReport;
  readonly checked: CheckedExpr;
  /**
   * Never throws for what an expression or its data does.
   * @param vars values of the variables by name. @default none
   */
  readonly evaluate: (vars?: Readonly<Record<string, unknown>>, options?: EvaluateOptions) => Evaluation;
}

/** The cost at which an evaluation is stopped unless the options name another. */
export const defaultBudget = 10_000_000;

export function createProgram(checked: CheckedExpr, declarations: Declarations): Program {
  return new PlannedProgram(checked, declarations);
}

class PlannedProgram implements Program {
  readonly source: string;
  readonly type: Type;
  readonly checked: CheckedExpr;
  readonly evaluate: Program["evaluate"];
  readonly #declarations: Declarations;
  #estimate: CostReport | undefined;

  constructor(checked: CheckedExpr, declarations: Declarations) {
    this.source = checked.source;
    this.type = checked.type;
    this.checked = checked;
    this.evaluate = evaluation(plan(checked, declarations));
    this.#declarations = declarations;
  }

  get estimatedCost(): CostReport {
    return (this.#estimate ??= estimateCost(this.checked, this.#declarations));
  }
}

function evaluation({ code, slots }: ReturnType<typeof plan>): Program["evaluate"] {
  return (vars = noVariables, options) => {
    const limit = options?.budget ?? defaultBudget;
    const frame: Frame = {
      vars: vars as Readonly<Record<string, Value>>,
      slots: slots === 0 ? noSlots : new Array(slots),
      cost: 0,
      limit,
      work: 0,
    };
    try {
      const value = code(frame);
      if (frame.cost > limit) return overBudget(frame.cost);
      if (isError(value)) return { ok: false, error: { kind: "evaluation", message: value.message }, cost: frame.cost };
      return { ok: true, value, cost: frame.cost };
    } catch (e) {
      if (e instanceof BudgetExceeded) return overBudget(frame.cost);
      throw e;
    }
  };
}

const noSlots: Value[] = [];
const noVariables = {};

function overBudget(cost: number): Evaluation {
  const { message } = new BudgetExceeded();
  return { ok: false, error: { kind: "budget", message }, cost };
}
