/** A server and the client's credentials. Plain text only, so that it can be passed to a worker. */
export interface Target {
  /** `https://host:port` or `http://host:port`. */
  readonly url: string;
  readonly token?: string;
  /** PEM, of a client that shows a certificate. */
  readonly certificate?: string;
  readonly key?: string;
}

/** The head and the body of one request, as they go over the wire. */
export function requestBytes(
  { url, token }: Target,
  { method, path, body, type = "application/json", accept = "application/json", gzip = false }: RequestParts,
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Accept: ${accept}`];
  lines.push("User-Agent: bench/1");
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (gzip) lines.push("Accept-Encoding: gzip");
  if (body !== undefined) lines.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** @default "application/json" */
  readonly type?: string;
  /** @default "application/json" */
  readonly accept?: string;
  /** @default false: the response is requested without compression */
  readonly gzip?: boolean;
}
