import type { Attributes, Authorizer } from "../authorizer.ts";

/** The sentences that a server relies on. */
export type Law =
  /** Every request has a decision; no request makes an authorizer throw. */
  | "total"
  /** The same query has the same decision, and a query changes nothing. */
  | "pure"
  /** Only exact names match. */
  | "exact"
  /** Decisions from memory are synchronous. */
  | "immediate";

/** An authorizer, and a question that it allows. */
export interface AuthorizerUnderTest {
  readonly authorizer: Authorizer;
  /**
   * A request for a named resource in a namespace that it allows to a user by name or by a group.
   */
  readonly allowed: Attributes;
  /**
   * Attributes that it ignores, so that requests which differ only there have the same decision.
   * @default nothing
   */
  readonly ignores?: readonly ("verb" | "group" | "resource" | "subresource" | "name" | "namespace")[];
  /** It calls another server, so decisions may be asynchronous. @default false */
  readonly remote?: boolean;
}

/** One case of the conformance suite, as data. */
export interface AuthorizerCase {
  /** Stable: lists of known failures name it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (underTest: AuthorizerUnderTest) => Promise<void>;
}
