import type { RequestHeaders } from "../transport/transport.ts";

/** A client certificate with its key, both PEM; the certificate may be followed by intermediates. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** What proves who asks, for one request. */
export interface Credential {
  readonly headers: RequestHeaders;
  readonly certificate?: ClientCertificate;
}

/** Where credentials come from: fixed, a file that is replaced, or a program that is asked. */
export interface Credentials {
  current(): Credential | Promise<Credential>;
  /**
   * The server answered 401 to a request with this credential.
   * @returns whether asking for the current one gives another chance
   */
  rejected(credential: Credential): boolean;
}

/** Credentials that never change. */
export function fixedCredentials(credential: Credential): Credentials {
  return { current: () => credential, rejected: () => false };
}

export const anonymousCredentials: Credentials = fixedCredentials({ headers: {} });

/** The same credentials, with more of one's own; where both say something the source counts. */
export function mergeCredentials(source: Credentials, more: Credential): Credentials {
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

/** @throws {TypeError} for a token that could not stand in a header; the message does not show it */
export function bearer(token: string): RequestHeaders {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("a bearer token must be printable ASCII without spaces, and not empty");
  return { authorization: `Bearer ${token}` };
}
