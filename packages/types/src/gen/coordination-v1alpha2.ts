// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Candidate for a lease in a coordinated leader election, which chooses the leader by version. */
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
