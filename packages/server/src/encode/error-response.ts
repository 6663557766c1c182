import type { HttpResponse } from "@svc/http";
import type { StatusError } from "@svc/meta";
import { AccessDeniedError } from "../request/access-denied.ts";
import type { RequestState } from "../request/request-state.ts";
import { createNegotiator, type Form, type Negotiator, plainObject } from "./form.ts";
import type { StatusParts } from "./response-deps.ts";
import { contentResponse } from "./responses.ts";
import { serialize } from "./serialize.ts";
import { statusContent } from "./status.ts";

/** The form of errors for clients that accept no form of an error. */
const fallback: Form = { format: "json", contentType: "application/json", as: plainObject, pretty: true };

/**
 * Creates the response for an error.
 * @param negotiator of the handlers of resources
 */
export function createErrorResponse(
  parts: StatusParts,
  negotiator: Negotiator,
): (error: StatusError, state: RequestState) => HttpResponse {
  // Only the handlers of resources write CBOR.
  const others = createNegotiator(parts.dialect, { cbor: false });
  return (error, state) => {
    const { request, info, route } = state;
    const status = error.toStatus();
    const more = headersOf(error);
    const accepted = (route === undefined ? others : negotiator).errorForm(request, info.query);
    const written = (form: Form): HttpResponse => contentResponse(error.code, statusContent(parts, status), form);
    const response = accepted === undefined ? written(fallback) : serialize(state, accepted, () => written(accepted));
    const headers = more.length === 0 ? response.headers : [...response.headers, ...more];
    return { ...response, headers, isFallback: accepted === undefined };
  };
}

function headersOf(error: StatusError): readonly string[] {
  const retryAfterSeconds = error.details?.retryAfterSeconds ?? 0;
  const headers: string[] = [];
  if (retryAfterSeconds > 0) headers.push("Retry-After", String(retryAfterSeconds));
  // The message quotes the client's text, which browsers must not treat as a page.
  if (error instanceof AccessDeniedError) headers.push("X-Content-Type-Options", "nosniff");
  return headers;
}
