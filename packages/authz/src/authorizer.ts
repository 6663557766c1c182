import type { PolicyRule } from "./policy-rule.ts";

/** Who asks. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A requirement of a selector, as authorizers see it. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
  readonly values: readonly string[];
}

/** What somebody wants to do. */
export interface Attributes {
  readonly user: User;
  /** `get`, `list`, `create`, …; of other paths the method in lower case. */
  readonly verb: string;
  /** Whether it is about a resource; else only `path` says what. */
  readonly isResource: boolean;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Empty for cluster-scoped resources, and for all namespaces. */
  readonly namespace: string;
  readonly path: string;
  readonly labelSelector?: readonly SelectorRequirement[];
  readonly fieldSelector?: readonly SelectorRequirement[];
}

export interface Decision {
  readonly verdict: "allow" | "deny" | "noOpinion";
  /** Why, for those who debug; empty where there is nothing to say. */
  readonly reason: string;
  /** What went wrong while deciding. */
  readonly error?: string;
}

/** What somebody may, as far as it can be listed. */
export interface RuleList {
  readonly rules: readonly PolicyRule[];
  /** Why there may be more that nobody knows of. */
  readonly errors: readonly string[];
  /** Whether there may be more than can be listed. */
  readonly incomplete: boolean;
}

/** Who waits for a decision: a request of a server, say. */
export interface AuthorizeOptions {
  /**
   * Aborted when nobody waits any more. Read only where a decision takes time: a server may have to
   * make it.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Decides whether somebody may do something. Where the answer is in memory it is there when the
 * call returns.
 */
export interface Authorizer {
  authorize(attributes: Attributes, options?: AuthorizeOptions): Decision | Promise<Decision>;
  /**
   * What a user may in a namespace (empty: in the whole cluster). Absent where rules cannot be
   * listed: then there may be more.
   */
  rulesFor?(user: User, namespace: string): RuleList;
}
