import { posix } from "node:path";
import { forwardedHeaders } from "@svc/http/forward";
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
  const headers = forwardedHeaders(state.request, { host, isDropped });
  const { user } = state;
  headers.push("X-Remote-User", bytesOf(user.name));
  if (user.uid !== "") headers.push("X-Remote-Uid", bytesOf(user.uid));
  for (const group of user.groups) headers.push("X-Remote-Group", bytesOf(group));
  for (const [key, values] of Object.entries(user.extra))
    for (const value of values) headers.push(`X-Remote-Extra-${escapeKey(key)}`, bytesOf(value));
  headers.push("Audit-Id", state.auditId);
  if (isUpgrade) return headers;
  headers.push("X-Forwarded-Host", host, "X-Forwarded-Proto", "https", "X-Forwarded-Uri", posix.normalize(path));
  return headers;
}

/** Headers that this server writes itself. */
const dropped: ReadonlySet<string> = new Set([
  "audit-id",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-uri",
  "x-remote-group",
  "x-remote-uid",
  "x-remote-user",
]);

function isDropped(name: string): boolean {
  return dropped.has(name) || name.startsWith("x-remote-extra-");
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
