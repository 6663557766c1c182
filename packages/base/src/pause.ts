import type { Clock, Timer, TimerOptions } from "./clock.ts";

/** Options of `pause`. */
export interface PauseOptions extends TimerOptions {
  /** Ends the pause early, without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits for a time, or until the signal ends it. */
export function pause(clock: Pick<Clock, "after">, delayMs: number, options: PauseOptions = {}): Promise<void> {
  const { signal, ...timerOptions } = options;
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    let timer: Timer | undefined;
    const done = (): void => {
      timer?.cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    signal?.addEventListener("abort", done);
    // A manual clock may call back synchronously.
    timer = clock.after(delayMs, done, timerOptions);
  });
}
