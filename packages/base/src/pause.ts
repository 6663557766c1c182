import type { Clock, Timer } from "./clock.ts";

/** Waits for a time, or until nobody waits any more: an aborted signal ends it early, without an error. */
export function pause(clock: Pick<Clock, "after">, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    let timer: Timer | undefined;
    const done = (): void => {
      timer?.cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    signal?.addEventListener("abort", done);
    // A clock of a test may call back at once.
    timer = clock.after(delayMs, done);
  });
}
