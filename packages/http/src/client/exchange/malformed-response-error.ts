/** A server sent what is no response of HTTP/1.1; the message tells why. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";
  readonly code = "MALFORMED_RESPONSE";
}
