/** More than any client has under way. */
const maxKnown = 1_000;

/**
 * Streams that were ended under a client that was still sending: what it sends before it hears of
 * that is no mistake of its own.
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
