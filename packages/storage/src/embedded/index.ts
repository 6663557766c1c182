export type { BackupOptions, BackupResult } from "./backup.ts";
export { type CheckOptions, type CheckReport, checkEmbeddedStorage, type Damage } from "./check.ts";
export type { Disk, DiskFile, OpenMode } from "./disk.ts";
export { type EmbeddedStorage, type EmbeddedStorageOptions, openEmbeddedStorage } from "./embedded-storage.ts";
export { type RestoreOptions, type RestoreResult, restoreEmbeddedStorage } from "./restore.ts";
