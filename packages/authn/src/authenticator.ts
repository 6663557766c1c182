import { aggregateText } from "@svc/meta";

/** Who somebody is. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What an authenticator may look at. */
export interface AuthenticationRequest {
  /** @param name in lower case */
  header(name: string): string | undefined;
  /** All lines of a header. */
  headerLines(name: string): readonly string[];
  /**
   * The names of all headers, in lower case; only authenticating proxies need them.
   * @default none
   */
  headerNames?(): readonly string[];
  readonly path: string;
  readonly remoteAddress: string;
  /**
   * The client's certificate chain, DER, its own first; empty without one. Read when first asked
   * for.
   */
  peerCertificates(): readonly Buffer[];
  /**
   * For whom credentials must be made, of those that say it.
   * @default the server's own audiences
   */
  readonly audiences?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export type AuthenticationResult =
  /** @param audiences for whom the credential was made, where it says so */
  | {
      readonly kind: "authenticated";
      readonly user: User;
      readonly audiences?: readonly string[];
      /** What the client should be told, as `Warning` headers. */
      readonly warnings?: readonly string[];
      /** What belongs into the audit record. */
      readonly annotations?: Readonly<Record<string, string>>;
    }
  /** The request has no credential of this kind. */
  | { readonly kind: "absent"; readonly warnings?: readonly string[] }
  /**
   * It has one, and it is no good. The reason is for the log, and for those who may ask about
   * tokens; it holds no part of a secret.
   *
   * @param reasons of several who were asked, what each said; the reason is then all of them
   */
  | { readonly kind: "rejected"; readonly reason: string; readonly reasons?: readonly string[] };

/** What several say who reject a credential. */
export function rejectedBy(reasons: readonly string[]): AuthenticationResult {
  return { kind: "rejected", reason: aggregateText(reasons), reasons };
}

export function reasonsOf(rejected: Extract<AuthenticationResult, { readonly kind: "rejected" }>): readonly string[] {
  return rejected.reasons ?? [rejected.reason];
}

/** Finds out who asks. Where the answer is in memory it is there when the call returns. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>;
}
