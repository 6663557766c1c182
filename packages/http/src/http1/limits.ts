/** The time for which a client may go on sending a body that is not read. */
export const lingerMs: number = 2_000;
/** The time that a half-closed connection waits for its response. */
export const halfClosedMs: number = 10_000;
/** The bytes of such a body, past which the connection is closed. */
export const maxDroppedBytes: number = 16 * 1024 * 1024;
/**
 * A rest of a body that is let flow away so that the connection can be used again; past it the
 * connection ends with the answer.
 */
export const maxRestBytes: number = 256 * 1024;
/**
 * A small body is written with its head as one string: joining strings is free, buffers are copied.
 */
export const maxTextBytes: number = 8 * 1024;
