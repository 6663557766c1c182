import type { Attributes, Authorizer } from "../authorizer.ts";

/** The sentences that a server relies on. */
export type Law =
  /** An answer is a decision, whatever is asked; no question makes an authorizer throw. */
  | "total"
  /** The same question has the same answer, and asking changes nothing. */
  | "pure"
  /** What is not allowed is not allowed: names are compared whole, as they are. */
  | "exact"
  /** Where answers are in memory, they are there when the call returns. */
  | "immediate";

/** An authorizer, and a question that it allows. */
export interface AuthorizerUnderTest {
  readonly authorizer: Authorizer;
  /**
   * A question about a named resource in a namespace that it allows to a user by his name or one of
   * his groups.
   */
  readonly allowed: Attributes;
  /**
   * What it does not look at, so that questions which differ only there have the same answer.
   * @default nothing
   */
  readonly ignores?: readonly ("verb" | "group" | "resource" | "subresource" | "name" | "namespace")[];
  /** It asks somebody else, so that answers may come later. @default false */
  readonly remote?: boolean;
}

export interface AuthorizerCase {
  /** Stable: lists of known failures name it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (underTest: AuthorizerUnderTest) => Promise<void>;
}
