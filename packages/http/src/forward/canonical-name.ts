/** Most headers have one of these names. */
const common: ReadonlyMap<string, string> = new Map(
  [
    ...["accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "audit-id", "authorization"],
    ...["cache-control", "content-disposition", "content-encoding", "content-language", "content-length"],
    ...["content-location", "content-range", "content-type", "cookie", "date", "etag", "expires", "forwarded"],
    ...["if-match", "if-modified-since", "if-none-match", "kubectl-command", "kubectl-session", "last-modified"],
    ...["link", "location", "origin", "pragma", "range", "referer", "retry-after", "sec-websocket-accept"],
    ...["sec-websocket-key", "sec-websocket-protocol", "sec-websocket-version", "server", "set-cookie"],
    ...["strict-transport-security", "traceparent", "tracestate", "trailer", "user-agent", "vary", "via", "warning"],
    ...["www-authenticate", "x-content-type-options", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"],
    ...["x-forwarded-uri", "x-request-id", "x-stream-protocol-version"],
  ].map((name) => [name, formOf(name)]),
);

/**
 * The usual form of a header's name, which programs compare without regard to case: each word
 * begins with a capital letter (`X-Forwarded-For`).
 * @param name in lower case
 */
export function canonicalName(name: string): string {
  return common.get(name) ?? formOf(name);
}

function formOf(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
