// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

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

export interface StorageVersionCondition {
  type: string;
  status: string;
  observedGeneration?: number;
  lastTransitionTime?: string | null;
  reason: string;
  message: string;
}

export interface StorageVersionList {
  kind: "StorageVersionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageVersion[];
}
