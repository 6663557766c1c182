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
  let items: (T | undefined)[] = initial.slice();
  let head = 0;
  return {
    get length() {
      return items.length - head;
    },
    push(item) {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      items[head++] = undefined;
      if (head > 512 && head > items.length / 2) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    pop: () => (head === items.length ? undefined : items.pop()),
    at: (index) => items[head + index],
    toArray: () => items.slice(head) as T[],
  };
}
