import type { History } from "./history.ts";
import type { Item } from "./item.ts";
import { byCodePoints } from "./key-order.ts";

/**
 * The differences of an older state from the current one: for each key changed since, the item at
 * that time, or undefined where there was none. The older state is the current tree seen through
 * them, so that a list of the past costs its own length plus the changes since, and an older state
 * costs nothing until it is requested.
 */
export class Overlay<T extends Item> {
  readonly revision: number;
  readonly #older = new Map<string, T | undefined>();
  #upTo: number;
  #sorted: readonly string[] | undefined;

  constructor(revision: number) {
    this.revision = revision;
    this.#upTo = revision;
  }

  /** Number of keys; measures its cost. */
  get size(): number {
    return this.#older.size;
  }

  /** Adds the changes since the last call. The history must reach back that far. */
  update(history: History<T>): void {
    for (let i = history.indexAfter(this.#upTo); i < history.length; i++) {
      const change = history.at(i);
      if (change === undefined) break;
      this.#upTo = change.revision;
      // The first change of a key after the revision has the version of that time.
      if (this.#older.has(change.key)) continue;
      this.#older.set(change.key, change.previous);
      this.#sorted = undefined;
    }
  }

  has(key: string): boolean {
    return this.#older.has(key);
  }

  get(key: string): T | undefined {
    return this.#older.get(key);
  }

  /** Returns the changed keys from `start` to before `end`, in order. */
  keys(start: string, end: string): readonly string[] {
    this.#sorted ??= [...this.#older.keys()].sort((a, b) => (byCodePoints(a, b) ? -1 : 1));
    return this.#sorted.filter((key) => !byCodePoints(key, start) && byCodePoints(key, end));
  }
}
