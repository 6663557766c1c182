import { randomInt } from "node:crypto";
import type { Clock } from "@svc/base";
import type { Cluster } from "./cluster.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import { encodeGrant, grantMethod } from "./service-messages.ts";

/**
 * Leases for keys with a time to live. A lease is shared by keys that expire at about the same
 * time, since each one costs the cluster a timer and a commit at its end: a key lives up to a
 * twentieth longer than asked (at least one second, at most a minute), and never shorter.
 */
interface Leases {
  /** A lease that ends no earlier than so many seconds from now. */
  take(ttlSeconds: number): Promise<number>;
  /** The cluster does not know this one any more. */
  forget(lease: number): void;
}

interface Lease {
  readonly id: Promise<number>;
  /** By the monotonic clock; the cluster, which began to count later, ends it later. */
  readonly endsAtMs: number;
  keys: number;
  known?: number;
}

const maxKeys = 1000;
const maxSlackSeconds = 60;
const maxId = 2 ** 47;

export function createLeases(cluster: Cluster, { clock }: { readonly clock: Clock }): Leases {
  // By the seconds that were asked for. Few kinds of objects expire, each with a time of its own.
  const leases = new Map<number, Lease>();

  function grant(ttlSeconds: number): Lease {
    const lasting = ttlSeconds + slackSeconds(ttlSeconds);
    const lease: Lease = { id: grantLease(cluster, lasting), endsAtMs: clock.monotonic() + lasting * 1000, keys: 0 };
    lease.id.then(
      (id) => {
        lease.known = id;
      },
      () => drop(ttlSeconds, lease),
    );
    return lease;
  }

  function drop(ttlSeconds: number, lease: Lease): void {
    if (leases.get(ttlSeconds) === lease) leases.delete(ttlSeconds);
  }

  return {
    take(ttlSeconds) {
      const nowMs = clock.monotonic();
      for (const [seconds, lease] of leases) if (lease.endsAtMs < nowMs + seconds * 1000) leases.delete(seconds);
      let lease = leases.get(ttlSeconds);
      if (lease === undefined || lease.keys >= maxKeys) {
        lease = grant(ttlSeconds);
        leases.set(ttlSeconds, lease);
      }
      lease.keys++;
      return lease.id;
    },
    forget(id) {
      for (const [seconds, lease] of leases) if (lease.known === id) drop(seconds, lease);
    },
  };
}

function slackSeconds(ttlSeconds: number): number {
  return Math.min(maxSlackSeconds, Math.max(1, Math.ceil(ttlSeconds / 20)));
}

/** Ids are ours to choose: those of the cluster may be larger than a number holds exactly. */
async function grantLease(cluster: Cluster, ttlSeconds: number): Promise<number> {
  for (;;) {
    const id = randomInt(1, maxId);
    try {
      await cluster.call(grantMethod, encodeGrant({ id, ttlSeconds }), { idempotent: false });
      return id;
    } catch (error) {
      const taken = error instanceof GrpcError && error.code === grpcCode.failedPrecondition;
      if (!taken) throw error;
    }
  }
}
