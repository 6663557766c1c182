import { appendAll, truncate } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { RequestState } from "../request/request-state.ts";

/**
 * Adds the headers that every response has (audit identifier, caching, warnings) and the headers
 * of stages.
 */
export function withCommonHeaders(
  response: HttpResponse,
  { auditId, responseHeaders, warnings }: RequestState,
): HttpResponse {
  if (response.isForwarded === true) return response;
  const { status, headers, body, json, delivery } = response;
  const all = ["Audit-Id", auditId];
  // Bytes after a protocol switch are no content.
  if (status !== 101 && !headers.includes("Cache-Control")) all.push("Cache-Control", "no-cache, private");
  if (warnings.size > 0) for (const text of shownWarnings(warnings)) all.push("Warning", `299 - ${quoteWarning(text)}`);
  appendAll(all, responseHeaders);
  appendAll(all, headers);
  if (delivery !== undefined || response.keepsEncoding === true) return { ...response, headers: all };
  return json === undefined ? { status, headers: all, body } : { status, headers: all, body, json };
}

/**
 * Characters of all warnings of a response. Beyond it, each one is truncated, and warnings that
 * begin beyond it are dropped.
 */
const maxWarningsLength = 4_096;
const cutWarningLength = 256;

const controlCharacter = /\p{Cc}/u;

/** Headers carry no control characters: warnings with them are dropped. */
function shownWarnings(all: ReadonlySet<string>): readonly string[] {
  const warnings = [...all].filter((text) => !controlCharacter.test(text));
  let length = 0;
  for (const text of warnings) length += text.length;
  if (length <= maxWarningsLength) return warnings;
  const shown: string[] = [];
  let left = maxWarningsLength;
  for (const text of warnings) {
    if (left <= 0) break;
    const cut = truncate(text, cutWarningLength);
    left -= cut.length;
    shown.push(cut);
  }
  return shown;
}

/**
 * Text of a warning header: quotes escaped.
 * Source: RFC 7234 section 5.5.
 */
function quoteWarning(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&");
  // Headers are bytes: non-ASCII text is sent as UTF-8.
  return `"${Buffer.from(escaped, "utf8").toString("latin1")}"`;
}
