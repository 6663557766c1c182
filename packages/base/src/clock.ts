import { aNumber, checkArgument } from "./check/index.ts";

/** Time as a value, so that tests and simulated servers control it. */
export interface Clock {
  /** Milliseconds since 1970, for stored and displayed times. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Calls back once, after a delay. */
  after(delayMs: number, callback: () => void, options?: TimerOptions): Timer;
}

/** Options of a timer. */
export interface TimerOptions {
  /**
   * True for a timer that the process waits for, such as a retry or a watch to resume. A timer
   * without it is housekeeping, and does not keep the process alive. @default false
   */
  readonly keepAlive?: boolean;
}

/** A timer that can be cancelled. */
export interface Timer {
  cancel(): void;
}

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, callback, { keepAlive = false } = {}) => {
    // setTimeout takes at most 2^31 - 1 ms, and fires immediately for more.
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), 2_147_483_647));
    if (!keepAlive) timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** A clock that only advances on request; timers fire in order of their time. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Milliseconds until the next timer fires; undefined if no timer waits. */
  untilNext(): number | undefined;
}

/**
 * @param startMs the first value of `now`, milliseconds since 1970
 * @throws {TypeError} for a wrong argument
 */
export function createManualClock(startMs: number = Date.UTC(2026, 0, 1)): ManualClock {
  checkArgument("createManualClock: startMs", startMs, aNumber);
  let elapsed = 0;
  // An array, not a Set: V8's old tables of a Set refer to the next, and keep later timers alive.
  const waiting: { readonly at: number; readonly callback: () => void }[] = [];
  const remove = (timer: (typeof waiting)[number]): void => {
    const place = waiting.indexOf(timer);
    if (place >= 0) waiting.splice(place, 1);
  };
  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    after: (delayMs, callback) => {
      const timer = { at: elapsed + Math.max(delayMs, 0), callback };
      waiting.push(timer);
      return { cancel: () => remove(timer) };
    },
    untilNext: () => {
      let first: number | undefined;
      for (const { at } of waiting) if (first === undefined || at < first) first = at;
      return first === undefined ? undefined : Math.max(0, first - elapsed);
    },
    advance: (ms) => {
      const end = elapsed + ms;
      for (;;) {
        let next: (typeof waiting)[number] | undefined;
        for (const t of waiting) if (t.at <= end && (next === undefined || t.at < next.at)) next = t;
        if (next === undefined) break;
        remove(next);
        elapsed = Math.max(elapsed, next.at);
        next.callback();
      }
      elapsed = end;
    },
  };
}
