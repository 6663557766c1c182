/**
 * The rounds of the mutating steps over one request. A step requests a second round when it changed
 * an object that earlier steps saw; there is no third.
 */
export class MutationRounds {
  #number: 0 | 1 = 0;
  #requested = false;
  readonly #states = new Map<object, unknown>();

  get number(): 0 | 1 {
    return this.#number;
  }

  requestAnother(): void {
    this.#requested = true;
  }

  /** The state of a step across rounds. @param step identifies the step */
  stateOf<T>(step: object, create: () => T): T {
    if (!this.#states.has(step)) this.#states.set(step, create());
    return this.#states.get(step) as T;
  }

  /** Starts the second round if one was requested. */
  next(): boolean {
    if (this.#number === 1 || !this.#requested) return false;
    this.#number = 1;
    return true;
  }
}
