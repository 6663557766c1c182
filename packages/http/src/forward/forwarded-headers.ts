import type { HttpRequest } from "../http.ts";
import { canonicalName } from "./canonical-name.ts";

/** A request that is passed on; its method and its target may be other ones. */
export type ForwardedRequest = Omit<HttpRequest, "method" | "target">;

/** One header line, its name in lower case; the third element is the name to pass on. */
export type HeaderPair = readonly [name: string, value: string, sent?: string];

/** Headers of one connection, which are not passed on. Source: RFC 9110, section 7.6.1. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that the connection to the backend, or this server, writes anew. */
const writtenAnew: ReadonlySet<string> = new Set(["content-length", "host", "trailer", "x-forwarded-for"]);

/** CORS headers: this server sets its own. */
const ofOrigins: ReadonlySet<string> = new Set([
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
]);

/** Credentials, and headers with user names that only this server may set. */
function isIdentity(name: string): boolean {
  return name === "authorization" || name.startsWith("impersonate-");
}

const noNames: ReadonlySet<string> = new Set();

/** The names that a `Connection` header lists. */
function nominated(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return noNames;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

/** Browsers can't set headers, so tokens of users come as subprotocols. */
function withoutToken(subprotocols: string): string {
  const names = subprotocols.split(",").map((name) => name.trim());
  return names.filter((name) => !name.startsWith("base64url.bearer.authorization.")).join(", ");
}

interface ForwardedHeadersOptions {
  /** The host of the request to the backend. */
  readonly host: string;
  /** @param name in lower case @returns whether the header is left out */
  readonly isDropped: (name: string) => boolean;
}

/**
 * The headers of a request that is passed on; names and values alternate. It leaves out headers of
 * the connection and credentials; the address of the client is added to `X-Forwarded-For`.
 */
export function forwardedHeaders(request: ForwardedRequest, { host, isDropped }: ForwardedHeadersOptions): string[] {
  const headers: string[] = ["Host", host];
  const listed = nominated(request.header("connection"));
  for (const name of request.headerNames()) {
    if (ofConnection.has(name) || writtenAnew.has(name) || listed.has(name) || isIdentity(name) || isDropped(name))
      continue;
    // Pseudo-headers are not headers.
    if (name.startsWith(":")) continue;
    for (const value of request.headerLines(name)) {
      const passed = name === "sec-websocket-protocol" ? withoutToken(value) : value;
      if (passed !== "" || value === "") headers.push(canonicalName(name), passed);
    }
  }
  // Trailers are for the whole way, whatever connections there are.
  if (/(?:^|,)\s*trailers\s*(?:[,;]|$)/i.test(request.header("te") ?? "")) headers.push("Te", "trailers");
  headers.push("X-Forwarded-For", [...request.headerLines("x-forwarded-for"), request.remoteAddress].join(", "));
  return headers;
}

/** True if a client has no preference for an encoding, and gets a whole body. */
export function takesAnyEncoding(request: ForwardedRequest, method: string): boolean {
  if (method === "HEAD") return false;
  return (request.header("range") ?? "") === "" && (request.header("accept-encoding") ?? "") === "";
}

/**
 * The headers of a response that is passed back; names and values alternate. It leaves out headers
 * of the connection, and headers that this server writes itself: the length, and which pages of
 * other origins may read the response.
 */
export function returnedHeaders(headers: readonly HeaderPair[]): string[] {
  const listed = nominated(headerOf(headers, "connection"));
  const kept: string[] = [];
  for (const [name, value, sent = canonicalName(name)] of headers) {
    const isOwn = name === "content-length" || ofOrigins.has(name);
    if (!isOwn && !ofConnection.has(name) && !listed.has(name)) kept.push(sent, value);
  }
  return kept;
}

/** The first value of a header. */
export function headerOf(headers: readonly HeaderPair[], lowerName: string): string | undefined {
  return headers.find(([name]) => name === lowerName)?.[1];
}
