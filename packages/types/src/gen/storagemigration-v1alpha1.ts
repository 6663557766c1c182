// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Rewrites all stored objects of a resource in its current storage version. */
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

/** One aspect of the current state of a storage version migration. */
export interface MigrationCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last updated. */
  lastUpdateTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
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
