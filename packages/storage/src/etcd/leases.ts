import { randomInt } from "node:crypto";
import type { Clock } from "@svc/base";
import type { Cluster } from "./cluster.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import { encodeGrant, grantMethod } from "./service-messages.ts";

/**
 * Leases for keys with a time to live. A lease is shared by keys that expire at about the same
 * time, since each one costs the cluster a timer and a commit at its end: a key lives up to a
 * twentieth longer than requested (at least one second, at most a minute), and never shorter.
 */
interface Leases {
  /** Returns a lease that ends no earlier than after this many seconds. */
  take(ttlSeconds: number): Promise<number>;
  /** Forgets a lease that the cluster no longer has. */
  forget(lease: number): void;
}

interface Lease {
  readonly id: Promise<number>;
  /** Monotonic time; the cluster started to count later and ends the lease later. */
  readonly endsAtMs: number;
  keys: number;
  known?: number;
}

const maxKeys = 1000;
const maxSlackSeconds = 60;
const maxId = 2 ** 47;

/** Creates the leases of one client. */
export function createLeases(cluster: Cluster, { clock }: { readonly clock: Clock }): Leases {
  // By requested seconds. Few kinds of objects expire, each with its own time to live.
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

/** Ids are chosen by the client: etcd's own may exceed 2^53. */
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
