/** How fast leadership moves, and how sure it is. */
export interface LeaderTimings {
  /** How long others wait after the last renewal that they saw before they take over. @default 15 seconds */
  readonly leaseDurationMs: number;
  /** How long a leader tries to renew before it gives up. @default 10 seconds */
  readonly renewDeadlineMs: number;
  /** Between attempts. @default 2 seconds */
  readonly retryPeriodMs: number;
}

export const defaultTimings: LeaderTimings = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

/** Candidates wait up to this much longer than the retry period, so that they do not all come at once. */
export const jitterFactor = 1.2;

/** @throws {TypeError} for timings with which two could lead at once, or nobody could keep leading */
export function checkTimings({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: LeaderTimings): void {
  if (!(leaseDurationMs >= 1000)) throw new TypeError("the lease duration must be at least one second");
  if (!(retryPeriodMs > 0)) throw new TypeError("the retry period must be longer than zero");
  if (!(leaseDurationMs > renewDeadlineMs))
    throw new TypeError("the lease duration must be longer than the renew deadline");
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor))
    throw new TypeError(`the renew deadline must be longer than ${jitterFactor} times the retry period`);
}
