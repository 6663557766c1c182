/** Time as a value, so that tests decide what it is. The same shape as `Clock` of `@svc/meta`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Calls back after a delay. The timer does not keep a process alive by itself. */
  after(delayMs: number, callback: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

const longestMs = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), longestMs));
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Where a store reports what its callers do not see. The same shape as `Log` of `@svc/meta`. */
export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

const nothing = (): void => undefined;

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
