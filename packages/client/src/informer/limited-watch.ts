import type { Clock } from "@svc/base";

/**
 * Minimum duration of a watch. The actual one is up to twice as long, so that watches don't end
 * together.
 */
const minWatchSeconds = 300;
/** Time after the requested end at which the client closes the watch. */
const graceMs = 30_000;

interface LimitedWatch extends Disposable {
  /** Seconds after which the server should end the watch. */
  readonly timeoutSeconds: number;
  /**
   * Aborted if the server doesn't end the watch in time, for example after a silent network
   * failure.
   */
  readonly signal: AbortSignal;
}

/** @param random from 0 to below 1 */
export function limitedWatch(clock: Clock, random: () => number, signal: AbortSignal): LimitedWatch {
  const timeoutSeconds = Math.floor(minWatchSeconds * (1 + random()));
  const limit = new AbortController();
  const timer = clock.after(
    timeoutSeconds * 1000 + graceMs,
    () => limit.abort(new Error(`the watch did not end after ${timeoutSeconds} s`)),
    { keepAlive: true },
  );
  return {
    timeoutSeconds,
    signal: AbortSignal.any([signal, limit.signal]),
    [Symbol.dispose]: timer.cancel,
  };
}
