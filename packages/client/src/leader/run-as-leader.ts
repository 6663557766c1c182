import { type Clock, consoleLog, type Log, pause, systemClock } from "@svc/base";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Candidate, createCandidate } from "./candidate.ts";
import type { Lease } from "./lease.ts";
import { checkTimings, defaultTimings, jitterFactor, type LeaderTimings } from "./timings.ts";

export interface LeaderOptions {
  /** Leases of the namespace where the record is: `client.resource({ group: …, resource: "leases", namespace })`. */
  readonly leases: ResourceClient<Lease>;
  /** Of the lease that candidates share. */
  readonly name: string;
  /** Different for each candidate; that of the same candidate again may lead on at once. */
  readonly identity: string;
  /** Ends the candidacy, or the leadership. */
  readonly signal: AbortSignal;
  /** @default 15, 10 and 2 seconds */
  readonly timings?: Partial<LeaderTimings>;
  /** @default true: whoever is next need not wait until the lease runs out */
  readonly releaseOnEnd?: boolean;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1. @default Math.random */
  readonly random?: () => number;
  /** Is told when somebody else begins to lead, or we do. */
  readonly onLeader?: (identity: string) => void;
}

/** Leadership was lost to trouble or to somebody else: what only a leader may do must not go on. */
export class LeadershipLostError extends Error {
  override readonly name = "LeadershipLostError";
}

/**
 * Waits until it leads, then does what only one may do. Its signal ends when the leadership does, or the given one does; when it has
 * come back the lease is given up.
 * @returns what `lead` returns
 * @throws {LeadershipLostError} after `lead` has come back; the reason of the given signal when that ended it
 */
export async function runAsLeader<R>(options: LeaderOptions, lead: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const { clock = systemClock, log = consoleLog, random = Math.random, releaseOnEnd = true, signal } = options;
  const timings = { ...defaultTimings, ...options.timings };
  checkTimings(timings);
  const term: Term = { ...options, clock, log, random, timings, releaseOnEnd, ...watched(options, clock, timings) };
  await acquire(term);
  const leading = new AbortController();
  const both = AbortSignal.any([signal, leading.signal]);
  const renewing = renew(term, both).then((why) => {
    if (!both.aborted) leading.abort(new LeadershipLostError(why));
  });
  try {
    const result = await lead(both);
    if (leading.signal.aborted) throw leading.signal.reason;
    signal.throwIfAborted();
    return result;
  } finally {
    const lost = leading.signal.aborted;
    leading.abort();
    await renewing;
    if (releaseOnEnd && !lost) await release(term);
  }
}

interface Term extends LeaderOptions {
  readonly candidate: Candidate;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly timings: LeaderTimings;
  /** Tells who leads, if that is news. */
  readonly report: () => void;
}

function watched(
  { leases, name, identity, onLeader, log = consoleLog }: LeaderOptions,
  clock: Clock,
  { leaseDurationMs }: LeaderTimings,
): Pick<Term, "candidate" | "report"> {
  const candidate = createCandidate({ leases, name, identity, clock, leaseDurationMs });
  let reported: string | undefined;
  const report = (): void => {
    const { holder } = candidate;
    if (holder === undefined || holder === reported) return;
    reported = holder;
    log.info("there is a new leader", { lease: name, identity: holder });
    onLeader?.(holder);
  };
  return { candidate, report };
}

async function acquire(term: Term): Promise<void> {
  const { candidate, clock, log, name, random, report, signal, timings } = term;
  for (;;) {
    signal.throwIfAborted();
    try {
      const leads = await within(term, timings.renewDeadlineMs, candidate.attempt);
      report();
      if (leads) return;
    } catch (error) {
      signal.throwIfAborted();
      log.warn("the lease could not be taken, will retry", { lease: name, error: String(error) });
    }
    await pause(clock, timings.retryPeriodMs * (1 + random() * jitterFactor), { signal, keepAlive: true });
    signal.throwIfAborted();
  }
}

/** Renews until that fails for too long. @returns why it ended */
async function renew(term: Term, signal: AbortSignal): Promise<string> {
  const { candidate, clock, log, name, report, timings } = term;
  let renewedAtMs = clock.monotonic();
  let trouble = "";
  while (!signal.aborted) {
    const leftMs = renewedAtMs + timings.renewDeadlineMs - clock.monotonic();
    if (leftMs <= 0) return `the lease ${name} could not be renewed for ${timings.renewDeadlineMs} ms${trouble}`;
    await pause(clock, Math.min(timings.retryPeriodMs, leftMs), { signal, keepAlive: true });
    if (signal.aborted) break;
    try {
      const restMs = Math.max(renewedAtMs + timings.renewDeadlineMs - clock.monotonic(), 1);
      const leads = await within({ clock, signal }, restMs, candidate.attempt);
      report();
      if (!leads) return `the lease ${name} was taken by ${candidate.holder ?? "somebody else"}`;
      renewedAtMs = clock.monotonic();
    } catch (error) {
      trouble = `: ${error instanceof Error ? error.message : String(error)}`;
      log.warn("the lease could not be renewed, will retry", { lease: name, error: trouble });
    }
  }
  return "it ended";
}

async function release(term: Term): Promise<void> {
  const { candidate, clock, log, name, timings } = term;
  try {
    await within({ clock }, timings.renewDeadlineMs, candidate.release);
  } catch (error) {
    // It runs out by itself.
    log.debug("the lease could not be given up", { lease: name, error: String(error) });
  }
}

/** Runs something with a signal that ends after a while. */
async function within<R>(
  { clock, signal }: Pick<Term, "clock"> & { readonly signal?: AbortSignal },
  ms: number,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const limit = new AbortController();
  const timer = clock.after(ms, () => limit.abort(new Error(`no answer within ${ms} ms`)), {
    keepAlive: true,
  });
  try {
    return await run(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    timer.cancel();
  }
}
