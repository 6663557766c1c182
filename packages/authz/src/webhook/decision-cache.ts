import { createHash } from "node:crypto";
import type { Clock } from "@svc/base";
import type { Decision } from "../authorizer.ts";

/**
 * Remembers decisions for a while. Questions are known by their digest, so that a long one costs no
 * more than a short one.
 */
interface DecisionCache {
  get(key: string): Decision | undefined;
  set(key: string, decision: Decision, ttlMs: number): void;
}

interface Entry {
  readonly decision: Decision;
  readonly untilMs: number;
}

/** @param maxEntries beyond it, the least recently used entry is dropped */
export function createDecisionCache(clock: Clock, maxEntries: number): DecisionCache {
  const entries = new Map<string, Entry>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.untilMs <= clock.monotonic()) return undefined;
      // The map's order is the order of use.
      entries.set(key, entry);
      return entry.decision;
    },
    set: (key, decision, ttlMs) => {
      if (ttlMs <= 0) return;
      entries.delete(key);
      entries.set(key, { decision, untilMs: clock.monotonic() + ttlMs });
      if (entries.size <= maxEntries) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Returns the digest of a review body. */
export function digestOf(body: string): string {
  return createHash("sha256").update(body).digest("base64");
}
