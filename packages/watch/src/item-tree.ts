import type { Item } from "./item.ts";
import { byCodePoints, byUnits, hasSurrogates, type Precedes } from "./key-order.ts";

/** Chunks with more items are split; a chunk that is filled in key order stays full. */
export const maxChunkItems = 256;

/**
 * Neighbouring items. Values derived from a whole chunk (its items encoded one after another) are
 * cached with it until no list uses them any more, so that a list costs only the changes since the
 * last one.
 */
export class Chunk<T extends Item> {
  readonly items: T[];
  #derived: Map<unknown, Derived> | undefined;
  #version = 0;

  constructor(items: T[]) {
    this.items = items;
  }

  /** Number of changes of its items; derived values compare it to detect stale content. */
  get version(): number {
    return this.#version;
  }

  /**
   * Returns the cached value for the key, or the one that `make` creates. The creator keeps it up
   * to date.
   */
  derive<V>(key: unknown, make: () => V): V {
    const known = this.#derived?.get(key);
    if (known !== undefined) {
      known.isUsed = true;
      return known.value as V;
    }
    const value = make();
    this.#derived ??= new Map();
    this.#derived.set(key, { value, isUsed: true });
    return value;
  }

  /** Evicts values that were not used since the last call; true if any is left. */
  evictUnused(): boolean {
    if (this.#derived === undefined) return false;
    for (const [key, derived] of this.#derived) {
      if (!derived.isUsed) this.#derived.delete(key);
      derived.isUsed = false;
    }
    if (this.#derived.size === 0) this.#derived = undefined;
    return this.#derived !== undefined;
  }

  markChanged(): void {
    this.#version++;
  }
}

interface Derived {
  readonly value: unknown;
  isUsed: boolean;
}

/** Part of a chunk, or items without a chunk. */
export interface Slice<T extends Item> {
  readonly chunk: Chunk<T> | undefined;
  /** All items of the chunk; the slice is those from `from` to before `to`. */
  readonly items: readonly T[];
  readonly from: number;
  readonly to: number;
}

/**
 * Items in key order: a list of chunks of a few hundred items. Reads and writes cost a binary
 * search in each and moving some pointers, up to millions of items; counting a range adds up chunk
 * sizes.
 */
export class ItemTree<T extends Item> {
  readonly #chunks: Chunk<T>[] = [];
  #size = 0;
  #precedes: Precedes = byUnits;

  get size(): number {
    return this.#size;
  }

  /** In order; read-only. */
  get chunks(): readonly Chunk<T>[] {
    return this.#chunks;
  }

  get(key: string): T | undefined {
    const chunk = this.#chunks[this.#chunkAt(key)];
    if (chunk === undefined) return undefined;
    const found = chunk.items[lowerBound(chunk.items, key, this.#precedes)];
    return found?.key === key ? found : undefined;
  }

  /** Adds an item; returns the one that it replaces. */
  set(item: T): T | undefined {
    const { key } = item;
    // The keys so far have the same order under both comparisons.
    if (this.#precedes === byUnits && hasSurrogates(key)) this.#precedes = byCodePoints;
    const at = this.#chunkAt(key);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push(new Chunk([item]));
      this.#size = 1;
      return undefined;
    }
    const { items } = chunk;
    const index = lowerBound(items, key, this.#precedes);
    const found = items[index];
    chunk.markChanged();
    if (found?.key === key) {
      items[index] = item;
      return found;
    }
    this.#size++;
    if (items.length < maxChunkItems) {
      items.splice(index, 0, item);
    } else if (index === items.length && at === this.#chunks.length - 1) {
      this.#chunks.push(new Chunk([item]));
    } else {
      const upper = items.splice(maxChunkItems / 2);
      this.#chunks.splice(at + 1, 0, new Chunk(upper));
      if (index <= maxChunkItems / 2) items.splice(index, 0, item);
      else upper.splice(index - maxChunkItems / 2, 0, item);
    }
    return undefined;
  }

  delete(key: string): T | undefined {
    const at = this.#chunkAt(key);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return undefined;
    const index = lowerBound(chunk.items, key, this.#precedes);
    const found = chunk.items[index];
    if (found?.key !== key) return undefined;
    chunk.markChanged();
    chunk.items.splice(index, 1);
    if (chunk.items.length === 0) this.#chunks.splice(at, 1);
    this.#size--;
    return found;
  }

  clear(): void {
    this.#chunks.length = 0;
    this.#size = 0;
  }

  /** Counts the keys from `start` to before `end`. */
  count(start: string, end: string): number {
    return this.#rank(end) - this.#rank(start);
  }

  /** Comparison for a bound, which may be no key of the tree. */
  #orderFor(bound: string): Precedes {
    return this.#precedes === byUnits && hasSurrogates(bound) ? byCodePoints : this.#precedes;
  }

  /** Returns the items from `start` to before `end`, at most `limit`, as slices. */
  slices(start: string, end: string, limit: number = Number.POSITIVE_INFINITY): Slice<T>[] {
    const found: Slice<T>[] = [];
    const fromOrder = this.#orderFor(start);
    const toOrder = this.#orderFor(end);
    let left = limit;
    for (let at = this.#chunkAt(start, fromOrder); at < this.#chunks.length && left > 0; at++) {
      const chunk = this.#chunks[at];
      if (chunk === undefined) break;
      const { items } = chunk;
      const from = found.length === 0 ? lowerBound(items, start, fromOrder) : 0;
      const last = items[items.length - 1];
      const stop = last !== undefined && toOrder(last.key, end) ? items.length : lowerBound(items, end, toOrder);
      const to = Math.min(stop, from + left);
      if (to > from) found.push({ chunk, items, from, to });
      left -= to - from;
      if (stop < items.length) break;
    }
    return found;
  }

  *values(): IterableIterator<T> {
    for (const chunk of this.#chunks) yield* chunk.items;
  }

  #rank(key: string): number {
    const order = this.#orderFor(key);
    const at = this.#chunkAt(key, order);
    let rank = 0;
    for (let i = 0; i < at; i++) rank += this.#chunks[i]?.items.length ?? 0;
    const chunk = this.#chunks[at];
    return chunk === undefined ? rank : rank + lowerBound(chunk.items, key, order);
  }

  /** Index of the last chunk that begins at or below the key, or of the first one. */
  #chunkAt(key: string, precedes: Precedes = this.#precedes): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = this.#chunks[middle]?.items[0];
      if (first !== undefined && !precedes(key, first.key)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  }
}

/** Index of the first item whose key is not below `key`. */
function lowerBound(items: readonly Item[], key: string, precedes: Precedes): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && precedes(item.key, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}
