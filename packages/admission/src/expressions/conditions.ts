import type { Attributes, Authorizer, Decision } from "@svc/authz";
import type { MaybePromise } from "@svc/base";
import type { AuthorizationDecision, AuthorizationQuery, Evaluation, ExpressionAuthorizer } from "@svc/cel";
import { authorizerValue, resourceCheckValue } from "@svc/cel";
import type { AdmissionRequest } from "../admission.ts";
import type { Compiled } from "./compiled-texts.ts";

/** The maximum cost of one evaluation of an expression. */
export const maxExpressionCost = 1_000_000;

/**
 * Evaluates an expression. If it needs decisions of the authorizer, it is evaluated again when they
 * are available.
 */
export function evaluate(
  compiled: Compiled,
  variables: Readonly<Record<string, unknown>>,
  {
    decisions,
    budget = maxExpressionCost,
  }: { readonly decisions: RequestDecisions | undefined; readonly budget?: number },
): MaybePromise<Evaluation> {
  if ("error" in compiled)
    return { ok: false, cost: 0, error: { kind: "evaluation", message: `compilation failed: ${compiled.error}` } };
  const result = compiled.program.evaluate(variables, { budget });
  const pending = decisions?.pending();
  if (pending === undefined) return result;
  return pending.then(() => evaluate(compiled, variables, { decisions, budget }));
}

/** The decisions of an authorizer for the queries of expressions about one request. */
export interface RequestDecisions extends ExpressionAuthorizer {
  /** Resolves when every query has a decision; undefined if all have one. */
  pending(): Promise<unknown> | undefined;
  /** True while a query has no decision. */
  isWaiting(): boolean;
}

export function requestDecisions(authorizer: Authorizer, { user }: AdmissionRequest): RequestDecisions {
  const known = new Map<string, AuthorizationDecision>();
  let waiting: Promise<unknown>[] = [];
  return {
    isWaiting: () => waiting.length > 0,
    pending: () => {
      if (waiting.length === 0) return undefined;
      const all = Promise.all(waiting);
      waiting = [];
      return all;
    },
    authorize: (query) => {
      const key = JSON.stringify(query);
      const decision = known.get(key);
      if (decision !== undefined) return decision;
      const result = decisionFor(authorizer, query, user);
      if (result instanceof Promise) {
        waiting.push(result.then((found) => known.set(key, found)));
        return { allowed: false, reason: "" };
      }
      known.set(key, result);
      return result;
    },
  };
}

function decisionFor(
  authorizer: Authorizer,
  query: AuthorizationQuery,
  user: AdmissionRequest["user"],
): MaybePromise<AuthorizationDecision> {
  const authorized = authorizer.authorize(attributesOf(query, user));
  const decision = ({ verdict, reason = "", error }: Decision): AuthorizationDecision => ({
    allowed: verdict === "allow",
    reason,
    ...(error === undefined ? {} : { error }),
  });
  const failed = (error: unknown): AuthorizationDecision => ({
    allowed: false,
    reason: "",
    error: error instanceof Error ? error.message : String(error),
  });
  return authorized instanceof Promise ? authorized.then(decision, failed) : decision(authorized);
}

function attributesOf(query: AuthorizationQuery, user: AdmissionRequest["user"]): Attributes {
  const { serviceAccount, verb } = query;
  const caller =
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
  if (query.kind === "path") return { ...none, user: caller, verb, isResource: false, path: query.path };
  // Selectors narrow a query: the query without them is the stricter one.
  const { group, resource, subresource, namespace, name } = query;
  return {
    user: caller,
    verb,
    isResource: true,
    group,
    version: "*",
    resource,
    subresource,
    namespace,
    name,
    path: "",
  };
}

/** The variables by which expressions ask what the user of a request may do. */
export function authorizerVariables(
  decisions: RequestDecisions,
  { resource: { group, resource }, subresource, namespace, name }: AdmissionRequest,
): Readonly<Record<string, unknown>> {
  return {
    authorizer: authorizerValue(decisions),
    "authorizer.requestResource": resourceCheckValue(decisions, { group, resource, subresource, namespace, name }),
  };
}
