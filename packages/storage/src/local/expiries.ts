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
  const buckets = new Map<number, Set<string>>();
  const bucketOf = new Map<string, number>();
  // Starts of buckets in a binary heap; an empty bucket is dropped at the top.
  const heap: number[] = [];

  function set(key: string, expiresAtMs: number): void {
    clear(key);
    // Rounded up: keys never expire early.
    const at = Math.ceil(expiresAtMs / bucketMs) * bucketMs;
    let bucket = buckets.get(at);
    if (bucket === undefined) {
      bucket = new Set();
      buckets.set(at, bucket);
      pushHeap(heap, at);
    }
    bucket.add(key);
    bucketOf.set(key, at);
  }

  function clear(key: string): void {
    if (bucketOf.size === 0) return;
    const at = bucketOf.get(key);
    if (at === undefined) return;
    bucketOf.delete(key);
    buckets.get(at)!.delete(key);
  }

  function firstMs(): number | undefined {
    for (;;) {
      const at = heap[0];
      if (at === undefined || buckets.get(at)!.size > 0) return at;
      buckets.delete(at);
      popHeap(heap);
    }
  }

  for (const [key, at] of entries) set(key, at);
  return {
    get size() {
      return bucketOf.size;
    },
    get: (key) => bucketOf.get(key),
    set,
    clear,
    firstMs,
    due(nowMs, limit) {
      const first = firstMs();
      if (first === undefined || first > nowMs) return [];
      return [...buckets.get(first)!.values().take(limit)];
    },
    fork: () => createExpiries(bucketOf),
  };
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
