// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Rewrites the stored objects of a resource in its present version. */
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

/** One thing that a migration has come to, or not. */
export interface MigrationCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
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
