import { writable } from "../field-text.ts";
import { hasDate } from "../has-date.ts";
import type { HttpResponse } from "../http.ts";
import { nodeHttp } from "../lazy-modules.ts";
import type { Refusal } from "./field-lines.ts";

/** The status of a response after which the connection has another protocol. */
export const switchingProtocols = 101;

/** The connection's own headers of a response. */
interface ResponseFraming {
  /** Of HTTP/1, as the request had it. */
  readonly minor: number;
  readonly date: string;
  /** Bytes of the body; undefined when the head has no length. */
  readonly length: number | undefined;
  readonly chunked: boolean;
  /** The connection ends after the response. */
  readonly closes: boolean;
  /** True when the connection switches protocols after the head. */
  readonly switches: boolean;
}

/** An interim response. @param headers names and values alternate */
export function interimText(status: number, headers: readonly string[]): string {
  return `HTTP/1.1 ${status} ${phraseOf(status)}\r\n${linesOf(headers)}\r\n`;
}

/** The lines of headers, without the connection's own. */
function linesOf(headers: readonly string[]): string {
  let text = "";
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (!isOfConnection(name)) text += `${name}: ${writable(headers[i + 1] ?? "")}\r\n`;
  }
  return text;
}

/** The head of an answer, with the empty line. */
export function headText(
  { status, headers, isForwarded = false }: HttpResponse,
  { minor, date, length, chunked, closes, switches }: ResponseFraming,
): string {
  // Nothing is said of content that is not sent. Source: RFC 9110, section 15.4.5.
  const isUnmodified = status === 304;
  const lines = linesOf(isUnmodified ? without("content-type", headers) : headers);
  let text = `HTTP/1.${minor} ${status} ${phraseOf(status)}\r\n${lines}`;
  if (!isForwarded && !hasDate(headers)) text += `Date: ${date}\r\n`;
  if (length !== undefined && !isUnmodified) text += `Content-Length: ${length}\r\n`;
  if (chunked) text += "Transfer-Encoding: chunked\r\n";
  // Each HTTP version states its deviation from the default.
  if (switches) text += "Connection: Upgrade\r\n";
  else if (closes && minor === 1) text += "Connection: close\r\n";
  else if (!closes && minor === 0) text += "Connection: keep-alive\r\n";
  return `${text}\r\n`;
}

function without(left: string, headers: readonly string[]): readonly string[] {
  return headers.filter((_, i) => headers[i - (i % 2)]?.toLowerCase() !== left);
}

/** True when a response closes its connection. */
export function closesConnection({ headers }: HttpResponse): boolean {
  for (let i = 0; i + 1 < headers.length; i += 2)
    if (isOfConnection(headers[i] ?? "") && headers[i + 1]?.toLowerCase() === "close") return true;
  return false;
}

/** Headers that the connection sets itself. */
function isOfConnection(name: string): boolean {
  return name.length === connection.length && name.toLowerCase() === connection;
}

const connection = "connection";

let phrases: Readonly<Record<number, string | undefined>> | undefined;

/** The reason phrase of a status code. Source: RFC 9110 section 15. */
function phraseOf(status: number): string {
  phrases ??= nodeHttp().STATUS_CODES;
  return phrases[status] ?? "";
}

/** The complete response to a malformed request. */
export function refusalText({ status, why }: Refusal): string {
  const line = `${status} ${phraseOf(status)}`;
  const body = why === undefined ? line : `${line}: ${why}`;
  return `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${body}`;
}

/** Each byte as the character of its value. */
export function textOf(body: Buffer | readonly Buffer[]): string {
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  let text = "";
  for (const part of body) text += part.toString("latin1");
  return text;
}
