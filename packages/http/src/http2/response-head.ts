import { writable } from "../field-text.ts";
import { hasDate } from "../has-date.ts";
import type { HttpResponse } from "../http.ts";

/** An interim response, or the beginning of another head: names and values by turns. */
export function interimLines(status: number, headers: readonly string[]): string[] {
  const lines = [":status", String(status)];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = (headers[i] ?? "").toLowerCase();
    if (!ofConnection.has(name)) lines.push(name, writable(headers[i + 1] ?? ""));
  }
  return lines;
}

/** The head of an answer: names and values by turns. */
export function responseLines(
  { status, headers }: HttpResponse,
  date: string,
  length: number | undefined,
): readonly string[] {
  const lines = interimLines(status, headers);
  if (!hasDate(headers)) lines.push("date", date);
  if (length !== undefined) lines.push("content-length", String(length));
  return lines;
}

/** These belong to connections of HTTP/1.1 and are an error here. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);
