import type { PolicyRule } from "./policy-rule.ts";

/** The user of a request. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A selector requirement for authorizers. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** Attributes of a request that authorizers decide on. */
export interface Attributes {
  readonly user: User;
  /** `get`, `list`, `create`, …; for non-resource paths the lower-case method. */
  readonly verb: string;
  /** True for a resource; otherwise only `path` matters. */
  readonly isResource: boolean;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  readonly path: string;
  readonly labelSelector?: readonly SelectorRequirement[];
  readonly fieldSelector?: readonly SelectorRequirement[];
}

/** Decision of an authorizer. */
export interface Decision {
  readonly verdict: "allow" | "deny" | "noOpinion";
  /** For debugging and for the message of a refusal. @default "" */
  readonly reason?: string;
  /** Error during the decision. */
  readonly error?: string;
}

/** The rules that apply to a user in a namespace, as far as authorizers can list them. */
export interface RuleList {
  readonly rules: readonly PolicyRule[];
  /** Reasons why the list may be incomplete. */
  readonly errors: readonly string[];
  /** True if there may be more than can be listed. */
  readonly incomplete: boolean;
}

/** Options of a call. */
export interface AuthorizeOptions {
  /**
   * Aborted when the caller stops waiting. Read only if the decision takes time, since a server may
   * have to create it.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Decides whether a user may do something. Decisions from memory are returned synchronously. */
export interface Authorizer {
  authorize(attributes: Attributes, options?: AuthorizeOptions): Decision | Promise<Decision>;
  /**
   * Lists what a user may do in a namespace (empty: in the whole cluster). Absent where rules
   * cannot be listed; there may be more.
   */
  rulesFor?(user: User, namespace: string): RuleList;
}
