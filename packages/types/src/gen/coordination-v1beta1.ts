// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Who holds something, and until when: leaders and nodes renew theirs to show that they live. */
export interface Lease {
  kind: "Lease";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: LeaseSpec;
}

/** Who holds a lease. */
export interface LeaseSpec {
  /** Who. */
  holderIdentity?: string;
  /** For how long after the last renewal, in seconds. */
  leaseDurationSeconds?: number;
  /** Since when. */
  acquireTime?: string | null;
  /** When it was last renewed. */
  renewTime?: string | null;
  /** How often it has changed hands. */
  leaseTransitions?: number;
  /** How a holder is chosen. */
  strategy?: string;
  /** Who should have it. */
  preferredHolder?: string;
}

export interface LeaseList {
  kind: "LeaseList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Lease[];
}

/** Somebody who would like to hold a lease, for elections that choose by version. */
export interface LeaseCandidate {
  kind: "LeaseCandidate";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: LeaseCandidateSpec;
}

export interface LeaseCandidateSpec {
  leaseName: string;
  pingTime?: string | null;
  renewTime?: string | null;
  binaryVersion: string;
  emulationVersion?: string;
  strategy: string;
}

export interface LeaseCandidateList {
  kind: "LeaseCandidateList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: LeaseCandidate[];
}
