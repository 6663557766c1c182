import type { AuthenticationRequest } from "../authenticator.ts";

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly path?: string;
  readonly remoteAddress?: string;
  readonly certificates?: readonly Buffer[];
  readonly audiences?: readonly string[];
}

/** A request for tests. Header names are in lower case. */
export function testRequest(given: TestRequest = {}): AuthenticationRequest {
  const { headers = {}, path = "/", remoteAddress = "127.0.0.1", certificates = [], audiences } = given;
  const lines = (name: string): readonly string[] => [headers[name] ?? []].flat();
  return {
    header: (name) => (lines(name).length === 0 ? undefined : lines(name).join(", ")),
    headerLines: lines,
    headerNames: () => Object.keys(headers),
    path,
    remoteAddress,
    peerCertificates: () => certificates,
    ...(audiences === undefined ? {} : { audiences }),
  };
}

export function withToken(token: string): AuthenticationRequest {
  return testRequest({ headers: { authorization: `Bearer ${token}` } });
}
