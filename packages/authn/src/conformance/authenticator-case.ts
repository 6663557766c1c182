import type { AuthenticationRequest, Authenticator } from "../authenticator.ts";

/** The sentences that a server relies on. */
export type Law =
  /** An answer is a result, whatever is sent; no request makes an authenticator throw. */
  | "total"
  /** Who shows no credential of its kind is nobody, and not rejected: others may know him. */
  | "absent"
  /**
   * Only the credential itself is good: not part of it, not more than it, and not where another
   * belongs.
   */
  | "exact"
  /** The same request has the same user, whatever was asked in between. */
  | "pure"
  /** Reasons are for logs: no part of a credential stands in them. */
  | "silent"
  /** Who was known a moment ago is known when the call returns. */
  | "immediate";

/** An authenticator, and what it believes. */
export interface AuthenticatorUnderTest {
  readonly authenticator: Authenticator;
  /** A request that it accepts. */
  readonly accepted: AuthenticationRequest;
  /**
   * Requests with credentials of its kind that are no good, as it must say: it knows best how they
   * look.
   */
  readonly refused: readonly AuthenticationRequest[];
  /**
   * What of the credentials is secret, to be looked for in reasons.
   * @default the tokens of all requests
   */
  readonly secrets?: readonly string[];
  /** It does not remember, so that the second answer may come later too. @default false */
  readonly forgets?: boolean;
}

export interface AuthenticatorCase {
  /** Stable: lists of known failures name it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (underTest: AuthenticatorUnderTest) => Promise<void>;
}
