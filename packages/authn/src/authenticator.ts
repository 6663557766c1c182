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
  readonly path: string;
  readonly remoteAddress: string;
  /** The client's certificate chain, DER, its own first; empty without one. Read when first asked for. */
  peerCertificates(): readonly Buffer[];
}

export type AuthenticationResult =
  /** @param audiences for whom the credential was made, where it says so */
  | { readonly kind: "authenticated"; readonly user: User; readonly audiences?: readonly string[] }
  /** The request has no credential of this kind. */
  | { readonly kind: "absent" }
  /** It has one, and it is no good. */
  | { readonly kind: "rejected"; readonly reason: string };

/** Finds out who asks. Where the answer is in memory it is there when the call returns. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>;
}
