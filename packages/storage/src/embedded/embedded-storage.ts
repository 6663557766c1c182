import { type Clock, type Log as Reporter, silentLog, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aLog,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  either,
  optional,
  optionsOf,
} from "@svc/base/check";
import { startCompactor } from "../compactor.ts";
import type { Revision, Storage } from "../storage.ts";
import type { BackupOptions, BackupResult } from "./backup.ts";
import type { Disk } from "./disk.ts";
import { aDisk } from "./expected.ts";
import { nodeDisk } from "./node-disk.ts";
import { openStore } from "./open-store.ts";
import { ServedStore } from "./served-store.ts";
import { connectParts } from "./store-parts.ts";
import { withoutFlush } from "./without-flush.ts";

/** Options of `openEmbeddedStorage`. */
export interface EmbeddedStorageOptions {
  /** Directory of the store; created if it does not exist. */
  readonly dir: string;
  readonly clock?: Clock;
  readonly log?: Reporter;
  /**
   * Compaction interval and retention of history in milliseconds; `false` if the caller calls
   * `compact`.
   * @default every 300,000, retaining 300,000
   */
  readonly compaction?: { readonly intervalMs?: number; readonly retentionMs?: number } | false;
  /**
   * Opens a store with lost commits instead of refusing it.
   * @default false
   */
  readonly acceptLostCommits?: boolean;
  /**
   * Size at which a log file is closed.
   * @default 32 MiB
   */
  readonly segmentBytes?: number;
  /**
   * Bytes of the newest changes that are kept in memory.
   * @default 1 MiB
   */
  readonly recentBytes?: number;
  /**
   * Most bytes of commits that may wait for the disk; further commits are rejected.
   * @default 64 MiB
   */
  readonly maxPendingBytes?: number;
  /**
   * Makes each commit durable before it is acknowledged. Without it a crash of the machine, not of
   * the process, can lose commits: for tests.
   * @default true
   */
  readonly flush?: boolean;
  /** @default the file system */
  readonly disk?: Disk;
}

/** A store in a directory. */
export interface EmbeddedStorage extends Storage {
  currentRevision(): Revision;
  /**
   * Writes the current state to a file for `restoreEmbeddedStorage`, without blocking other calls.
   */
  backup(options: BackupOptions): Promise<BackupResult>;
}

const embeddedStorageOptions = optionsOf<EmbeddedStorageOptions>({
  dir: aString,
  clock: optional(aClock),
  log: optional(aLog),
  compaction: optional(either(aBoolean, anObject)),
  acceptLostCommits: optional(aBoolean),
  segmentBytes: optional(aNonNegativeNumber),
  recentBytes: optional(aNonNegativeNumber),
  maxPendingBytes: optional(aNonNegativeNumber),
  flush: optional(aBoolean),
  disk: optional(aDisk),
});

/**
 * Opens a store in a directory, durable, for one process at a time.
 * @throws {LockedError} {IncompatibleError} {CorruptError}
 * @throws {TypeError} for a wrong argument
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  checkArgument("openEmbeddedStorage: options", options, embeddedStorageOptions);
  const { dir, clock = systemClock, log = silentLog, acceptLostCommits = false, flush = true } = options;
  const disk = flush ? (options.disk ?? nodeDisk) : withoutFlush(options.disk ?? nodeDisk);
  const store = await openStore({ dir, disk, log, acceptLostCommits });
  const storage = new ServedStore(store, connectParts(store, { ...options, clock, log, disk }));
  const { compaction = {} } = options;
  if (compaction !== false) storage.compactor = startCompactor({ storage, clock, log, ...compaction });
  return storage;
}
