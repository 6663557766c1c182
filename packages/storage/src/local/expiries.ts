/** Expiry times of keys, in buckets of one second. */
export interface Expiries {
  readonly size: number;
  /** Expiry of a key in milliseconds since 1970, rounded up to a second. */
  get(key: string): number | undefined;
  set(key: string, expiresAtMs: number): void;
  clear(key: string): void;
  /** Keys that are due, oldest first, at most `limit`. They stay until they are cleared. */
  due(nowMs: number, limit: number): readonly string[];
  /** Time of the first expiry; undefined without any. */
  firstMs(): number | undefined;
  fork(): Expiries;
}

const bucketMs = 1000;

/** Creates expiries with initial entries. */
export function createExpiries(entries: Iterable<readonly [string, number]> = []): Expiries {
  const expiries = new BucketedExpiries();
  for (const [key, at] of entries) expiries.set(key, at);
  return expiries;
}

class BucketedExpiries implements Expiries {
  readonly #buckets = new Map<number, Set<string>>();
  readonly #bucketOf = new Map<string, number>();
  // Starts of buckets in a binary heap; an empty bucket is dropped at the top.
  readonly #heap: number[] = [];

  get size(): number {
    return this.#bucketOf.size;
  }

  get(key: string): number | undefined {
    return this.#bucketOf.get(key);
  }

  set(key: string, expiresAtMs: number): void {
    this.clear(key);
    // Rounded up: keys never expire early.
    const at = Math.ceil(expiresAtMs / bucketMs) * bucketMs;
    let bucket = this.#buckets.get(at);
    if (bucket === undefined) {
      bucket = new Set();
      this.#buckets.set(at, bucket);
      pushHeap(this.#heap, at);
    }
    bucket.add(key);
    this.#bucketOf.set(key, at);
  }

  clear(key: string): void {
    if (this.#bucketOf.size === 0) return;
    const at = this.#bucketOf.get(key);
    if (at === undefined) return;
    this.#bucketOf.delete(key);
    this.#buckets.get(at)!.delete(key);
  }

  due(nowMs: number, limit: number): readonly string[] {
    const first = this.firstMs();
    if (first === undefined || first > nowMs) return [];
    return [...this.#buckets.get(first)!.values().take(limit)];
  }

  firstMs(): number | undefined {
    for (;;) {
      const at = this.#heap[0];
      if (at === undefined || this.#buckets.get(at)!.size > 0) return at;
      this.#buckets.delete(at);
      popHeap(this.#heap);
    }
  }

  fork(): Expiries {
    return createExpiries(this.#bucketOf);
  }
}

function pushHeap(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

function popHeap(heap: number[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}
