import { byteLengthOf, type HttpResponse, isStream } from "./http.ts";

/** True if a response has no body. Source: RFC 9110, section 6.4.1. */
export function isBodiless(method: string | undefined, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

/**
 * The content length that a response's head announces, in bytes; undefined for none. A response
 * without a body may announce the length it would have. Source: RFC 9110, section 8.6.
 */
export function announcedLength({ status, body }: HttpResponse, bodiless: boolean): number | undefined {
  if (status === 204) return undefined;
  if (isStream(body)) return body.length;
  const length = byteLengthOf(body);
  return bodiless && length === 0 ? undefined : length;
}
