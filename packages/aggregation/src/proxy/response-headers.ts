/** A header and its value; the name in lower case. */
export type HeaderPair = readonly [name: string, value: string];

/** The headers of a response as the client gets them; names and values alternate. */
export function responseHeaders(headers: readonly HeaderPair[], keepsLength: boolean): string[] {
  const kept: string[] = [];
  for (const [name, value] of headers) {
    if (name === "content-length" ? keepsLength : !isDropped(name)) kept.push(name, value);
  }
  return kept;
}

/** The value of a header that is there once. */
export function headerOf(headers: readonly HeaderPair[], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

/** Headers of the connection, and headers that this server writes itself. */
const dropped: ReadonlySet<string> = new Set([
  "connection",
  "date",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function isDropped(name: string): boolean {
  // Which origins may read responses is for this server to say.
  return dropped.has(name) || name.startsWith("access-control-");
}
