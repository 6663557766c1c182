import type { HttpResponse } from "@svc/http";
import { textAnswer } from "@svc/server";

/**
 * The response to a request that is refused because of others. Every client knows the header.
 * @param retryAfterSeconds when the client is to ask again
 */
export function tooManyRequestsAnswer(retryAfterSeconds = 1): HttpResponse {
  const { headers, ...answer } = textAnswer(429, "Too many requests, please try again later.\n");
  return { ...answer, headers: [...headers, "Retry-After", String(retryAfterSeconds)] };
}
