import { declaredLength } from "../../body.ts";
import { isTokenText, isValueText } from "../../field-text.ts";
import type { ExchangeRequest } from "../exchange/exchange.ts";

/** The framing of a request's body; undefined without a body. */
export type RequestFraming =
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunks" }
  | { readonly kind: "none" };

/** Headers that the connection sets itself. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** Methods whose requests have a length, even without a body. */
const announcing: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"]);

/** @throws {TypeError} for a length that is none */
export function framingOf({ method, headers, body }: ExchangeRequest): RequestFraming {
  if (body === undefined) return announcing.has(method) ? { kind: "length", bytes: 0 } : { kind: "none" };
  if (body instanceof Uint8Array) return { kind: "length", bytes: body.length };
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() !== "content-length") continue;
    const bytes = declaredLength(headers[i + 1]);
    if (bytes === undefined) throw new TypeError("malformed length of a request's body");
    return { kind: "length", bytes };
  }
  return { kind: "chunks" };
}

/**
 * The head of a request, with the empty line.
 * @param host for a request that names none
 * @throws {TypeError} for parts that would not stay in their place
 */
export function requestHead(request: ExchangeRequest, framing: RequestFraming, host: string): string {
  const { method, path, headers } = request;
  if (!isTokenText(method)) throw new TypeError("malformed method of a request");
  if (!isTarget(path)) throw new TypeError("malformed path of a request");
  let lines = "";
  let hasHost = false;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] as string;
    const value = headers[i + 1] as string;
    const lower = name.toLowerCase();
    if (ofConnection.has(lower) || (lower === "user-agent" && value === "")) continue;
    if (!isTokenText(name) || !isValueText(value)) throw new TypeError(`malformed header ${JSON.stringify(name)}`);
    if (lower !== "host") lines += `${name}: ${value}\r\n`;
    else if (hasHost) throw new TypeError("a request has one host");
    else {
      hasHost = true;
      lines = `${name}: ${value}\r\n${lines}`;
    }
  }
  const own = hasHost ? "" : `Host: ${host}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${own}${lines}${lengthLine(framing)}\r\n`;
}

function lengthLine(framing: RequestFraming): string {
  switch (framing.kind) {
    case "none":
      return "";
    case "chunks":
      return "Transfer-Encoding: chunked\r\n";
    case "length":
      return `Content-Length: ${framing.bytes}\r\n`;
  }
}

function isTarget(path: string): boolean {
  return /^[/*][!-~\x80-\xff]*$/.test(path);
}
