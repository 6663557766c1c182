import type { Attributes, Authorizer, Decision } from "@svc/authz";
import type { MaybePromise } from "@svc/base";
import type { AuthorizationAnswer, AuthorizationQuestion, Evaluation, ExpressionAuthorizer } from "@svc/cel";
import { authorizerValue, resourceCheckValue } from "@svc/cel";
import type { AdmissionRequest } from "../admission.ts";
import type { Compiled } from "./compiled-texts.ts";

/** What one expression may cost when it is evaluated. */
export const maxExpressionCost = 1_000_000;

/**
 * Evaluates an expression; one that asks the authorizer is evaluated again when the answers are
 * there.
 */
export function evaluate(
  compiled: Compiled,
  variables: Readonly<Record<string, unknown>>,
  {
    answers,
    budget = maxExpressionCost,
  }: { readonly answers: AuthorizerAnswers | undefined; readonly budget?: number },
): MaybePromise<Evaluation> {
  if ("error" in compiled)
    return { ok: false, cost: 0, error: { kind: "evaluation", message: `compilation failed: ${compiled.error}` } };
  const result = compiled.program.evaluate(variables, { budget });
  const pending = answers?.pending();
  if (pending === undefined) return result;
  return pending.then(() => evaluate(compiled, variables, { answers, budget }));
}

/** The answers of an authorizer to the questions of expressions about one request. */
export interface AuthorizerAnswers extends ExpressionAuthorizer {
  /** Resolves when every question that was asked has an answer; undefined where all have. */
  pending(): Promise<unknown> | undefined;
  isWaiting(): boolean;
}

export function authorizerAnswers(authorizer: Authorizer, { user }: AdmissionRequest): AuthorizerAnswers {
  const known = new Map<string, AuthorizationAnswer>();
  let waiting: Promise<unknown>[] = [];
  return {
    isWaiting: () => waiting.length > 0,
    pending: () => {
      if (waiting.length === 0) return undefined;
      const all = Promise.all(waiting);
      waiting = [];
      return all;
    },
    authorize: (question) => {
      const key = JSON.stringify(question);
      const answer = known.get(key);
      if (answer !== undefined) return answer;
      const given = ask(authorizer, question, user);
      if (given instanceof Promise) {
        waiting.push(given.then((found) => known.set(key, found)));
        return { allowed: false, reason: "" };
      }
      known.set(key, given);
      return given;
    },
  };
}

function ask(
  authorizer: Authorizer,
  question: AuthorizationQuestion,
  user: AdmissionRequest["user"],
): MaybePromise<AuthorizationAnswer> {
  const asked = authorizer.authorize(attributesOf(question, user));
  const answer = ({ verdict, reason = "", error }: Decision): AuthorizationAnswer => ({
    allowed: verdict === "allow",
    reason,
    ...(error === undefined ? {} : { error }),
  });
  const failed = (error: unknown): AuthorizationAnswer => ({
    allowed: false,
    reason: "",
    error: error instanceof Error ? error.message : String(error),
  });
  return asked instanceof Promise ? asked.then(answer, failed) : answer(asked);
}

function attributesOf(question: AuthorizationQuestion, user: AdmissionRequest["user"]): Attributes {
  const { serviceAccount, verb } = question;
  const asker =
    serviceAccount === undefined
      ? (user ?? { name: "", uid: "", groups: [], extra: {} })
      : {
          name: `system:serviceaccount:${serviceAccount.namespace}:${serviceAccount.name}`,
          uid: "",
          // Without `system:authenticated`, which only authentication gives.
          groups: ["system:serviceaccounts", `system:serviceaccounts:${serviceAccount.namespace}`],
          extra: {},
        };
  const none = { group: "", version: "", resource: "", subresource: "", namespace: "", name: "", path: "" };
  if (question.kind === "path") return { ...none, user: asker, verb, isResource: false, path: question.path };
  // Selectors narrow what is asked for: without them the question is the stricter one.
  const { group, resource, subresource, namespace, name } = question;
  return { user: asker, verb, isResource: true, group, version: "*", resource, subresource, namespace, name, path: "" };
}

/** The variables by which expressions ask what the user of a request may do. */
export function authorizerVariables(
  answers: AuthorizerAnswers,
  { resource: { group, resource }, subresource, namespace, name }: AdmissionRequest,
): Readonly<Record<string, unknown>> {
  return {
    authorizer: authorizerValue(answers),
    "authorizer.requestResource": resourceCheckValue(answers, { group, resource, subresource, namespace, name }),
  };
}
