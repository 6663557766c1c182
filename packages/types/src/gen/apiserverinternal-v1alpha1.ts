// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** In which version servers write and read the objects of a resource. */
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

/** One thing that a storage version has come to, or not. */
export interface StorageVersionCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason: string;
  /** Why, in words for people. */
  message: string;
}

export interface StorageVersionList {
  kind: "StorageVersionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageVersion[];
}
