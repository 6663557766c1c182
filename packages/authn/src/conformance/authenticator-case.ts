import type { AuthenticationRequest, Authenticator } from "../authenticator.ts";

/** Laws that a server relies on. */
export type Law =
  /** Every request has a result; no request makes an authenticator throw. */
  | "total"
  /**
   * A request without a credential of its kind is absent, not rejected: another authenticator may
   * accept it.
   */
  | "absent"
  /** Only the exact credential is accepted: no part of it, no extension, and no other header. */
  | "exact"
  /** The same request has the same user, regardless of requests in between. */
  | "pure"
  /** Reasons are for logs: they contain no part of a credential. */
  | "silent"
  /** A repeated request is answered synchronously. */
  | "immediate";

/** An authenticator with sample requests. */
export interface AuthenticatorUnderTest {
  readonly authenticator: Authenticator;
  /** A request that it accepts. */
  readonly accepted: AuthenticationRequest;
  /** Requests with invalid credentials of its kind. */
  readonly refused: readonly AuthenticationRequest[];
  /**
   * Secret parts of the credentials. They must not appear in reasons, and a request whose header
   * contains one of them with a small change must not be accepted.
   * @default the bearer tokens of all requests
   */
  readonly secrets?: readonly string[];
  /**
   * True if it has no cache, so that repeated requests may be asynchronous.
   * @default false
   */
  readonly forgets?: boolean;
}

/** A case of the suite. */
export interface AuthenticatorCase {
  /** Stable: lists of known failures refer to it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (underTest: AuthenticatorUnderTest) => Promise<void>;
}
