import type { Clock } from "@svc/base";

interface BucketOptions {
  readonly clock: Clock;
  readonly perSecond: number;
  readonly burst: number;
  /**
   * Beyond this number the least recently used buckets are dropped; a dropped bucket is full again.
   */
  readonly maxKeys: number;
}

/** A bucket of tokens for each key: full at first, filled again with time. */
export interface Buckets {
  /** Takes a token; false when the bucket is empty. */
  take(key: string): boolean;
}

export function createBuckets({ clock, perSecond, burst, maxKeys }: BucketOptions): Buckets {
  /** Least recently used first. */
  const buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();
  return {
    take: (key) => {
      const atMs = clock.monotonic();
      const known = buckets.get(key);
      const filled = known === undefined ? burst : known.tokens + ((atMs - known.atMs) / 1000) * perSecond;
      const tokens = Math.min(burst, filled);
      const taken = tokens >= 1;
      buckets.delete(key);
      buckets.set(key, { tokens: taken ? tokens - 1 : tokens, atMs });
      const [oldest] = buckets.keys();
      if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest);
      return taken;
    },
  };
}
