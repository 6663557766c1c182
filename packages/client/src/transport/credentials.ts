import { anObject, aString, checkArgument, type Expected, withMethods } from "@svc/base/check";
import type { RequestHeaders } from "./transport.ts";

/**
 * A client certificate with its key, both PEM; the certificate may be followed by intermediates.
 */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Credential of one request: headers, and optionally a client certificate. */
export interface Credential {
  readonly headers: RequestHeaders;
  readonly certificate?: ClientCertificate;
}

/** Source of credentials: fixed values, a file that is rotated, or an exec plugin. */
export interface Credentials {
  current(): Credential | Promise<Credential>;
  /**
   * Reports that the server responded with 401 to a request with this credential.
   * @returns true if `current` can return a different one
   */
  rejected(credential: Credential): boolean;
}

/** Expects credentials as an argument. */
export const someCredentials: Expected<Credentials> = withMethods("Credentials of @svc/client", "current", "rejected");

/** Credentials that never change. @throws {TypeError} for a wrong argument */
export function fixedCredentials(credential: Credential): Credentials {
  checkArgument("fixedCredentials: credential", credential, anObject);
  return { current: () => credential, rejected: () => false };
}

/** Credentials of anonymous requests. */
export const anonymousCredentials: Credentials = fixedCredentials({ headers: {} });

/**
 * Combines a source with further headers or a certificate. Values of the source take precedence.
 * @throws {TypeError} for a wrong argument
 */
export function mergeCredentials(source: Credentials, more: Credential): Credentials {
  checkArgument("mergeCredentials: source", source, someCredentials);
  checkArgument("mergeCredentials: more", more, anObject);
  let last: { readonly from: Credential; readonly to: Credential } | undefined;
  const complete = (from: Credential): Credential => {
    if (last?.from !== from) last = { from, to: { ...more, ...from, headers: { ...more.headers, ...from.headers } } };
    return last.to;
  };
  return {
    current: () => {
      const found = source.current();
      return found instanceof Promise ? found.then(complete) : complete(found);
    },
    rejected: (credential) => source.rejected(last?.to === credential ? last.from : credential),
  };
}

/**
 * Returns the authorization header of a bearer token.
 * @throws {TypeError} if a header can't contain the token. The message doesn't show the token
 */
export function bearer(token: string): RequestHeaders {
  checkArgument("bearer: token", token, aString);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("a bearer token must be printable ASCII without spaces, and not empty");
  return { authorization: `Bearer ${token}` };
}
