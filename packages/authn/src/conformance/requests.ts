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

/** Requests with hostile header values. */
export function hostileRequests(): readonly AuthenticationRequest[] {
  const certificates = [Buffer.alloc(0), Buffer.from("junk"), Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])];
  return [
    ...hostile.map((value) => withHeaders({ authorization: value })),
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

/** Returns variants of a request that differ slightly in its token. */
export function lookalikes(request: AuthenticationRequest): readonly AuthenticationRequest[] {
  const token = tokenOf(request);
  if (token === undefined) return [];
  const flipped = [...token].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("");
  const middle = Math.floor(token.length / 2);
  const near = [
    token.slice(0, -1),
    token.slice(1),
    `${token}x`,
    `x${token}`,
    flipped,
    `${token.slice(0, middle)}${token[middle] === "a" ? "b" : "a"}${token.slice(middle + 1)}`,
    token.slice(0, middle),
  ];
  return [
    ...near.filter((t) => t !== token && t !== "").map((t) => withHeaders({ authorization: `Bearer ${t}` })),
    withHeaders({ authorization: token }),
    withHeaders({ authorization: `Basic ${token}` }),
    withHeaders({ "x-authorization": `Bearer ${token}` }),
  ];
}
