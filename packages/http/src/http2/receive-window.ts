/** So much data of a stream a client may send before any of it was taken. */
export const streamWindowBytes: number = 256 * 1024;
/**
 * And so much of all streams: many may wait for their turn with what they sent, and not hold up
 * those whose turn it is.
 */
export const connectionWindowBytes: number = 16 * 1024 * 1024;
/** What is taken is told once it is worth a frame. */
const worthTelling = streamWindowBytes / 2;

/** How much data a client may still send, of a stream or of all of a connection. */
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
   * Data was taken.
   * @returns by how much the client is told to have more; 0 as long as it is not worth a frame
   */
  credit(bytes: number): number {
    this.#taken += bytes;
    if (this.#taken < worthTelling) return 0;
    const told = this.#taken;
    this.#open += told;
    this.#taken = 0;
    return told;
  }
}
