import { aNonNegativeNumber, checkArgument, withMethods } from "./check/index.ts";
import type { Clock } from "./clock.ts";

/** Remembers values for a while each. */
export interface ExpiringCache<T> {
  get(key: string): T | undefined;
  /** Does nothing where the time is 0. */
  set(key: string, value: T, ttlMs: number): void;
}

const expectedClock = withMethods("a Clock of @svc/base", "monotonic");

/**
 * @param maxEntries beyond it, the least recently used entry is dropped
 * @throws {TypeError} for a wrong argument
 */
export function createExpiringCache<T>(clock: Pick<Clock, "monotonic">, maxEntries: number): ExpiringCache<T> {
  checkArgument("createExpiringCache: clock", clock, expectedClock);
  checkArgument("createExpiringCache: maxEntries", maxEntries, aNonNegativeNumber);
  const entries = new Map<string, { readonly value: T; readonly untilMs: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.untilMs <= clock.monotonic()) return undefined;
      // The map's order is the order of use.
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, ttlMs) => {
      if (ttlMs <= 0) return;
      entries.delete(key);
      entries.set(key, { value, untilMs: clock.monotonic() + ttlMs });
      if (entries.size <= maxEntries) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
