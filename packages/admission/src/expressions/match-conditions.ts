import type { Authorizer } from "@svc/authz";
import type { Codec } from "@svc/codec";
import type { AdmissionRequest } from "../admission.ts";
import type { MatchCondition } from "../match-spec.ts";
import type { ObjectForm } from "../matching/object-form.ts";
import { admissionLanguage } from "./admission-language.ts";
import type { Compiled } from "./compiled-texts.ts";
import { authorizerVariables, evaluate, type RequestDecisions, requestDecisions } from "./conditions.ts";
import { type CostBudget, costBudget, maxConditionsCost, OutOfBudgetError } from "./cost-budget.ts";
import { objectVariables, requestVariable } from "./request-variables.ts";

export type ConditionResult =
  | { readonly kind: "matched" | "excluded" }
  | { readonly kind: "failed"; readonly errors: readonly string[] };

export interface ConditionDeps {
  readonly codec: Codec;
  readonly authorizer: Authorizer;
  readonly metaVersion: string;
}

/** A request, and the form in which conditions see its objects. */
export interface ConditionTarget {
  readonly request: AdmissionRequest;
  readonly form: ObjectForm;
}

const matched: ConditionResult = { kind: "matched" };

/** Whether all conditions hold; one that is false excludes the request even where others fail. */
export async function checkConditions(
  { codec, authorizer, metaVersion }: ConditionDeps,
  conditions: readonly Compiled[],
  { request, form }: ConditionTarget,
): Promise<ConditionResult> {
  if (conditions.length === 0) return matched;
  const decisions: RequestDecisions = requestDecisions(authorizer, request);
  const variables = {
    ...objectVariables(codec, request, form),
    request: requestVariable(request, form, metaVersion),
    // Webhooks do not get the namespace: the variable is declared, and has no fields.
    namespaceObject: null,
    ...authorizerVariables(decisions, request),
  };
  try {
    return await checkWith(conditions, { decisions, variables, budget: costBudget(maxConditionsCost) });
  } catch (error) {
    if (error instanceof OutOfBudgetError) return { kind: "failed", errors: [error.message] };
    throw error;
  }
}

/** The inputs of match conditions. */
export interface ConditionInput {
  readonly decisions: RequestDecisions;
  readonly variables: Readonly<Record<string, unknown>>;
  /** @default none: each expression has its own */
  readonly budget?: CostBudget;
}

/** The same with given variables. */
export async function checkWith(
  conditions: readonly Compiled[],
  { decisions, variables, budget }: ConditionInput,
): Promise<ConditionResult> {
  const errors: string[] = [];
  for (const condition of conditions) {
    const result = await evaluate(condition, variables, { decisions });
    budget?.spend(result.cost);
    if (!result.ok) errors.push(expressionError(condition.text, result.error.message));
    else if (result.value === false) return { kind: "excluded" };
  }
  return errors.length === 0 ? matched : { kind: "failed", errors };
}

export function expressionError(text: string, message: string): string {
  return `expression '${text}' resulted in error: ${message}`;
}

/** Compiles match conditions; one that does not compile fails when it is evaluated. */
export function compileConditions(conditions: readonly MatchCondition[]): readonly Compiled[] {
  const language = admissionLanguage({});
  return conditions.map(({ expression }) => language.compile(expression));
}
