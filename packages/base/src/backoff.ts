import { aFunction, aNonNegativeNumber, checkArgument, optionsOf } from "./check/index.ts";

/** Options of a backoff. */
export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Returns a number from 0 to below 1. Spreads the retries of clients that failed together. */
  readonly random: () => number;
}

/** Exponential backoff: doubles after each failure up to a bound, minus a jitter of up to half. */
export interface Backoff {
  /** Returns the milliseconds to wait before the next attempt. */
  next(): number;
  /** Restarts with the first delay, after a success. */
  reset(): void;
}

const backoffOptions = optionsOf<BackoffOptions>({
  firstMs: aNonNegativeNumber,
  maxMs: aNonNegativeNumber,
  random: aFunction,
});

/** Creates a backoff. @throws {TypeError} for a wrong argument */
export function createBackoff(options: BackoffOptions): Backoff {
  checkArgument("createBackoff: options", options, backoffOptions);
  const { firstMs, maxMs, random } = options;
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
