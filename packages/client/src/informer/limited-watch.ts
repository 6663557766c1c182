import type { Clock } from "@svc/base";

/** How long a watch lives at least; up to twice that, so that not all end at once. */
const minWatchSeconds = 300;
/** How much longer than it was to live it is believed to live still. */
const graceMs = 30_000;

interface LimitedWatch extends Disposable {
  /** After how long the server is to end it. */
  readonly timeoutSeconds: number;
  /** Ends it when the server does not, whose connection may be gone without a word. */
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
