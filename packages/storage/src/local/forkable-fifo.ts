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
  let shared = initial;
  /** The number of shared items that were taken. */
  let taken = 0;
  let own = createFifo<T>();

  const at = (index: number): T | undefined => {
    const place = taken + index;
    return place < shared.length ? shared[place] : own.at(place - shared.length);
  };

  function shift(): T | undefined {
    if (taken === shared.length) return own.shift();
    const item = shared[taken++];
    // All of them are held by other queues only.
    if (taken === shared.length) {
      shared = [];
      taken = 0;
    }
    return item;
  }

  return {
    get length() {
      return shared.length - taken + own.length;
    },
    push: (item) => own.push(item),
    shift,
    at,
    fork() {
      if (taken > 0 || own.length > 0) {
        shared = [...shared.slice(taken), ...own.toArray()];
        taken = 0;
        own = createFifo();
      }
      return createForkableFifo(shared);
    },
  };
}
