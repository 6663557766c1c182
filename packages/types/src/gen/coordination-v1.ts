// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** A lock with an expiry. Used for leader election and node heartbeats. */
export interface Lease {
  kind: "Lease";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: LeaseSpec;
}

/** Desired state of a lease. */
export interface LeaseSpec {
  /** Identity of the holder. */
  holderIdentity?: string;
  /** Seconds after renewTime for which other candidates must wait. */
  leaseDurationSeconds?: number;
  /** Time at which the holder acquired the lease. */
  acquireTime?: string | null;
  /** Time at which the holder last renewed the lease. */
  renewTime?: string | null;
  /** Number of changes of the holder. */
  leaseTransitions?: number;
  /** How the leader of a coordinated election is chosen, for example OldestEmulationVersion. */
  strategy?: string;
  /** Identity that should take over the lease in a coordinated election. */
  preferredHolder?: string;
}

export interface LeaseList {
  kind: "LeaseList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Lease[];
}
