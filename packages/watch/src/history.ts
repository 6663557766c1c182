import type { Item, ItemChange } from "./item.ts";

/** Limits of a history. */
export interface HistoryLimits {
  /** @default 100,000 */
  readonly maxChanges: number;
  /** Bytes of superseded versions that only the history keeps. @default 128 MiB */
  readonly maxBytes: number;
  /** Older changes are dropped. @default 5 minutes */
  readonly maxAgeMs: number;
}

/** Limits of a resource's history unless options set others. */
export const defaultHistoryLimits: HistoryLimits = {
  maxChanges: 100_000,
  maxBytes: 128 * 1024 * 1024,
  maxAgeMs: 5 * 60_000,
};

/**
 * The latest changes in order, limited by number, bytes and age: a ring buffer that grows up to its
 * limits.
 */
export class History<T extends Item> {
  readonly #limits: HistoryLimits;
  #ring: (ItemChange<T> | undefined)[] = new Array(64);
  #times: number[] = new Array(64).fill(0);
  /** Counted size of each change: the size of an item may differ by the time it is dropped. */
  #sizes: number[] = new Array(64).fill(0);
  #first = 0;
  #count = 0;
  #bytes = 0;
  #floor: number;
  readonly #release: (item: T) => void;

  /**
   * @param floor the revision at which the history begins
   * @param release called with superseded versions that are dropped
   */
  constructor(limits: HistoryLimits, floor: number, release: (item: T) => void) {
    this.#limits = limits;
    this.#floor = floor;
    this.#release = release;
  }

  /** Contains every change above this revision and none at it or below. */
  get floor(): number {
    return this.#floor;
  }

  get length(): number {
    return this.#count;
  }

  push(change: ItemChange<T>, nowMs: number): void {
    if (this.#count === this.#ring.length) this.#grow();
    const at = (this.#first + this.#count) % this.#ring.length;
    this.#ring[at] = change;
    this.#times[at] = nowMs;
    const size = change.previous?.size ?? 0;
    this.#sizes[at] = size;
    this.#count++;
    this.#bytes += size;
    this.expire(nowMs);
  }

  /** Drops changes beyond the limits. */
  expire(nowMs: number): void {
    const { maxChanges, maxBytes, maxAgeMs } = this.#limits;
    while (
      this.#count > 0 &&
      (this.#count > maxChanges || this.#bytes > maxBytes || (this.#times[this.#first] ?? 0) < nowMs - maxAgeMs)
    ) {
      this.#drop();
    }
  }

  /** Drops all changes. */
  clear(): void {
    while (this.#count > 0) this.#drop();
  }

  #drop(): void {
    const oldest = this.#ring[this.#first];
    this.#bytes -= this.#sizes[this.#first] ?? 0;
    this.#ring[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#ring.length;
    this.#count--;
    if (oldest === undefined) return;
    this.#floor = oldest.revision;
    if (oldest.previous !== undefined) this.#release(oldest.previous);
  }

  at(index: number): ItemChange<T> | undefined {
    return index < 0 || index >= this.#count ? undefined : this.#ring[(this.#first + index) % this.#ring.length];
  }

  /** The index of the first change above the revision; `length` when there is none. */
  indexAfter(revision: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at(middle)?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const size = this.#ring.length * 2;
    const ring: (ItemChange<T> | undefined)[] = new Array(size);
    const times: number[] = new Array(size).fill(0);
    const sizes: number[] = new Array(size).fill(0);
    for (let i = 0; i < this.#count; i++) {
      const from = (this.#first + i) % this.#ring.length;
      ring[i] = this.#ring[from];
      times[i] = this.#times[from] ?? 0;
      sizes[i] = this.#sizes[from] ?? 0;
    }
    this.#ring = ring;
    this.#times = times;
    this.#sizes = sizes;
    this.#first = 0;
  }
}
