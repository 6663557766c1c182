/** More than any client has in progress. */
const maxKnown = 1_000;

/**
 * Streams that were reset while the client was still sending: frames that it sent before it
 * received the reset are no error.
 */
export class ResetStreams {
  /** In the order in which they were ended: the oldest are forgotten first. */
  readonly #known: Set<number> = new Set();

  add(stream: number): void {
    this.#known.add(stream);
    for (const oldest of this.#known) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
  }

  has(stream: number): boolean {
    return this.#known.has(stream);
  }
}
