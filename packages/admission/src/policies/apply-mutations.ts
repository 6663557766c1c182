import { evaluate } from "../expressions/conditions.ts";
import { costBudget, maxConditionsCost, maxPolicyCost, OutOfBudgetError } from "../expressions/cost-budget.ts";
import { type ConditionResult, checkWith, expressionError } from "../expressions/match-conditions.ts";
import { type MutatedObject, type MutationApplier, MutationError } from "./apply-mutation.ts";
import { type PolicyInput, withDeclared } from "./declared-variables.ts";
import type { MutatingPolicy } from "./mutating-policy.ts";
import type { PolicyObserver } from "./policy-observer.ts";
import type { Application, PolicyDeps, PolicyTarget } from "./policy-target.ts";

/** The dependencies of mutations, and the request that they change. */
export interface MutationContext {
  readonly applier: MutationApplier;
  readonly target: PolicyTarget;
  readonly clock: PolicyDeps["clock"];
  readonly observer: PolicyObserver | undefined;
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
  context: MutationContext,
  policy: MutatingPolicy,
  { application, mutated, problems }: Once & { readonly problems: string[] },
): Promise<Outcome> {
  const { applier, target } = context;
  const conditions = await conditionsOf(context, policy, application.withParam(await target.input(mutated.form)));
  if (conditions.kind === "excluded") return "excluded";
  if (conditions.kind === "failed") {
    problems.push(listed(conditions.errors));
    return "applied";
  }
  const budget = costBudget(maxPolicyCost);
  for (const { kind, expression } of policy.mutations) {
    // Each mutation, and the variables that it uses, sees what the ones before it made.
    const current = application.withParam(await target.input(mutated.form));
    const { decisions } = current;
    const result = await evaluate(expression, withDeclared(policy.variables, current, budget), { decisions });
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

async function conditionsOf(
  { target: { request }, clock, observer }: MutationContext,
  { name, conditions }: MutatingPolicy,
  input: PolicyInput,
): Promise<ConditionResult> {
  const startedMs = clock.monotonic();
  const result = await checkWith(conditions, { ...input, budget: costBudget(maxConditionsCost) });
  if (conditions.length > 0)
    observer?.conditions?.({
      policy: name,
      operation: request.operation,
      type: "admit",
      outcome: result.kind,
      seconds: (clock.monotonic() - startedMs) / 1000,
    });
  return result;
}

function listed(errors: readonly string[]): string {
  return errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
}
