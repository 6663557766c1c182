/** The server sent an invalid HTTP/1.1 response; the message has the reason. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";
  readonly code = "MALFORMED_RESPONSE";
}
