import type { HttpResponse } from "@svc/http";
import { textResponse } from "@svc/server";

/**
 * The response to a request that is refused because of other requests.
 * @param retryAfterSeconds when the client may retry
 */
export function tooManyRequestsResponse(retryAfterSeconds = 1): HttpResponse {
  const { headers, ...answer } = textResponse(429, "Too many requests, please try again later.\n");
  return { ...answer, headers: [...headers, "Retry-After", String(retryAfterSeconds)] };
}
