import { createFifo } from "./fifo.ts";

/** A first-in first-out queue whose forks share their common entries. */
export interface ForkableFifo<T> {
  readonly length: number;
  push(item: T): void;
  shift(): T | undefined;
  /** Returns an item by its distance from the oldest. */
  at(index: number): T | undefined;
  /** A queue of the same items, without a copy where nothing changed since the last fork. */
  fork(): ForkableFifo<T>;
}

/** Creates a queue. @param initial is shared, and must not change */
export function createForkableFifo<T>(initial: readonly T[] = []): ForkableFifo<T> {
  return new SharingFifo(initial);
}

class SharingFifo<T> implements ForkableFifo<T> {
  #shared: readonly T[];
  /** The number of shared items that were taken. */
  #taken = 0;
  #own = createFifo<T>();

  constructor(shared: readonly T[]) {
    this.#shared = shared;
  }

  get length(): number {
    return this.#shared.length - this.#taken + this.#own.length;
  }

  push(item: T): void {
    this.#own.push(item);
  }

  shift(): T | undefined {
    if (this.#taken === this.#shared.length) return this.#own.shift();
    const item = this.#shared[this.#taken++];
    // All of them are held by other queues only.
    if (this.#taken === this.#shared.length) this.#share([]);
    return item;
  }

  at(index: number): T | undefined {
    const place = this.#taken + index;
    return place < this.#shared.length ? this.#shared[place] : this.#own.at(place - this.#shared.length);
  }

  fork(): ForkableFifo<T> {
    if (this.#taken > 0 || this.#own.length > 0) {
      this.#share([...this.#shared.slice(this.#taken), ...this.#own.toArray()]);
      this.#own = createFifo();
    }
    return new SharingFifo(this.#shared);
  }

  #share(items: readonly T[]): void {
    this.#shared = items;
    this.#taken = 0;
  }
}
