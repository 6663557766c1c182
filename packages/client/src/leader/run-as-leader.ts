import { type Clock, consoleLog, type Log, pause, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aLog,
  anObject,
  aSignal,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Candidate, createCandidate } from "./candidate.ts";
import type { Lease } from "./lease.ts";
import { checkTimings, defaultTimings, jitterFactor, type LeaderTimings } from "./timings.ts";

/** Options of a leader election. */
export interface LeaderOptions {
  /** Leases of the namespace: `client.resource({ group: …, resource: "leases", namespace })`. */
  readonly leases: ResourceClient<Lease>;
  /** Name of the lease that all candidates share. */
  readonly name: string;
  /**
   * Unique identity. A restarted candidate with the same identity can resume leadership
   * immediately.
   */
  readonly identity: string;
  /** Ends the candidacy or the leadership. */
  readonly signal: AbortSignal;
  /** @default 15, 10 and 2 seconds */
  readonly timings?: Partial<LeaderTimings>;
  /**
   * If true, releases the lease at the end, so that the next leader need not wait.
   * @default true
   */
  readonly releaseOnEnd?: boolean;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1. @default Math.random */
  readonly random?: () => number;
  /** Called with the identity of each new leader, including this candidate. */
  readonly onLeader?: (identity: string) => void;
}

/** Leadership was lost to failed renewals or another candidate, so exclusive work must stop. */
export class LeadershipLostError extends Error {
  override readonly name = "LeadershipLostError";
}

const leaderOptions = optionsOf<LeaderOptions>({
  leases: withMethods("a ResourceClient of @svc/client", "create", "get", "list", "all"),
  name: aString,
  identity: aString,
  signal: aSignal,
  timings: optional(anObject),
  releaseOnEnd: optional(aBoolean),
  clock: optional(aClock),
  log: optional(aLog),
  random: optional(aFunction),
  onLeader: optional(aFunction),
});

/**
 * Waits until this candidate leads, then runs `lead`. The signal of `lead` is aborted when
 * leadership or the given signal ends. The lease is released after `lead` has returned.
 * @returns what `lead` returns
 * @throws {LeadershipLostError} after `lead` has returned; the given signal's reason if that was
 * aborted
 * @throws {TypeError} for a wrong argument
 */
export async function runAsLeader<R>(options: LeaderOptions, lead: (signal: AbortSignal) => Promise<R>): Promise<R> {
  checkArgument("runAsLeader: options", options, leaderOptions);
  checkArgument("runAsLeader: lead", lead, aFunction);
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
  /** Reports a new leader. */
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
    log.info(holder === identity ? "this candidate is the leader" : "another candidate is the leader", {
      lease: name,
      identity: holder,
    });
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

/** Renews the lease until renewals fail for too long. @returns the cause of the end */
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
      if (!leads) return `the lease ${name} was taken by ${candidate.holder ?? "another candidate"}`;
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
    // The lease expires without it.
    log.debug("the lease could not be released", { lease: name, error: String(error) });
  }
}

/** Runs a function with a signal that is aborted after a timeout. */
async function within<R>(
  { clock, signal }: Pick<Term, "clock"> & { readonly signal?: AbortSignal },
  ms: number,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const limit = new AbortController();
  const timer = clock.after(ms, () => limit.abort(new Error(`no response within ${ms} ms`)), {
    keepAlive: true,
  });
  try {
    return await run(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    timer.cancel();
  }
}
