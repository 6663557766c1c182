export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
  /** From 0 to below 1: spreads those who failed together. */
  readonly random: () => number;
}

/** How long to wait before the next attempt: twice as long after each failure up to a bound, less up to half of it. */
export interface Backoff {
  next(): number;
  /** After a success. */
  reset(): void;
}

export function createBackoff({ firstMs, maxMs, random }: BackoffOptions): Backoff {
  let delayMs = firstMs;
  return {
    next: () => {
      const wait = delayMs * (0.5 + random() / 2);
      delayMs = Math.min(delayMs * 2, maxMs);
      return wait;
    },
    reset: () => {
      delayMs = firstMs;
    },
  };
}
