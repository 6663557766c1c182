// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Versions in which each API server encodes and decodes objects of a resource. */
export interface StorageVersion {
  kind: "StorageVersion";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: StorageVersionSpec;
  status: StorageVersionStatus;
}

export interface StorageVersionSpec {

}

export interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[];
  commonEncodingVersion?: string;
  conditions?: StorageVersionCondition[];
}

export interface ServerStorageVersion {
  apiServerID?: string;
  encodingVersion?: string;
  decodableVersions?: string[];
  servedVersions?: string[];
}

/** One aspect of the current state of a storage version. */
export interface StorageVersionCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Generation of the object for which the condition was determined. */
  observedGeneration?: number;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason: string;
  /** Human-readable details of the last transition. */
  message: string;
}

export interface StorageVersionList {
  kind: "StorageVersionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageVersion[];
}
