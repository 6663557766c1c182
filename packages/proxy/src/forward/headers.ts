import type { RequestState } from "@svc/server";

/** One header line, its name in lower case. */
export type HeaderPair = readonly [name: string, value: string];

/** Headers of one connection, which are not passed on. Source: RFC 9110, section 7.6.1. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers of requests that the client or the connection to the target sets anew. */
const setAnew: ReadonlySet<string> = new Set([
  "content-length",
  "expect",
  "host",
  "x-forwarded-for",
  "x-forwarded-uri",
]);

/** Credentials, and names of users that only this server may tell. */
function isIdentity(name: string): boolean {
  return name === "authorization" || name.startsWith("impersonate-") || name.startsWith("x-remote-");
}

/** The names that a `Connection` header lists. */
function nominated(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
}

/** Browsers can't set headers, so tokens of users come as subprotocols. */
function withoutToken(subprotocols: string): string {
  const names = subprotocols.split(",").map((name) => name.trim());
  return names.filter((name) => !name.startsWith("base64url.bearer.authorization.")).join(", ");
}

interface RequestHeaderOptions {
  /** The path as clients of this server see it; undefined where it is not told. */
  readonly forwardedUri?: string;
}

/** The headers of a request that is passed on; names and values alternate. */
export function requestHeaders({ request }: RequestState, { forwardedUri }: RequestHeaderOptions = {}): string[] {
  const headers: string[] = ["Host", request.host];
  const listed = nominated(request.header("connection"));
  for (const name of request.headerNames()) {
    if (ofConnection.has(name) || setAnew.has(name) || listed.has(name) || isIdentity(name)) continue;
    // Cookies and versions of the protocol are told as they came, pseudo-headers are not headers.
    if (name.startsWith(":")) continue;
    for (const value of request.headerLines(name)) {
      const passed = name === "sec-websocket-protocol" ? withoutToken(value) : value;
      if (passed !== "" || value === "") headers.push(name, passed);
    }
  }
  const passedFor = request.headerLines("x-forwarded-for");
  headers.push("X-Forwarded-For", [...passedFor, request.remoteAddress].join(", "));
  if (forwardedUri !== undefined) headers.push("X-Forwarded-Uri", forwardedUri);
  return headers;
}

/** The headers of a response that is passed back; names and values alternate. */
export function responseHeaders(headers: readonly HeaderPair[]): string[] {
  const listed = nominated(headerOf(headers, "connection"));
  const kept: string[] = [];
  for (const [name, value] of headers) {
    // This server tells date and length itself, and which pages of other origins may read.
    const isOwn = name === "content-length" || name === "date" || name.startsWith("access-control-");
    if (!ofConnection.has(name) && !listed.has(name) && !isOwn) kept.push(titleCase(name), value);
  }
  return kept;
}

/** The first value of a header. */
export function headerOf(headers: readonly HeaderPair[], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
}
