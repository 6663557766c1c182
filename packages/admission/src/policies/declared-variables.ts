import { CelError } from "@svc/cel";
import { maxExpressionCost, type RequestDecisions } from "../expressions/conditions.ts";
import type { CostBudget } from "../expressions/cost-budget.ts";
import type { Variables } from "./bound-policy.ts";

/** The variables of a policy's expressions, and the authorizer's decisions. */
export interface PolicyInput {
  readonly decisions: RequestDecisions;
  /** All but the variables of the policy itself. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The given variables with those of a policy, each evaluated when it is first used, and once. */
export function withDeclared(
  declared: Variables,
  { decisions, variables: inputVariables }: PolicyInput,
  budget?: CostBudget,
): Readonly<Record<string, unknown>> {
  const known = new Map<string, unknown>();
  const variables: Record<string, unknown> = {};
  for (const [name, expression] of declared) {
    Object.defineProperty(variables, name, {
      enumerable: true,
      get: () => {
        if (known.has(name)) return known.get(name);
        const result =
          "program" in expression
            ? expression.program.evaluate({ ...inputVariables, variables }, { budget: maxExpressionCost })
            : ({ ok: false, error: { message: expression.error }, cost: 0 } as const);
        const value = result.ok
          ? result.value
          : new CelError(`composited variable "${name}" fails to evaluate: ${result.error.message}`);
        // The value may still change while decisions of the authorizer are pending.
        if (!decisions.isWaiting()) {
          known.set(name, value);
          budget?.spend(result.cost);
        }
        return value;
      },
    });
  }
  return { ...inputVariables, variables };
}
