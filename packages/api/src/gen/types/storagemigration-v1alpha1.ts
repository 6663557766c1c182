// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface StorageVersionMigration {
  kind: "StorageVersionMigration";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: StorageVersionMigrationSpec;
  status?: StorageVersionMigrationStatus;
}

export interface StorageVersionMigrationSpec {
  resource: GroupVersionResource;
  continueToken?: string;
}

export interface GroupVersionResource {
  group?: string;
  version?: string;
  resource?: string;
}

export interface MigrationCondition {
  type: string;
  status: string;
  lastUpdateTime?: string | null;
  reason?: string;
  message?: string;
}

export interface StorageVersionMigrationStatus {
  conditions?: MigrationCondition[];
  resourceVersion?: string;
}

export interface StorageVersionMigrationList {
  kind: "StorageVersionMigrationList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageVersionMigration[];
}
