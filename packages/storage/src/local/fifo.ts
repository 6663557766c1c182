/** A first-in first-out queue whose every operation takes constant time, however long it is. */
interface Fifo<T> {
  readonly length: number;
  push(item: T): void;
  shift(): T | undefined;
  pop(): T | undefined;
  /** From the oldest, at 0. */
  at(index: number): T | undefined;
  toArray(): T[];
}

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
