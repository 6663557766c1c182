import { declaredLength } from "../../body.ts";
import { isTokenText, isValueText } from "../../field-text.ts";
import { ofConnection } from "../../http2/fields.ts";
import type { ExchangeRequest } from "../exchange/exchange.ts";

/**
 * The head of a request: names and values by turns.
 * @param authority for a request that names no host
 * @throws {TypeError} for parts that would not stay in their place
 */
export function requestLines(request: ExchangeRequest, authority: string): readonly string[] {
  const { method, path, headers, body } = request;
  if (!isTokenText(method)) throw new TypeError("malformed method of a request");
  if (!/^[/*][!-~\x80-\xff]*$/.test(path)) throw new TypeError("malformed path of a request");
  const lines = [":method", method, ":scheme", "https", ":path", path, ":authority", authority];
  let announced: number | undefined;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = (headers[i] as string).toLowerCase();
    const value = headers[i + 1] as string;
    if (!isTokenText(name) || !isValueText(value)) throw new TypeError(`malformed header ${JSON.stringify(name)}`);
    if (name === "content-length") {
      announced = declaredLength(value);
      if (announced === undefined) throw new TypeError("malformed length of a request's body");
    } else if (name === "host") lines[7] = value;
    // The parts of a cookie are compressed better by themselves. Source: RFC 9113, section 8.2.3.
    else if (name === "cookie") for (const part of value.split("; ")) lines.push(name, part.trim());
    else if (name === "user-agent" && value === "") continue;
    else if (!ofConnection.has(name) && (name !== "te" || value === "trailers")) lines.push(name, value.trim());
  }
  const length = lengthOf(body, method) ?? (body === undefined ? undefined : announced);
  if (length !== undefined) lines.push("content-length", String(length));
  return lines;
}

function lengthOf(body: ExchangeRequest["body"], method: string): number | undefined {
  if (body instanceof Uint8Array) return body.length;
  return body === undefined && ["POST", "PUT", "PATCH"].includes(method) ? 0 : undefined;
}
