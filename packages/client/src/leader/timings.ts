/** Timings of a leader election. */
export interface LeaderTimings {
  /**
   * Time after the last observed renewal at which other candidates take over.
   * @default 15 seconds
   */
  readonly leaseDurationMs: number;
  /** Time for which a leader retries a renewal before it gives up. @default 10 seconds */
  readonly renewDeadlineMs: number;
  /** Time between attempts. @default 2 seconds */
  readonly retryPeriodMs: number;
}

/** Default timings: 15 s lease, 10 s deadline, 2 s between attempts. */
export const defaultTimings: LeaderTimings = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

/** Maximum ratio of the actual wait to the retry period, which spreads the candidates. */
export const jitterFactor = 1.2;

/**
 * @throws {TypeError} if two candidates could lead at the same time, or if no leader could renew in
 * time
 */
export function checkTimings({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: LeaderTimings): void {
  if (!(leaseDurationMs >= 1000)) throw new TypeError("the lease duration must be at least one second");
  if (!(retryPeriodMs > 0)) throw new TypeError("the retry period must be longer than zero");
  if (!(leaseDurationMs > renewDeadlineMs))
    throw new TypeError("the lease duration must be longer than the renew deadline");
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor))
    throw new TypeError(`the renew deadline must be longer than ${jitterFactor} times the retry period`);
}
