/** A server sent what is no response of HTTP/1.1. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";
  readonly code = "MALFORMED_RESPONSE";
  /** The first line of what came. */
  readonly line: string;

  constructor(line: string) {
    super("malformed response");
    this.line = line;
  }
}
