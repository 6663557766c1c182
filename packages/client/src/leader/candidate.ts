import type { Clock } from "@svc/base";
import { formatMicroTime, hasReason } from "@svc/meta";
import type { Stored } from "../client/objects.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Lease, type LeaseSpec, sameSpec } from "./lease.ts";

interface CandidateOptions {
  /** Leases in the namespace of the record. */
  readonly leases: ResourceClient<Lease>;
  readonly name: string;
  readonly identity: string;
  readonly clock: Clock;
  readonly leaseDurationMs: number;
}

/** A candidate in a leader election, with the lease as its record. */
export interface Candidate {
  /**
   * Acquires or renews the lease.
   * @returns true if this candidate leads.
   * @throws on failed requests
   */
  attempt(signal: AbortSignal): Promise<boolean>;
  /** Releases the lease if this candidate holds it, so that others need not wait for its expiry. */
  release(signal: AbortSignal): Promise<void>;
  /** Identity of the current leader, as last observed. */
  readonly holder: string | undefined;
}

/**
 * The lease as last read, with the local time at which this state was first observed. Clocks of
 * candidates can differ, so the times in the record don't count.
 */
interface Observed {
  readonly lease: Stored<Lease>;
  readonly atMs: number;
}

export function createCandidate(options: CandidateOptions): Candidate {
  const { leases, name, identity, clock } = options;
  let observed: Observed | undefined;
  const observe = (lease: Stored<Lease>): Observed => {
    const atMs = observed !== undefined && sameSpec(specOf(observed), lease.spec ?? {}) ? observed.atMs : undefined;
    observed = { lease, atMs: atMs ?? clock.monotonic() };
    return observed;
  };
  const write = async ({ lease }: Observed, spec: LeaseSpec, signal: AbortSignal): Promise<void> => {
    observe(await leases.update({ ...lease, spec: { ...lease.spec, ...spec } }, { signal }));
  };
  const isOurs = (seen: Observed): boolean => specOf(seen).holderIdentity === identity;

  return {
    attempt: async (signal) => {
      if (observed !== undefined && isOurs(observed) && isLive(observed, options)) {
        // The lease is ours and valid, so a write without a read is enough.
        try {
          await write(observed, renewed(observed, options), signal);
          return true;
        } catch (error) {
          if (!hasReason(error, "Conflict") && !hasReason(error, "NotFound")) throw error;
        }
      }
      const found = await ignoreNotFound(leases.get(name, { signal }));
      if (found === undefined) {
        observe(await leases.create({ metadata: { name }, spec: taken(undefined, options) }, { signal }));
        return true;
      }
      const seen = observe(found);
      if (!isOurs(seen) && isLive(seen, options)) return false;
      await write(seen, isOurs(seen) ? renewed(seen, options) : taken(seen, options), signal);
      return true;
    },
    release: async (signal) => {
      if (observed === undefined || !isOurs(observed)) return;
      const time = microTime(clock);
      const released: LeaseSpec = { holderIdentity: "", leaseDurationSeconds: 1, renewTime: time, acquireTime: time };
      await write(observed, released, signal);
    },
    get holder() {
      const found = observed === undefined ? undefined : specOf(observed).holderIdentity;
      return found === null || found === "" ? undefined : found;
    },
  };
}

function specOf({ lease }: Observed): LeaseSpec {
  return lease.spec ?? {};
}

function isLive(seen: Observed, { clock, leaseDurationMs }: CandidateOptions): boolean {
  const { holderIdentity, leaseDurationSeconds } = specOf(seen);
  // The holder sets the duration. Without a usable one, our own duration applies.
  const seconds = leaseDurationSeconds ?? 0;
  const durationMs = seconds > 0 ? seconds * 1000 : leaseDurationMs;
  return (holderIdentity ?? "") !== "" && seen.atMs + durationMs > clock.monotonic();
}

function taken(seen: Observed | undefined, { identity, clock, leaseDurationMs }: CandidateOptions): LeaseSpec {
  const time = microTime(clock);
  return {
    holderIdentity: identity,
    leaseDurationSeconds: Math.floor(leaseDurationMs / 1000),
    acquireTime: time,
    renewTime: time,
    leaseTransitions: seen === undefined ? 0 : (specOf(seen).leaseTransitions ?? 0) + 1,
  };
}

function renewed(seen: Observed, options: CandidateOptions): LeaseSpec {
  const { acquireTime, leaseTransitions } = specOf(seen);
  const fresh = taken(seen, options);
  return {
    ...fresh,
    ...(acquireTime === undefined ? {} : { acquireTime }),
    leaseTransitions: leaseTransitions ?? 0,
  };
}

function microTime(clock: Clock): string {
  const ms = clock.now();
  return formatMicroTime({ seconds: Math.floor(ms / 1000), nanos: Math.round((ms % 1000) * 1e6) });
}

async function ignoreNotFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}
