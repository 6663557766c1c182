import type { History } from "./history.ts";
import type { Item } from "./item.ts";
import { byCodePoints } from "./key-order.ts";

/**
 * What an older state differs in from the present: for each key changed since, the item of that
 * time, or undefined where there was none. The state itself is the present tree seen through it, so
 * that a list of the past costs its own length and the changes since, and keeping a past state
 * costs nothing until it is asked for.
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
