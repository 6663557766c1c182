import { evaluate } from "../expressions/conditions.ts";
import { costBudget, maxConditionsCost, maxPolicyCost, OutOfBudgetError } from "../expressions/cost-budget.ts";
import { checkWith, expressionError } from "../expressions/match-conditions.ts";
import { type MutatedObject, type MutationApplier, MutationError } from "./apply-mutation.ts";
import { withDeclared } from "./declared-variables.ts";
import type { MutatingPolicy } from "./mutating-policy.ts";
import type { Application, PolicyTarget } from "./policy-target.ts";

/** What mutations are applied with, and the request that they are about. */
export interface MutationContext {
  readonly applier: MutationApplier;
  readonly target: PolicyTarget;
}

/** One parameter of a policy, and the object that it is applied to. */
export interface Once {
  readonly application: Application;
  readonly mutated: MutatedObject;
}

type Outcome = "applied" | "excluded";

/**
 * Applies all mutations of a policy with one parameter, within the budget of a policy. A mutation
 * that fails is passed over.
 *
 * @param problems receives the messages of mutations and conditions that fail
 */
export async function applyMutations(
  context: MutationContext,
  policy: MutatingPolicy,
  { problems, ...once }: Once & { readonly problems: string[] },
): Promise<Outcome> {
  try {
    return await applyWithin(context, policy, { ...once, problems });
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    problems.push(error.message);
    return "applied";
  }
}

/** @throws {OutOfBudgetError} */
async function applyWithin(
  { applier, target }: MutationContext,
  policy: MutatingPolicy,
  { application, mutated, problems }: Once & { readonly problems: string[] },
): Promise<Outcome> {
  const input = application.withParam(await target.input(mutated.form));
  const conditions = await checkWith(policy.conditions, { ...input, budget: costBudget(maxConditionsCost) });
  if (conditions.kind === "excluded") return "excluded";
  if (conditions.kind === "failed") {
    problems.push(listed(conditions.errors));
    return "applied";
  }
  const budget = costBudget(maxPolicyCost);
  for (const { kind, expression } of policy.mutations) {
    // Each mutation, and the variables that it uses, sees what the ones before it made.
    const current = application.withParam(await target.input(mutated.form));
    const { answers } = current;
    const result = await evaluate(expression, withDeclared(policy.variables, current, budget), { answers });
    budget.spend(result.cost);
    if (!result.ok) {
      problems.push(expressionError(expression.text, result.error.message));
      continue;
    }
    try {
      applier.apply(kind, result.value, mutated);
    } catch (error) {
      if (!(error instanceof MutationError)) throw error;
      problems.push(error.message);
      continue;
    }
    target.changed();
  }
  return "applied";
}

function listed(errors: readonly string[]): string {
  return errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
}
