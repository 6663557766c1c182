import { ConnectionError, errorCode, firstWindow, maxWindow } from "./frames.ts";
/** Bytes of a stream that a client may send ahead of the reader. */
export const streamWindowBytes: number = 256 * 1024;
/** Bytes of all streams: streams that wait for their reader must not block the others. */
export const connectionWindowBytes: number = 16 * 1024 * 1024;
/** A window update is sent once it is worth a frame. */
const minIncrement = streamWindowBytes / 2;

/** The receive window of a stream or of a connection. */
export class ReceiveWindow {
  #open: number;
  #taken = 0;

  constructor(bytes: number) {
    this.#open = bytes;
  }

  /** Data came. @returns whether it was allowed to */
  spend(bytes: number): boolean {
    this.#open -= bytes;
    return this.#open >= 0;
  }

  /**
   * Data was consumed.
   * @returns the increment to send to the client; 0 while it is not worth a frame
   */
  credit(bytes: number): number {
    this.#taken += bytes;
    if (this.#taken < minIncrement) return 0;
    const taken = this.#taken;
    this.#open += taken;
    this.#taken = 0;
    return taken;
  }
}

/** The initial send window of new streams, from the peer's settings. Source: RFC 9113, 6.9.2. */
export class InitialWindow {
  #bytes = firstWindow;

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Changes the size, and with it the windows of open streams, which may then continue.
   * @throws {ConnectionError} when a window gets too large
   */
  change<S extends { window: number }>(bytes: number, streams: Iterable<S>, resume: (stream: S) => void): void {
    const change = bytes - this.#bytes;
    this.#bytes = bytes;
    for (const stream of streams) {
      stream.window += change;
      if (stream.window > maxWindow) throw new ConnectionError(errorCode.flowControlError, "a window is too large");
      resume(stream);
    }
  }
}
