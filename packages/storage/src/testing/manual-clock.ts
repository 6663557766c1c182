import type { Clock } from "../clock.ts";

/** A clock that stands still until it is told to advance; timers fire in order of their time. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(startMs: number = Date.UTC(2026, 0, 1)): ManualClock {
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  let elapsed = 0;
  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    after(delayMs, callback) {
      const timer = { at: elapsed + Math.max(delayMs, 0), callback };
      waiting.add(timer);
      return { cancel: () => void waiting.delete(timer) };
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = [...waiting].filter((t) => t.at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        waiting.delete(next);
        elapsed = Math.max(elapsed, next.at);
        next.callback();
      }
      elapsed = end;
    },
  };
}
