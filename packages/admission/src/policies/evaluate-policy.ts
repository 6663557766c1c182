import type { MaybePromise } from "@svc/base";
import type { Evaluation } from "@svc/cel";
import type { Compiled } from "../expressions/compiled-texts.ts";
import { evaluate } from "../expressions/conditions.ts";
import {
  type CostBudget,
  costBudget,
  maxConditionsCost,
  maxPolicyCost,
  OutOfBudgetError,
} from "../expressions/cost-budget.ts";
import { checkWith, expressionError } from "../expressions/match-conditions.ts";
import { type PolicyInput, withDeclared } from "./declared-variables.ts";
import type { PolicyCheck, PolicyConditions } from "./policy-observer.ts";
import type { ValidatingPolicy, Validation } from "./validating-policy.ts";

/** One validation that does not hold. */
export interface Violation {
  readonly message: string;
  readonly reason: string;
  readonly expressionIndex: number;
  readonly error: PolicyCheck["error"];
  readonly seconds: number;
}

/** The result of a policy for a request. */
export interface PolicyResult {
  readonly violations: readonly Violation[];
  /** Audit annotations that fail: they refuse the request, whatever the actions of the binding. */
  readonly refusals: readonly Violation[];
  /** Violations that the failure policy passes over. */
  readonly ignored: readonly Violation[];
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[];
}

const nothing: PolicyResult = { violations: [], refusals: [], ignored: [], auditAnnotations: [] };

/** The clock and the callback of an evaluation. */
export interface EvaluationContext {
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Called after the match conditions were evaluated. */
  readonly conditionsChecked?: (outcome: PolicyConditions["outcome"], seconds: number) => void;
}

/** Evaluates a policy with one parameter. */
export async function evaluatePolicy(
  policy: ValidatingPolicy,
  input: PolicyInput,
  context: EvaluationContext,
): Promise<PolicyResult> {
  const startedMs = context.monotonic();
  try {
    return await new PolicyEvaluation(policy, input, context).run();
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    const seconds = (context.monotonic() - startedMs) / 1000;
    // Earlier failures do not count.
    return failureOf(policy, { message: error.message, expressionIndex: 0, error: "out_of_budget", seconds });
  }
}

function failureOf({ ignoresFailures }: ValidatingPolicy, failure: Omit<Violation, "reason">): PolicyResult {
  const all = [{ ...failure, reason: "Invalid" }];
  return ignoresFailures ? { ...nothing, ignored: all } : { ...nothing, violations: all };
}

/** A class, since its methods share the results so far. */
class PolicyEvaluation {
  readonly #policy: ValidatingPolicy;
  readonly #input: PolicyInput;
  readonly #context: EvaluationContext;
  readonly #budget: CostBudget = costBudget(maxPolicyCost);
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #violations: Violation[] = [];
  readonly #refusals: Violation[] = [];
  readonly #ignored: Violation[] = [];
  #startedMs = 0;

  constructor(policy: ValidatingPolicy, input: PolicyInput, context: EvaluationContext) {
    this.#policy = policy;
    this.#input = input;
    this.#context = context;
    this.#variables = withDeclared(policy.variables, input, this.#budget);
  }

  async run(): Promise<PolicyResult> {
    const conditions = await this.#conditions();
    if (conditions !== undefined) return conditions;
    for (const [index, validation] of this.#policy.validations.entries()) await this.#validate(validation, index);
    const auditAnnotations = await this.#annotate();
    return { violations: this.#violations, refusals: this.#refusals, ignored: this.#ignored, auditAnnotations };
  }

  /** Undefined where all hold. */
  async #conditions(): Promise<PolicyResult | undefined> {
    const { conditions } = this.#policy;
    if (conditions.length === 0) return undefined;
    this.#startedMs = this.#context.monotonic();
    const budget = costBudget(maxConditionsCost);
    const result = await checkWith(conditions, {
      decisions: this.#input.decisions,
      variables: this.#variables,
      budget,
    });
    this.#context.conditionsChecked?.(result.kind, this.#seconds());
    if (result.kind !== "failed") return result.kind === "excluded" ? nothing : undefined;
    // Then the policy is left out, as if a condition were false: nothing is counted.
    if (this.#policy.ignoresFailures) return nothing;
    const { errors } = result;
    const message = errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
    return failureOf(this.#policy, { message, expressionIndex: 0, error: "invalid_error", seconds: this.#seconds() });
  }

  async #validate(validation: Validation, expressionIndex: number): Promise<void> {
    const promised = this.#evaluate(validation.expression);
    const result = promised instanceof Promise ? await promised : promised;
    if (result.ok && result.value === true) return;
    if (!result.ok)
      return this.#fail(
        this.#violations,
        expressionError(validation.expression.text, result.error.message),
        expressionIndex,
      );
    const seconds = this.#seconds();
    const { reason } = validation;
    const message = await this.#messageOf(validation);
    this.#violations.push({ message, reason, expressionIndex, error: "invalid_error", seconds });
  }

  #fail(to: Violation[], message: string, expressionIndex: number): void {
    const list = this.#policy.ignoresFailures ? this.#ignored : to;
    list.push({ message, reason: "Invalid", expressionIndex, error: "invalid_error", seconds: this.#seconds() });
  }

  async #annotate(): Promise<PolicyResult["auditAnnotations"]> {
    const found: (readonly [string, string])[] = [];
    for (const [key, expression] of this.#policy.auditAnnotations) {
      const result = await this.#evaluate(expression);
      if (!result.ok) this.#fail(this.#refusals, expressionError(expression.text, result.error.message), 0);
      else if (typeof result.value === "string") {
        const text = result.value.trim();
        if (text !== "") found.push([key, text.slice(0, maxAnnotation)]);
      }
    }
    return found;
  }

  async #messageOf({ expression, message, messageExpression }: Validation): Promise<string> {
    if (messageExpression !== undefined) {
      const result = await this.#evaluate(messageExpression);
      const text = result.ok && typeof result.value === "string" ? result.value.trim() : "";
      if (text !== "" && !/[\n\r]/.test(text) && Buffer.byteLength(text) <= maxMessageBytes) return text;
    }
    return message === "" ? `failed expression: ${expression.text.trim()}` : message;
  }

  #evaluate(expression: Compiled): MaybePromise<Evaluation> {
    this.#startedMs = this.#context.monotonic();
    const spent = (result: Evaluation): Evaluation => {
      this.#budget.spend(result.cost);
      return result;
    };
    const result = evaluate(expression, this.#variables, { decisions: this.#input.decisions });
    return result instanceof Promise ? result.then(spent) : spent(result);
  }

  #seconds(): number {
    return (this.#context.monotonic() - this.#startedMs) / 1000;
  }
}

const maxAnnotation = 10 * 1024;
const maxMessageBytes = 5 * 1024;
