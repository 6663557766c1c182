/** A first-in first-out queue with operations in constant time. */
interface Fifo<T> {
  readonly length: number;
  push(item: T): void;
  shift(): T | undefined;
  pop(): T | undefined;
  /** Returns an item by its distance from the oldest. */
  at(index: number): T | undefined;
  toArray(): T[];
}

/** Creates a queue. */
export function createFifo<T>(initial: readonly T[] = []): Fifo<T> {
  return new ArrayFifo(initial.slice());
}

class ArrayFifo<T> implements Fifo<T> {
  #items: (T | undefined)[];
  #head = 0;

  constructor(items: (T | undefined)[]) {
    this.#items = items;
  }

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head > 512 && this.#head > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  pop(): T | undefined {
    return this.length === 0 ? undefined : this.#items.pop();
  }

  at(index: number): T | undefined {
    return this.#items[this.#head + index];
  }

  toArray(): T[] {
    return this.#items.slice(this.#head) as T[];
  }
}
