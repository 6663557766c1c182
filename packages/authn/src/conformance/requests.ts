import type { AuthenticationRequest } from "../authenticator.ts";

/** Hostile header values. */
const hostile: readonly string[] = [
  "",
  " ",
  "Bearer",
  "Bearer ",
  "Bearer  x",
  "bearer x y",
  "Basic YTpi",
  "Bearer ..",
  "Bearer e30.e30.e30",
  "Bearer __proto__",
  "Bearer constructor",
  "Bearer a\u0000b",
  "Bearer \ud800",
  "Bearer %00",
  "Bearer (a+)+$",
  `Bearer ${"x".repeat(100_000)}`,
  `Bearer ${".".repeat(10_000)}`,
];

const none = (): readonly string[] => [];

/** A request without headers and certificates. */
export const bare: AuthenticationRequest = {
  header: () => undefined,
  headerLines: none,
  headerNames: none,
  path: "/",
  remoteAddress: "192.0.2.1",
  peerCertificates: () => [],
};

/** Hostile credentials, in the place of a good one. */
const hostileSecrets: readonly string[] = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "a\u0000b",
  "\ud800",
  "\u00e9",
  "%00",
  "%",
  "(a+)+$",
  "../../etc",
  "{}",
  "x".repeat(100_000),
];

/** Requests with hostile header values, also in the headers in which a request has its secrets. */
export function hostileRequests(
  request: AuthenticationRequest = bare,
  secrets: readonly string[] = [],
): readonly AuthenticationRequest[] {
  const certificates = [Buffer.alloc(0), Buffer.from("junk"), Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])];
  return [
    ...hostile.map((value) => withHeaders({ authorization: value })),
    ...secretHeaders(request, secrets).flatMap(({ name, value, secret }) =>
      hostileSecrets.map((junk) => changed(request, { [name]: value.replaceAll(secret, () => junk) })),
    ),
    withHeaders({ upgrade: "websocket", "sec-websocket-protocol": "base64url.bearer.authorization.k8s.io.%, x" }),
    withHeaders({ "x-remote-user": "admin", "x-remote-group": "system:masters", "x-remote-extra-__proto__": "x" }),
    ...certificates.map((der) => ({ ...bare, peerCertificates: () => [der] })),
    { ...bare, path: "//..%2f\u0000" },
  ];
}

function withHeaders(headers: Readonly<Record<string, string>>): AuthenticationRequest {
  const value = (name: string): string | undefined => (Object.hasOwn(headers, name) ? headers[name] : undefined);
  return {
    ...bare,
    header: value,
    headerLines: (name) => [value(name) ?? []].flat(),
    headerNames: () => Object.keys(headers),
  };
}

/** Returns the bearer token of a request, if any. */
export function tokenOf(request: AuthenticationRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
}

/**
 * Returns variants of a request that differ slightly in its bearer token, or in a secret that a
 * header of it contains.
 */
export function lookalikes(
  request: AuthenticationRequest,
  secrets: readonly string[] = [],
): readonly AuthenticationRequest[] {
  const token = tokenOf(request);
  return [
    ...(token === undefined ? [] : tokenLookalikes(token)),
    ...secretHeaders(request, secrets)
      .filter(({ secret }) => secret !== token)
      .flatMap((header) => headerLookalikes(request, header)),
  ];
}

interface SecretHeader {
  readonly name: string;
  readonly value: string;
  readonly secret: string;
}

/** The headers of a request that hold a secret. */
function secretHeaders(request: AuthenticationRequest, secrets: readonly string[]): readonly SecretHeader[] {
  return secrets.flatMap((secret) =>
    (request.headerNames?.() ?? []).flatMap((name) => {
      const value = request.header(name);
      return secret !== "" && value?.includes(secret) === true ? [{ name, value, secret }] : [];
    }),
  );
}

function tokenLookalikes(token: string): readonly AuthenticationRequest[] {
  return [
    ...nearMisses(token).map((t) => withHeaders({ authorization: `Bearer ${t}` })),
    withHeaders({ authorization: token }),
    withHeaders({ authorization: `Basic ${token}` }),
    withHeaders({ "x-authorization": `Bearer ${token}` }),
  ];
}

function headerLookalikes(
  request: AuthenticationRequest,
  { name, value, secret }: SecretHeader,
): readonly AuthenticationRequest[] {
  return [
    ...nearMisses(secret).map((near) => changed(request, { [name]: value.replaceAll(secret, near) })),
    changed(request, { [name]: undefined, [`x-${name}`]: value }),
  ];
}

/** The request with other values of some headers. */
function changed(
  request: AuthenticationRequest,
  values: Readonly<Record<string, string | undefined>>,
): AuthenticationRequest {
  const header = (name: string): string | undefined =>
    Object.hasOwn(values, name) ? values[name] : request.header(name);
  return {
    header,
    headerLines: (name) => (Object.hasOwn(values, name) ? [values[name] ?? []].flat() : request.headerLines(name)),
    headerNames: () => [...new Set([...(request.headerNames?.() ?? []), ...Object.keys(values)])].filter(isPresent),
    path: request.path,
    remoteAddress: request.remoteAddress,
    peerCertificates: () => request.peerCertificates(),
  };

  function isPresent(name: string): boolean {
    return header(name) !== undefined;
  }
}

/** Texts that differ slightly from a secret. */
function nearMisses(secret: string): readonly string[] {
  const flipped = [...secret].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("");
  const middle = Math.floor(secret.length / 2);
  return [
    secret.slice(0, -1),
    secret.slice(1),
    `${secret}x`,
    `x${secret}`,
    flipped,
    `${secret.slice(0, middle)}${secret[middle] === "a" ? "b" : "a"}${secret.slice(middle + 1)}`,
    secret.slice(0, middle),
  ].filter((near) => near !== secret && near !== "");
}
