/** Functions that are called at each change of one kind, in the order in which they were added. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Adds a listener. @returns a function that removes it */
  add(listener: (...args: Args) => void): () => void {
    // A function that is added twice is called twice.
    const own = (...args: Args): void => listener(...args);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Calls all listeners that were added before the call. */
  notify(...args: Args): void {
    for (const listener of [...this.#listeners]) listener(...args);
  }
}
