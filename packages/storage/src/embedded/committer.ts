import { OverloadedError, UnknownOutcomeError, WriteFailedError } from "../errors.ts";
import { type CollatingKey, collatingKey } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { guardHolds } from "../write-checks.ts";
import { type CommitWaiter, createAcknowledger } from "./acknowledger.ts";
import { createFrameBatch, type FrameBatch, type FrameWrite, frameBound } from "./frame-batch.ts";
import type { Appended, Log } from "./log.ts";
import { nextTurn } from "./range-scan.ts";

/** A write of a commit, with its collating key. */
export type Effect = FrameWrite & { readonly collating: CollatingKey };

/**
 * The durable result of a flush: commits and compactions in order, and the position of their batch.
 */
export interface Flushed extends Appended {
  readonly items: readonly FlushedItem[];
}

/** A commit or a compaction that is durable. */
export type FlushedItem = FlushedCommit | FlushedCompaction;

/** A durable commit. */
export interface FlushedCommit {
  readonly kind: "commit";
  readonly revision: Revision;
  readonly writes: readonly Effect[];
  /** Offset in the batch of the first value's checksum. */
  readonly valuesAt: number;
}

interface FlushedCompaction {
  readonly kind: "compact";
  readonly revision: Revision;
}

/** The state that reads see. Everything in it is durable. */
interface VisibleState {
  currentRevision(): Revision;
  /** Returns the revision of the key's newest entry; 0 for none. */
  newestRevision(key: CollatingKey): number;
  readEntry(key: CollatingKey): Promise<Entry | undefined>;
  /** Makes the content of a flush visible, in order. */
  apply(flushed: Flushed): void;
}

interface CommitterDeps {
  readonly log: Log;
  readonly nowMs: () => number;
  readonly visible: VisibleState;
  /** Runs a callback after all watchers have received the applied changes. */
  readonly afterWatchers: (callback: () => void) => void;
  /** Called after a failed flush, once all commits that depended on it are rejected. */
  readonly onFailure: () => void;
  /** Most bytes of commits that may wait for the disk. */
  readonly maxPendingBytes: number;
}

/**
 * Groups commits into flushes. While one flush is written, the next one collects commits. Guards
 * are checked immediately, against the visible state and the commits in flight; the result waits
 * until everything that it depends on is durable.
 */
interface Committer {
  commit(writes: readonly Write[]): Promise<CommitResult>;
  compact(revision: Revision): Promise<void>;
  /** Resolves when no commit is pending. */
  idle(): Promise<void>;
}

/** Commits and compactions that are flushed together. */
interface FlushGroup {
  readonly number: number;
  readonly items: (CommitItem | FlushedCompaction)[];
  /** For each key, the last commit of the group that writes it. */
  readonly latest: Map<CollatingKey, CommitItem>;
  readonly batch: FrameBatch;
  /**
   * Resolved with the group: its own commits, commits that lost to one of them, and commits without
   * changes.
   */
  readonly waiters: CommitWaiter[];
}

interface CommitItem extends FlushedCommit {
  readonly group: FlushGroup;
}

/** A write whose guard did not hold. */
interface GuardFailure {
  readonly index: number;
  readonly key: CollatingKey;
  /** Revision that was found, 0 for none. */
  readonly found: number;
  /** The commit in flight that wrote the key last. */
  readonly pending: CommitItem | undefined;
  /** The group that the result depends on. */
  readonly after: FlushGroup | undefined;
}

const maxGroupBytes = 2 * 1024 * 1024;
const compactionBytes = 64;
// One batch is written while the other collects.
const maxPooledBatches = 2;

/** Creates the committer of one log. */
export function createCommitter(deps: CommitterDeps): Committer {
  return new GroupCommitter(deps);
}

class GroupCommitter implements Committer {
  readonly #deps: CommitterDeps;
  readonly #acknowledger: ReturnType<typeof createAcknowledger>;
  readonly #groups = createFifo<FlushGroup>();
  // Groups in flight and groups that still collect: none of their content is visible yet. Each
  // group has its own map and drops it at the end: V8 rehashes a long-lived map with many deletions
  // again and again, and the old tables keep their content alive in the old generation.
  readonly #unpublished: FlushGroup[] = [];
  readonly #batchPool: FrameBatch[] = [];
  readonly #idleWaiters: (() => void)[] = [];
  #lastRevision: Revision;
  #groupNumber = 0;
  #pendingBytes = 0;
  #running = false;

  constructor(deps: CommitterDeps) {
    const { visible } = deps;
    this.#deps = deps;
    this.#acknowledger = createAcknowledger(deps);
    this.#lastRevision = visible.currentRevision();
  }

  commit(writes: readonly Write[]): Promise<CommitResult> {
    const { visible } = this.#deps;
    // The last group that holds one of the keys: the result depends on it.
    let after: FlushGroup | undefined;
    let effects: Effect[] | undefined;
    for (let index = 0; index < writes.length; index++) {
      const write = writes[index]!;
      const key = collatingKey(write.key);
      const pending = this.#pendingCommit(key);
      const found = pending === undefined ? visible.newestRevision(key) : revisionOf(pending, key);
      if (pending !== undefined) after = laterGroup(after, pending.group);
      if (!guardHolds(write.guard, found)) return this.#guardFailed({ index, key, found, pending, after });
      const effect = this.#effectOf(write, { collating: key, found });
      if (effect === undefined) continue;
      if (effects === undefined) effects = [effect];
      else effects.push(effect);
    }
    if (effects !== undefined) return this.#enqueue(effects);
    if (after === undefined) return Promise.resolve({ ok: true, revision: visible.currentRevision() });
    return this.#resultAfter(after, () => ({ ok: true, revision: visible.currentRevision() }));
  }

  compact(revision: Revision): Promise<void> {
    return new Promise((resolve, reject) => {
      const group = this.#groupFor(compactionBytes);
      const { length } = group.batch;
      group.batch.compact(this.#lastRevision, revision);
      this.#pendingBytes += group.batch.length - length;
      group.items.push({ kind: "compact", revision });
      group.waiters.push({ succeed: resolve, fail: reject });
    });
  }

  async idle(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
    await this.#acknowledger.idle();
  }

  /**
   * Returns the group that takes the next item, after checking `maxPendingBytes`. A group that is
   * being flushed is no longer in `groups`.
   */
  #groupFor(bound: number): FlushGroup {
    if (this.#pendingBytes + bound > this.#deps.maxPendingBytes) {
      throw new OverloadedError("too many commits are pending");
    }
    let group = this.#groups.at(this.#groups.length - 1);
    if (group === undefined || group.batch.length >= maxGroupBytes) {
      const batch = this.#batchPool.pop() ?? createFrameBatch();
      group = { number: ++this.#groupNumber, items: [], latest: new Map(), waiters: [], batch };
      this.#groups.push(group);
      this.#unpublished.push(group);
    }
    if (!this.#running) {
      this.#running = true;
      setImmediate(() => this.#run());
    }
    return group;
  }

  /** Returns the last commit that writes the key and is not visible yet. */
  #pendingCommit(key: CollatingKey): CommitItem | undefined {
    for (let i = this.#unpublished.length - 1; i >= 0; i--) {
      const item = this.#unpublished[i]!.latest.get(key);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  #effectOf(
    write: Write,
    { collating, found }: { readonly collating: CollatingKey; readonly found: number },
  ): Effect | undefined {
    const { key } = write;
    if (write.op === "delete") return found === 0 ? undefined : { op: "delete", key, collating };
    if (write.op === "check") return undefined;
    const { value, ttlSeconds } = write;
    const expiresAt = ttlSeconds === undefined ? 0 : this.#deps.nowMs() + ttlSeconds * 1000;
    return { op: "put", key, collating, value, expiresAt };
  }

  async #guardFailed({ index, key, found, pending, after }: GuardFailure): Promise<CommitResult> {
    const { visible } = this.#deps;
    const answered = after === undefined ? undefined : this.#resultAfter(after, () => undefined);
    // Looked up now, although it is awaited later: the entry that a commit lost to must not change
    // until then.
    const current = pending !== undefined ? entryOf(pending, key) : found === 0 ? undefined : visible.readEntry(key);
    const [entry] = await Promise.all([current, answered]);
    return { ok: false, index, current: entry };
  }

  #resultAfter<T>(group: FlushGroup, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      group.waiters.push({ succeed: () => resolve(result()), fail: reject });
    });
  }

  #enqueue(writes: readonly Effect[]): Promise<CommitResult> {
    const group = this.#groupFor(frameBound(writes));
    const revision = ++(this.#lastRevision as number) as Revision;
    const { length } = group.batch;
    const item: CommitItem = {
      kind: "commit",
      group,
      revision,
      writes,
      valuesAt: group.batch.commit(revision, writes),
    };
    this.#pendingBytes += group.batch.length - length;
    for (const { collating } of writes) group.latest.set(collating, item);
    group.items.push(item);
    const { promise, resolve, reject } = Promise.withResolvers<CommitResult>();
    group.waiters.push(new CommittedWaiter(resolve, reject, revision));
    return promise;
  }

  /**
   * Flushes group after group. The next flush starts before the previous one is acknowledged if it
   * is of similar size; a small one waits for the commits that the acknowledged clients send next.
   */
  async #run(): Promise<void> {
    for (let flush = this.#startFlush(); flush !== undefined; ) {
      const { group } = flush;
      const flushed = await flush.flushed;
      if (flushed instanceof Error) {
        this.#fail(group, flushed);
        flush = this.#startFlush();
        continue;
      }
      const queued = this.#groups.at(0)?.items.length ?? 0;
      flush = queued >= group.items.length / 2 ? this.#startFlush() : undefined;
      this.#publish(group, flushed);
      if (flush !== undefined) continue;
      if (queued > 0) await nextTurn();
      flush = this.#startFlush();
    }
    this.#running = false;
    for (const done of this.#idleWaiters.splice(0)) done();
  }

  #startFlush(): { readonly group: FlushGroup; readonly flushed: Promise<Appended | Error> } | undefined {
    const { log } = this.#deps;
    const group = this.#groups.shift();
    return group === undefined ? undefined : { group, flushed: log.append(group.batch).catch(errorOf) };
  }

  #publish({ items, waiters, batch }: FlushGroup, appended: Appended): void {
    const { visible } = this.#deps;
    visible.apply({ items, ...appended });
    this.#unpublished.shift();
    items.length = 0;
    this.#recycle(batch);
    this.#acknowledger.acknowledge(waiters);
  }

  #recycle(batch: FrameBatch): void {
    this.#pendingBytes -= batch.length;
    batch.clear();
    if (this.#batchPool.length < maxPooledBatches) this.#batchPool.push(batch);
  }

  /**
   * Rejects the group and all groups after it: they were checked against a state that will never
   * exist. Revisions continue from the visible one.
   */
  #fail(group: FlushGroup, error: Error): void {
    const { visible } = this.#deps;
    const failed = [group];
    for (let next = this.#groups.shift(); next !== undefined; next = this.#groups.shift()) failed.push(next);
    this.#unpublished.length = 0;
    this.#lastRevision = visible.currentRevision();
    const definite =
      error instanceof UnknownOutcomeError
        ? new WriteFailedError("an earlier commit that this one depends on failed", { cause: error })
        : error;
    for (const { waiters, batch } of failed) {
      this.#recycle(batch);
      for (const w of waiters) w.fail(waiters === group.waiters ? error : definite);
    }
    this.#deps.onFailure();
  }
}

/** A class instead of two closures: one instance exists for each commit. */
class CommittedWaiter implements CommitWaiter {
  readonly #resolve: (result: CommitResult) => void;
  readonly fail: (error: Error) => void;
  readonly #revision: Revision;

  constructor(resolve: (result: CommitResult) => void, reject: (error: Error) => void, revision: Revision) {
    this.#resolve = resolve;
    this.fail = reject;
    this.#revision = revision;
  }

  succeed(): void {
    this.#resolve({ ok: true, revision: this.#revision });
  }
}

/** Returns the revision of the key's entry after the commit; 0 for a deletion. */
function revisionOf({ writes, revision }: CommitItem, key: CollatingKey): number {
  return writes.find((w) => w.collating === key)?.op === "put" ? revision : 0;
}

function entryOf({ writes, revision }: CommitItem, key: CollatingKey): Entry | undefined {
  const write = writes.find((w) => w.collating === key);
  return write?.op === "put" ? { key: write.key, value: write.value, revision } : undefined;
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function laterGroup(a: FlushGroup | undefined, b: FlushGroup): FlushGroup {
  return a === undefined || b.number > a.number ? b : a;
}
