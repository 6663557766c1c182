import { type AuthorizerAnswers, evaluate } from "../expressions/conditions.ts";
import { checkWith, expressionError } from "../webhooks/match-conditions.ts";
import { type PolicyInput, withDeclared } from "./declared-variables.ts";
import type { ValidatingPolicy, Validation } from "./validating-policy.ts";

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

const nothing: PolicyResult = { violations: [], auditAnnotations: [] };

/** Evaluates a policy with one parameter. */
export async function evaluatePolicy(policy: ValidatingPolicy, input: PolicyInput): Promise<PolicyResult> {
  const { answers } = input;
  const variables = withDeclared(policy.variables, input);
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
