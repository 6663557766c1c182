import { type Clock, type Log as Reporter, silentLog, systemClock } from "@svc/base";
import { startCompactor } from "../compactor.ts";
import { FutureRevisionError, StorageClosedError } from "../errors.ts";
import { checkKey, collatingKey } from "../key.ts";
import { createExpirer } from "../local/expirer.ts";
import { changesBytes, createRecentChanges } from "../local/recent-changes.ts";
import { createWatchHub } from "../local/watch-hub.ts";
import { createWatcherBarrier } from "../local/watcher-barrier.ts";
import { checkRevision, readableRevision } from "../read-checks.ts";
import type { Revision, Storage, StorageStatus } from "../storage.ts";
import { checkWrites, localLimits } from "../write-checks.ts";
import { type BackupOptions, type BackupResult, writeBackup } from "./backup.ts";
import { createCommitter, type Flushed } from "./committer.ts";
import type { Disk } from "./disk.ts";
import { readHistory } from "./history.ts";
import { defaultPendingBytes, defaultRecentBytes, defaultSegmentBytes } from "./limits.ts";
import { createLog, type Log } from "./log.ts";
import { createMaintenance } from "./maintenance.ts";
import { nodeDisk } from "./node-disk.ts";
import { type OpenStore, openStore } from "./open-store.ts";
import { createPins } from "./pins.ts";
import { createReader } from "./reader.ts";
import { deadBytes } from "./segment.ts";
import type { State } from "./state.ts";
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

/**
 * Opens a store in a directory, durable, for one process at a time.
 * @throws {LockedError} {IncompatibleError} {CorruptError}
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  const { dir, clock = systemClock, log = silentLog, acceptLostCommits = false, flush = true } = options;
  const disk = flush ? (options.disk ?? nodeDisk) : withoutFlush(options.disk ?? nodeDisk);
  const store = await openStore({ dir, disk, log, acceptLostCommits });
  const storage = serve(store, { ...options, clock, log, disk });
  const { compaction = {} } = options;
  if (compaction === false) return storage;
  const compactor = startCompactor({ storage, clock, log, ...compaction });
  const close = async (): Promise<void> => {
    await compactor.stop();
    await storage.close();
  };
  return { ...storage, close, [Symbol.asyncDispose]: close };
}

type Resolved = EmbeddedStorageOptions & Required<Pick<EmbeddedStorageOptions, "clock" | "log" | "disk">>;

/** Interval in which a store that cannot write retries. */
const probeMs = 1000;

/** Connects the parts of an open store. */
function serve({ lock, state, active, progress }: OpenStore, options: Resolved): EmbeddedStorage {
  const { dir, clock, log, disk } = options;
  const { segmentBytes = defaultSegmentBytes, recentBytes = defaultRecentBytes } = options;
  const { maxPendingBytes = defaultPendingBytes } = options;
  const { newHandle } = state;
  const pins = createPins();
  const recent = createRecentChanges(state.revision);
  const reader = createReader({ state, recent, pins });
  const maintenance = createMaintenance({
    ...{ disk, dir, log, newHandle, segmentBytes, index: state.index },
    segments: {
      sealed: () => state.segments.slice(0, -1),
      replace: state.replaceSegments,
      forget: state.forgetSegments,
    },
    sweepableRevision: () => Math.min(state.compactedRevision, pins.oldest()),
  });
  const currentRevision = (): Revision => state.revision;
  const compactedRevision = (): number => state.compactedRevision;
  const writer = createLog(active, {
    ...{ disk, dir, log, newHandle, compactedRevision, segmentBytes },
    onRoll: (segment) => {
      state.addSegment(segment);
      void progress.record(segment);
    },
  });
  const hub = createWatchHub(
    { recent, currentRevision, compactedRevision, history: (after) => readHistory(state.segments, after) },
    { clock },
  );

  function apply(flushed: Flushed): void {
    const compactedBefore = state.compactedRevision;
    const changes = state.apply(flushed);
    if (changes.length > 0) {
      const batch = { revision: state.revision, changes };
      const bytes = changesBytes(changes);
      recent.append(batch, bytes);
      hub.publish(batch, bytes);
      recent.trim(recentBytes);
      expirer.reschedule();
    }
    if (state.compactedRevision > compactedBefore) maintenance.wake();
  }

  const committer = createCommitter({
    log: writer,
    ...{ nowMs: clock.now, maxPendingBytes, afterWatchers: createWatcherBarrier() },
    visible: {
      currentRevision,
      newestRevision: (key) => state.index.newest(key),
      readEntry: (key) => reader.entry(key, state.revision),
      apply,
    },
    onFailure: () => clock.after(probeMs, probe),
  });
  const expirer = createExpirer({
    expiries: state.expiries,
    clock,
    expire: async (key) => {
      const guard = state.index.newest(collatingKey(key)) as Revision;
      if (guard > 0) await committer.commit([{ op: "delete", key, guard }]);
    },
  });

  /** Writes a record without effect, so that the store notices when writing works again. */
  function probe(): void {
    if (writer.failure === undefined || closing !== undefined) return;
    // A failure schedules the next probe.
    committer.compact(Math.max(1, state.compactedRevision) as Revision).catch(() => undefined);
  }

  let closing: Promise<void> | undefined;
  function admit(signal?: AbortSignal): void {
    if (closing !== undefined) throw new StorageClosedError();
    signal?.throwIfAborted();
  }

  function dispose(): Promise<void> {
    closing ??= close();
    return closing;
  }

  async function close(): Promise<void> {
    expirer.stop();
    hub.close();
    await committer.idle();
    await maintenance.stop();
    try {
      await writer.close();
      await progress.record(writer.active);
    } finally {
      await Promise.all(state.segments.map((s) => s.file.close()));
      await lock.release();
    }
  }

  expirer.reschedule();
  maintenance.wake();
  return {
    limits: localLimits,
    currentRevision,
    async get(key, options) {
      admit(options?.signal);
      checkKey(key, Number.POSITIVE_INFINITY);
      const revision = readable(state, options?.revision);
      return { revision, entry: await reader.entry(collatingKey(key), revision) };
    },
    async range(range, options = {}) {
      admit(options.signal);
      return reader.page(range, readable(state, options.revision), options);
    },
    commit(writes, options) {
      try {
        admit(options?.signal);
        checkWrites(writes, localLimits);
        return committer.commit(writes);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    watch: hub.open,
    requestProgress: hub.requestProgress,
    async compact(revision) {
      admit();
      checkRevision(revision);
      if (revision > state.revision) throw new FutureRevisionError(state.revision);
      if (revision > state.compactedRevision) await committer.compact(revision);
    },
    async status(options) {
      admit(options?.signal);
      return statusOf(state, writer);
    },
    async backup(options) {
      admit();
      const { revision } = state;
      const expiries = state.expiries.fork();
      const list = await reader.holdRange({ prefix: "" }, revision);
      try {
        return await writeBackup(disk, { revision, expiries, wanted: list.items }, options);
      } finally {
        await list.release();
      }
    },
    close: dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

function readable({ revision, compactedRevision }: State, asked: Revision | undefined): Revision {
  return readableRevision(asked, { current: revision, compacted: compactedRevision });
}

async function statusOf({ segments, revision, compactedRevision }: State, writer: Log): Promise<StorageStatus> {
  const sizes = await Promise.all(segments.map((s) => s.file.size()));
  // Heads files hold everything but the values.
  const headBytes = segments.reduce((sum, s) => sum + s.length - s.valueBytes, 0);
  return {
    revision,
    compactedRevision,
    sizeBytes: sizes.reduce((sum, size) => sum + size, headBytes),
    reclaimableBytes: segments.reduce((sum, s) => sum + deadBytes(s), 0),
    writeFailure: writer.failure,
  };
}
