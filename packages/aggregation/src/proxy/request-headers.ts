import type { RequestState } from "@svc/server";

interface HeaderOptions {
  readonly state: RequestState;
  /** `host:port` of the backend. */
  readonly host: string;
  /** Without the query. */
  readonly path: string;
  readonly isUpgrade: boolean;
}

/**
 * The headers of a request as an extension server gets them; names and values alternate. Headers
 * of their own name the user, in place of the client's credentials.
 */
export function requestHeaders({ state, host, path, isUpgrade }: HeaderOptions): string[] {
  const { request } = state;
  const headers: string[] = ["Host", host];
  const ofConnection = nominated(request.header("connection"));
  for (const name of request.headerNames()) {
    if (isDropped(name) || ofConnection.has(name)) continue;
    for (const value of request.headerLines(name)) headers.push(name, value);
  }
  const { user } = state;
  headers.push("X-Remote-User", bytesOf(user.name));
  if (user.uid !== "") headers.push("X-Remote-Uid", bytesOf(user.uid));
  for (const group of user.groups) headers.push("X-Remote-Group", bytesOf(group));
  for (const [key, values] of Object.entries(user.extra))
    for (const value of values) headers.push(`X-Remote-Extra-${escapeKey(key)}`, bytesOf(value));
  const forwardedFor = request.headerLines("x-forwarded-for");
  headers.push("X-Forwarded-For", [...forwardedFor, request.remoteAddress].join(", "));
  headers.push("Audit-Id", state.auditId);
  if (isUpgrade) return headers;
  headers.push("X-Forwarded-Host", host, "X-Forwarded-Proto", "https", "X-Forwarded-Uri", path);
  const takesParts = state.info.method === "HEAD" || request.header("range") !== undefined;
  if (!takesParts && request.header("accept-encoding") === undefined) headers.push("Accept-Encoding", "gzip");
  return headers;
}

const noNames: ReadonlySet<string> = new Set();

/** Headers that the client's connection has for itself. Source: RFC 9110 section 7.6.1. */
function nominated(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return noNames;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

/** Credentials, headers of the connection, and headers that this server writes itself. */
const dropped: ReadonlySet<string> = new Set([
  "audit-id",
  "authorization",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-uri",
  "x-remote-group",
  "x-remote-uid",
  "x-remote-user",
]);

function isDropped(name: string): boolean {
  return (
    dropped.has(name) || name.startsWith("impersonate-") || name.startsWith("x-remote-extra-") || name.startsWith(":")
  );
}

/** Header values are bytes: text beyond ASCII goes as UTF-8. */
function bytesOf(text: string): string {
  return /^[ -~]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** A key of the user's extra as a part of a header name. */
function escapeKey(key: string): string {
  return key.replace(/[^!#$&'*+\-.^_`|~0-9A-Za-z]/gu, (char) =>
    [...Buffer.from(char, "utf8")].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
