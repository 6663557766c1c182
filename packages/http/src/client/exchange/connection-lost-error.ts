/**
 * A connection ended under a request. It has the code of a reset connection, whatever the version
 * of HTTP.
 */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  readonly code = "ECONNRESET";
}
