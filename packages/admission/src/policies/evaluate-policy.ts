import { CelError } from "@svc/cel";
import { type AuthorizerAnswers, evaluate } from "../expressions/conditions.ts";
import { checkWith, expressionError } from "../webhooks/match-conditions.ts";
import type { Policy, Validation } from "./policy.ts";

/** One validation that does not hold. */
export interface Violation {
  readonly message: string;
  readonly reason: string;
  readonly expressionIndex: number;
  readonly isError: boolean;
}

export interface PolicyResult {
  readonly violations: readonly Violation[];
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[];
}

export interface Evaluated {
  readonly answers: AuthorizerAnswers;
  /** All but those that the policy declares. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const nothing: PolicyResult = { violations: [], auditAnnotations: [] };

/** Evaluates a policy with one parameter. */
export async function evaluatePolicy(policy: Policy, { answers, variables: given }: Evaluated): Promise<PolicyResult> {
  const variables = { ...given, variables: declared(policy, given, answers) };
  const conditions = await checkWith(policy.conditions, { answers, variables });
  if (conditions.kind === "excluded") return nothing;
  if (conditions.kind === "failed") {
    const message = conditions.errors.length === 1 ? (conditions.errors[0] ?? "") : `[${conditions.errors.join(", ")}]`;
    return policy.ignoresFailures
      ? nothing
      : { violations: [{ message, reason: "Invalid", expressionIndex: 0, isError: true }], auditAnnotations: [] };
  }
  const violations: Violation[] = [];
  for (const [expressionIndex, validation] of policy.validations.entries()) {
    const result = await evaluate(validation.expression, variables, { answers });
    if (result.ok && result.value === true) continue;
    if (result.ok)
      violations.push({
        message: await messageOf(validation, variables, answers),
        reason: validation.reason,
        expressionIndex,
        isError: false,
      });
    else if (!policy.ignoresFailures)
      violations.push({
        message: expressionError(validation.expression.text, result.error.message),
        reason: "Invalid",
        expressionIndex,
        isError: true,
      });
  }
  const auditAnnotations: (readonly [string, string])[] = [];
  for (const [key, expression] of policy.auditAnnotations) {
    const result = await evaluate(expression, variables, { answers });
    if (result.ok && typeof result.value === "string")
      auditAnnotations.push([key, result.value.slice(0, maxAnnotation)]);
    else if (!result.ok && !policy.ignoresFailures)
      violations.push({
        message: expressionError(expression.text, result.error.message),
        reason: "Invalid",
        expressionIndex: 0,
        isError: true,
      });
  }
  return { violations, auditAnnotations };
}

const maxAnnotation = 10 * 1024;
const maxMessageBytes = 5 * 1024;

async function messageOf(
  { expression, message, messageExpression }: Validation,
  variables: Readonly<Record<string, unknown>>,
  answers: AuthorizerAnswers,
): Promise<string> {
  if (messageExpression !== undefined) {
    const result = await evaluate(messageExpression, variables, { answers });
    const text = result.ok && typeof result.value === "string" ? result.value.trim() : "";
    if (text !== "" && !/[\n\r]/.test(text) && Buffer.byteLength(text) <= maxMessageBytes) return text;
  }
  return message === "" ? `failed expression: ${expression.text.trim()}` : message;
}

/** The variables of a policy: each is evaluated when it is first used, and once. */
function declared(
  policy: Policy,
  given: Readonly<Record<string, unknown>>,
  answers: AuthorizerAnswers,
): Readonly<Record<string, unknown>> {
  const known = new Map<string, unknown>();
  const variables: Record<string, unknown> = {};
  for (const [name, expression] of policy.variables) {
    Object.defineProperty(variables, name, {
      enumerable: true,
      get: () => {
        if (known.has(name)) return known.get(name);
        const result =
          "program" in expression
            ? expression.program.evaluate({ ...given, variables }, { budget: 1_000_000 })
            : ({ ok: false, error: { message: expression.error } } as const);
        const value = result.ok
          ? result.value
          : new CelError(`composited variable "${name}" fails to evaluate: ${result.error.message}`);
        // While the authorizer is asked the value may still change.
        if (!answers.isWaiting()) known.set(name, value);
        return value;
      },
    });
  }
  return variables;
}
