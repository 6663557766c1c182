import { aBoolean, aNumber, aSignal, checkArgument, optional, optionsOf, withMethods } from "./check/index.ts";
import type { Clock, Timer, TimerOptions } from "./clock.ts";

/** Options of `pause`. */
export interface PauseOptions extends TimerOptions {
  /** Ends the pause early, without an error. */
  readonly signal?: AbortSignal | undefined;
}

const pauseOptions = optionsOf<PauseOptions>({
  signal: optional(aSignal),
  keepAlive: optional(aBoolean),
});

const expectedClock = withMethods("a Clock of @svc/base", "after");

/** Waits for a time, or until the signal ends it. @throws {TypeError} for a wrong argument */
export function pause(clock: Pick<Clock, "after">, delayMs: number, options: PauseOptions = {}): Promise<void> {
  checkArgument("pause: clock", clock, expectedClock);
  checkArgument("pause: delayMs", delayMs, aNumber);
  checkArgument("pause: options", options, pauseOptions);
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
