import { aggregateText } from "@svc/meta";

/** An authenticated user. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A user as an authenticator names it: all but the name have defaults. */
export interface UserInfo {
  readonly name: string;
  /** @default "" */
  readonly uid?: string;
  /** @default none; servers add `system:authenticated` */
  readonly groups?: readonly string[];
  /** @default none */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const completed = new WeakMap<UserInfo, User>();

/**
 * Sets the defaults. The same user is returned for the same value, since authorizers cache results
 * by user.
 */
export function completeUser(info: UserInfo): User {
  const { name, uid, groups, extra } = info;
  if (uid !== undefined && groups !== undefined && extra !== undefined) return info as User;
  let user = completed.get(info);
  if (user === undefined)
    completed.set(info, (user = { name, uid: uid ?? "", groups: groups ?? [], extra: extra ?? {} }));
  return user;
}

/** The parts of a request that authenticators may read. */
export interface AuthenticationRequest {
  /** @param name in lower case */
  header(name: string): string | undefined;
  /** All values of a header. */
  headerLines(name: string): readonly string[];
  /**
   * Lower-case names of all headers; used by the authenticator of proxies.
   * @default none
   */
  headerNames?(): readonly string[];
  readonly path: string;
  readonly remoteAddress: string;
  /**
   * The client's certificate chain, DER, its own certificate first; empty without one. Computed on
   * first use.
   */
  peerCertificates(): readonly Buffer[];
  /**
   * Audiences that a credential must have, if it names audiences.
   * @default the server's own audiences
   */
  readonly audiences?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Result of an authentication. */
export type AuthenticationResult =
  /** @param audiences audiences of the credential, if it names them */
  | {
      readonly kind: "authenticated";
      readonly user: UserInfo;
      readonly audiences?: readonly string[];
      /** Warnings for the client, sent as `Warning` headers. */
      readonly warnings?: readonly string[];
      /** Annotations for the audit record. */
      readonly annotations?: Readonly<Record<string, string>>;
    }
  /** The request has no credential of this kind. */
  | { readonly kind: "absent"; readonly warnings?: readonly string[] }
  /**
   * The credential is invalid. The reason is for logs and for token reviews; it contains no part of
   * a secret.
   */
  | { readonly kind: "rejected"; readonly reason: string; readonly reasons?: readonly string[] };

/** Combines the reasons of several authenticators. */
export function rejectedBy(reasons: readonly string[]): AuthenticationResult {
  return { kind: "rejected", reason: aggregateText(reasons), reasons };
}

/** Reasons of a rejection. */
export function reasonsOf(rejected: Extract<AuthenticationResult, { readonly kind: "rejected" }>): readonly string[] {
  return rejected.reasons ?? [rejected.reason];
}

/** Identifies the user of a request. Results from memory are returned synchronously. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>;
}
