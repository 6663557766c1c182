import type { CorruptError } from "./errors.ts";
import type { ValueSlab } from "./value-slab.ts";

declare const revisionBrand: unique symbol;

/**
 * A position in the history of a store: a safe integer, at least 1. A store of your own casts the
 * number of its counter to it.
 */
export type Revision = number & { readonly [revisionBrand]: true };

/** A key with its value. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** Revision of the commit that wrote this value. */
  readonly revision: Revision;
}

/** The condition of a write on its key. A number is the revision that the key's entry must have. */
export type Guard = "any" | "absent" | Revision;

/** One write of a commit. */
export type Write =
  | {
      readonly op: "put";
      readonly key: string;
      /**
       * Must not be changed. It may be part of a larger buffer: a store that keeps it for long
       * copies it.
       */
      readonly value: Uint8Array;
      /** @default "any" */
      readonly guard?: Guard;
      /**
       * The key is deleted after this many seconds, in a separate commit, unless it was written
       * again. A store may delete later than requested (expiries are grouped), never earlier.
       * @default never
       */
      readonly ttlSeconds?: number;
    }
  | {
      readonly op: "delete";
      readonly key: string;
      /** With "any", deleting an absent key is no error and leaves no change. @default "any" */
      readonly guard?: Guard;
    }
  /** Writes nothing; the whole commit depends on the guard. */
  | { readonly op: "check"; readonly key: string; readonly guard: Guard };

/**
 * A lost race is a value, not an error. `index` is the first write whose guard failed, and
 * `current` the entry that it found. A commit that changes nothing (deletes of absent keys, checks)
 * is `ok` with the current revision.
 */
export type CommitResult =
  | { readonly ok: true; readonly revision: Revision }
  | { readonly ok: false; readonly index: number; readonly current: Entry | undefined };

/** Result of a get. */
export interface GetResult {
  /** Revision at which the store was read. */
  readonly revision: Revision;
  readonly entry: Entry | undefined;
}

/** Options of reads. */
export interface ReadOptions {
  /** @default the latest */
  readonly revision?: Revision;
  readonly signal?: AbortSignal;
}

/** All keys that begin with `prefix` and are not below `start` nor at or above `end`. */
export interface KeyRange {
  readonly prefix: string;
  /** Inclusive. @default the first key with the prefix */
  readonly start?: string;
  /** Exclusive. @default past the last key with the prefix */
  readonly end?: string;
}

/** Options of `range`. */
export interface RangeOptions extends ReadOptions {
  /** Upper bound of entries; 0 returns none, which counts with `count`. @default no bound */
  readonly limit?: number;
  /** Whether to count the keys beyond `limit`. @default false */
  readonly count?: boolean;
  /**
   * Called for every value that is damaged, which the page then leaves out: the rest is served.
   * @default the range rejects with the first of them
   */
  readonly onCorrupt?: (error: CorruptError) => void;
  /**
   * Memory of the caller for the values, valid until it is reset: for callers that read much and
   * copy the values that they keep.
   * @default each value has its own memory
   */
  readonly slab?: ValueSlab;
}

/** Entries of a range. */
export interface Page {
  /** Revision at which the store was read: the requested or the latest one. */
  readonly revision: Revision;
  /** In ascending order of keys. */
  readonly entries: readonly Entry[];
  /** True if `limit` excluded keys. */
  readonly more: boolean;
  /** Number of keys that `limit` excluded; present if `count` was set. */
  readonly remaining?: number;
}

/** A change of one key. */
export type Change =
  | { readonly op: "put"; readonly key: string; readonly value: Uint8Array; readonly revision: Revision }
  | { readonly op: "delete"; readonly key: string; readonly revision: Revision };

/**
 * Changes in order of revision. All changes of one commit are in one batch. After a batch with
 * `revision` R, no change at or below R follows: `revision` is at least that of the last change,
 * and a batch without changes only reports progress.
 */
export interface ChangeBatch {
  readonly revision: Revision;
  readonly changes: readonly Change[];
}

/** Options of `watch`. */
export interface WatchOptions {
  /**
   * Changes after this revision. One in the future is waited for: changes up to it are not
   * delivered.
   */
  readonly after: Revision;
  /**
   * Ends the watch: the iterable returns, and delivers no further batch. Required, since
   * `return()` cannot interrupt a parked iterator.
   */
  readonly signal: AbortSignal;
  /**
   * How many bytes of changes may wait for a slow consumer before the watch ends with
   * `SlowWatcherError`.
   * @default 64 MiB
   */
  readonly maxPendingBytes?: number;
  /**
   * Deliver a progress batch after this long without a change.
   * @default 0: only on `requestProgress`
   */
  readonly progressIntervalMs?: number;
}

/** State of a store. */
export interface StorageStatus {
  readonly revision: Revision;
  /** Reads and watches below it are refused; 0 without compaction. */
  readonly compactedRevision: number;
  /**
   * The size of the store (on disk, or in memory where it has no disk), above 0 where anything is
   * stored, and how much of it compaction could free.
   */
  readonly sizeBytes: number;
  readonly reclaimableBytes: number;
  /**
   * Why writes fail at the moment, if they do (disk full, read-only, no quorum); reads may still
   * work.
   */
  readonly writeFailure: string | undefined;
}

/** Limits of commits. */
export interface StorageLimits {
  readonly maxKeyBytes: number;
  readonly maxValueBytes: number;
  readonly maxWritesPerCommit: number;
  /** Keys and values of one commit together. */
  readonly maxCommitBytes: number;
}

/**
 * The contract of a store: ordered keys with byte values under one revision counter. The model is
 * etcd's, reduced to the needs of an API server. A store knows no objects: values are bytes, keys
 * are text. The suite `@svc/storage/conformance` checks what is said here.
 *
 * Revisions
 * - One counter serves the whole store. It starts at 1 in a new store (nothing is stored at 1);
 *   each successful commit takes the next number, regardless of its number of writes. It never
 *   decreases, also across restarts, and never names two different states.
 * - A read without a revision sees every commit that was acknowledged before the read began
 *   (linearizable).
 * - A read at revision R sees the state after commit R, until R is compacted. Below the compacted
 *   revision it is rejected with `CompactedError`, above the current one with
 *   `FutureRevisionError`. R equal to the compacted revision can be read.
 *
 * Keys
 * - Keys are non-empty text, ordered by Unicode code point (the order of their UTF-8 bytes), at
 *   most `maxKeyBytes` long.
 *
 * Durability
 * - A durable store acknowledges a commit only when its bytes would survive a power cut. Nothing
 *   acknowledged is lost and nothing uncommitted is ever served. A commit whose promise rejects may
 *   or may not have happened (`UnknownOutcomeError` says so); one that resolves with `ok: false`
 *   did not.
 *
 * Calls
 * - Arguments that mean nothing are rejected with `TypeError`: keys and bounds of ranges that are
 *   empty keys or not well-formed text, two writes of one key, an unknown `op`, a value that is no
 *   `Uint8Array`, a revision or a guard that is not a whole number from 1, a negative limit, a time
 *   to live below one second.
 * - A call whose signal is aborted before it begins rejects with the signal's reason and changes
 *   nothing.
 * - After `close`, calls and watches reject with `StorageClosedError`; closing again changes
 *   nothing.
 */
export interface Storage extends AsyncDisposable {
  /** Limits of one commit. Beyond them, `commit` rejects with `TooLargeError`. */
  readonly limits: StorageLimits;

  /**
   * The latest committed revision, linearizable. A store in this process may return a number
   * instead of a promise, so that a read from memory can be proved fresh without yielding. Such a
   * store delivers the changes of a commit to its watches before the commit resolves.
   */
  currentRevision(options?: { readonly signal?: AbortSignal }): Revision | Promise<Revision>;

  get(key: string, options?: ReadOptions): Promise<GetResult>;

  range(range: KeyRange, options?: RangeOptions): Promise<Page>;

  /**
   * All writes or none, under one new revision. Guards are checked against the state before the
   * commit, and each write has a different key.
   */
  commit(writes: readonly Write[], options?: { readonly signal?: AbortSignal }): Promise<CommitResult>;

  /**
   * Every change in the range with a revision above `after`: ordered, no gap, no repeat, no torn
   * commit.
   * @throws {CompactedError} when `after` lies below the compacted revision, or falls below it
   * before it was read
   * @throws {SlowWatcherError} when the consumer fell behind by more than `maxPendingBytes`
   */
  watch(range: KeyRange, options: WatchOptions): AsyncIterable<ChangeBatch>;

  /**
   * Requests that every open watch soon delivers a revision that is at least the current one. It
   * shows a reader that it is up to date when nothing in its range changes.
   */
  requestProgress(): void;

  /**
   * Drops superseded values below the revision: reads at it and above still work, those below are
   * rejected. Compacting at or below an earlier compaction changes nothing.
   * @throws {FutureRevisionError} above the current revision
   */
  compact(revision: Revision): Promise<void>;

  status(options?: { readonly signal?: AbortSignal }): Promise<StorageStatus>;

  /** The same as `await using`: ends watches, finishes commits under way, frees the store. */
  close(): Promise<void>;
}
