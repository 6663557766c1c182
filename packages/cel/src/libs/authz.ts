import { aBoolean, checkArgument, optional, optionsOf } from "@svc/base/check";
import { listBaseCost, scale, sizeOf, structBaseCost } from "../cost/actual.ts";
import type { Implementation } from "../declarations/functions.ts";
import { type CallEstimator, exactly, plus, scaled } from "../declarations/size.ts";
import { CelError, Opaque, type OpaqueKind, type Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

/** The access that an expression queries: a path or a resource. */
export type AuthorizationQuery =
  | { readonly kind: "path"; readonly path: string; readonly verb: string; readonly serviceAccount?: ServiceAccount }
  | {
      readonly kind: "resource";
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
      readonly verb: string;
      readonly fieldSelector?: string;
      readonly labelSelector?: string;
      readonly serviceAccount?: ServiceAccount;
    };

/** A service account whose access is checked instead of that of the request's user. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/** The authorizer's decision about the query of an expression. */
export interface AuthorizationDecision {
  readonly allowed: boolean;
  readonly reason: string;
  /** The error of the decision, if any. */
  readonly error?: string;
}

/** Decides the queries of expressions. It is synchronous, and may receive the same query again. */
export interface ExpressionAuthorizer {
  readonly authorize: (question: AuthorizationQuery) => AuthorizationDecision;
}

interface Authorization {
  readonly authorizer: ExpressionAuthorizer;
  readonly serviceAccount?: ServiceAccount;
}

interface ResourceCheck extends Authorization {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

const prefix = "kubernetes.authorization";
const plainText = (): undefined => undefined;
const authorizerKind: OpaqueKind<Authorization> = { name: `${prefix}.Authorizer`, plainText };
const pathKind: OpaqueKind<Authorization & { readonly path: string }> = { name: `${prefix}.PathCheck`, plainText };
const groupKind: OpaqueKind<Authorization & { readonly group: string }> = { name: `${prefix}.GroupCheck`, plainText };
const resourceKind: OpaqueKind<ResourceCheck> = { name: `${prefix}.ResourceCheck`, plainText };
const decisionKind: OpaqueKind<AuthorizationDecision> = { name: `${prefix}.Decision`, plainText };

const data = <T>(v: Value | undefined): T => (v as Opaque<T>).data;

/** The value of a variable of type `kubernetes.authorization.Authorizer`. */
export function authorizerValue(authorizer: ExpressionAuthorizer): Value {
  return new Opaque(authorizerKind, { authorizer });
}

/**
 * The value of a variable of type `kubernetes.authorization.ResourceCheck`, such as the resource of
 * the request.
 */
export function resourceCheckValue(
  authorizer: ExpressionAuthorizer,
  of: Omit<ResourceCheck, "authorizer" | "serviceAccount">,
): Value {
  return new Opaque(resourceKind, { authorizer, ...of });
}

interface Method {
  readonly name: string;
  /** Of its only overload. */
  readonly id: string;
  /** Its parameters and its result. */
  readonly type: string;
}

function method(kind: { readonly name: string }, { name, id, type }: Method, impl: Implementation) {
  return fn(name, over(id, `${kind.name}.${name}${type}`, impl));
}

const path: Implementation = (a, p) => {
  const text = (p as string).trim();
  return text === ""
    ? new CelError("path must not be empty")
    : new Opaque(pathKind, { ...data<Authorization>(a), path: p as string });
};

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const serviceAccount: Implementation = (a, namespace, name) => {
  const [ns, n] = [namespace as string, name as string];
  if (n.length > 253 || !subdomain.test(n)) return new CelError("Invalid service account name");
  if (!label.test(ns)) return new CelError("Invalid service account namespace");
  return new Opaque(authorizerKind, { ...data<Authorization>(a), serviceAccount: { namespace: ns, name: n } });
};

const resource: Implementation = (g, r) => {
  if (r === "") return new CelError("resource must not be empty");
  const empty = { subresource: "", namespace: "", name: "" };
  return new Opaque(resourceKind, {
    ...data<Authorization & { readonly group: string }>(g),
    resource: r as string,
    ...empty,
  });
};

function refine(field: "subresource" | "namespace" | "name" | "fieldSelector" | "labelSelector"): Implementation {
  return (check, v) => new Opaque(resourceKind, { ...data<ResourceCheck>(check), [field]: v as string });
}

const checkResource: Implementation = (check, verb) => {
  const { authorizer, ...question } = data<ResourceCheck>(check);
  return new Opaque(decisionKind, authorizer.authorize({ kind: "resource", ...question, verb: verb as string }));
};

const checkPath: Implementation = (check, verb) => {
  const { authorizer, ...question } = data<Authorization & { readonly path: string }>(check);
  return new Opaque(decisionKind, authorizer.authorize({ kind: "path", ...question, verb: verb as string }));
};

/** The cost of a query: about a third of the budget of an expression. */
const checkCost = 350_000;
const checkMore = { cost: (): number => checkCost, estimate: (() => ({ cost: exactly(checkCost) })) as CallEstimator };

/** Reading a selector, and checking each of its parts. */
/**
 * The estimate assumes half as many requirements in a selector as it has characters; each of them
 * creates a list and an object.
 */
const requirementCost = listBaseCost + structBaseCost;

function selectorCost(_check?: Value, selector?: Value): number {
  const size = sizeOf(selector!);
  return 10 + scale(size, 0.1) + requirementCost * scale(size, 0.5);
}

const selectorEstimate: CallEstimator = ([, selector]) => ({
  cost: plus(exactly(10), scaled(selector!.size, 0.1), scaled(scaled(selector!.size, 0.5), requirementCost)),
});

interface AuthzOptions {
  /** Whether questions can be narrowed by selectors. @default true */
  readonly selectors?: boolean;
}

const authzOptions = optionsOf<AuthzOptions>({
  selectors: optional(aBoolean),
});

/**
 * Authorization checks over an authorizer that the caller gives as a variable.
 * @throws {TypeError} for a wrong argument
 */
export function authzLibrary(options: AuthzOptions = {}): Library {
  checkArgument("authzLibrary: options", options, authzOptions);
  const r = resourceKind.name;
  const selector = (name: "fieldSelector" | "labelSelector", id: string) =>
    fn(name, over(id, `${r}.${name}(string): ${r}`, refine(name), { cost: selectorCost, estimate: selectorEstimate }));
  return {
    name: "authz",
    functions: [
      method(authorizerKind, { name: "path", id: "authorizer_path", type: `(string): ${pathKind.name}` }, path),
      method(
        authorizerKind,
        { name: "serviceAccount", id: "authorizer_serviceaccount", type: `(string, string): ${authorizerKind.name}` },
        serviceAccount,
      ),
      method(
        authorizerKind,
        { name: "group", id: "authorizer_group", type: `(string): ${groupKind.name}` },
        (a, g) => new Opaque(groupKind, { ...data<Authorization>(a), group: g as string }),
      ),
      method(groupKind, { name: "resource", id: "groupcheck_resource", type: `(string): ${r}` }, resource),
      method(
        resourceKind,
        { name: "subresource", id: "resourcecheck_subresource", type: `(string): ${r}` },
        refine("subresource"),
      ),
      method(
        resourceKind,
        { name: "namespace", id: "resourcecheck_namespace", type: `(string): ${r}` },
        refine("namespace"),
      ),
      method(resourceKind, { name: "name", id: "resourcecheck_name", type: `(string): ${r}` }, refine("name")),
      ...((options.selectors ?? true)
        ? [selector("fieldSelector", "authorizer_fieldselector"), selector("labelSelector", "authorizer_labelselector")]
        : []),
      fn(
        "check",
        over("pathcheck_check", `${pathKind.name}.check(string): ${decisionKind.name}`, checkPath, checkMore),
        over("resourcecheck_check", `${r}.check(string): ${decisionKind.name}`, checkResource, checkMore),
      ),
      method(
        decisionKind,
        { name: "errored", id: "decision_errored", type: "(): bool" },
        (d) => data<AuthorizationDecision>(d).error !== undefined,
      ),
      method(
        decisionKind,
        { name: "error", id: "decision_error", type: "(): string" },
        (d) => data<AuthorizationDecision>(d).error ?? "",
      ),
      method(
        decisionKind,
        { name: "allowed", id: "decision_allowed", type: "(): bool" },
        (d) => data<AuthorizationDecision>(d).allowed,
      ),
      method(
        decisionKind,
        { name: "reason", id: "decision_reason", type: "(): string" },
        (d) => data<AuthorizationDecision>(d).reason,
      ),
    ],
  };
}
