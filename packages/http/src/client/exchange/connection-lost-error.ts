/**
 * A connection ended under a request. It has the code of a reset connection, whatever the version
 * of HTTP.
 */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  readonly code = "ECONNRESET";
  /** The original's words for what the server did, if they are known. */
  readonly words: string | undefined;

  constructor(message: string, { words, ...options }: ErrorOptions & { readonly words?: string | undefined } = {}) {
    super(message, options);
    this.words = words;
  }
}
