import { OverloadedError, UnknownOutcomeError, WriteFailedError } from "../errors.ts";
import { type CollatingKey, collatingKey } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { guardHolds } from "../write-checks.ts";
import { type CommitWaiter, createAcknowledger } from "./acknowledger.ts";
import { createFrameBatch, type FrameBatch, type FrameWrite, frameBound } from "./frame-batch.ts";
import type { Appended, Log } from "./log.ts";
import { nextTurn } from "./range-scan.ts";

/** A write that a commit does, with the key as the index knows it. */
export type Effect = FrameWrite & { readonly collating: CollatingKey };

/** What a flush made durable: commits and compactions, in order, and where their batch stands. */
export interface Flushed extends Appended {
  readonly items: readonly FlushedItem[];
}

export type FlushedItem = FlushedCommit | FlushedCompaction;

export interface FlushedCommit {
  readonly kind: "commit";
  readonly revision: Revision;
  readonly writes: readonly Effect[];
  /** Where in the batch its first value's checksum stands. */
  readonly valuesAt: number;
}

interface FlushedCompaction {
  readonly kind: "compact";
  readonly revision: Revision;
}

interface CommitterDeps {
  readonly log: Log;
  readonly nowMs: () => number;
  /** The state that is visible: everything durable, and nothing else. */
  readonly currentRevision: () => Revision;
  readonly newestRevision: (key: CollatingKey) => number;
  readonly readEntry: (key: CollatingKey) => Promise<Entry | undefined>;
  /** Makes visible what a flush made durable, in order. */
  readonly apply: (flushed: Flushed) => void;
  /** Runs a callback once everybody who watches has seen what was applied. */
  readonly afterWatchers: (callback: () => void) => void;
  /** A flush failed, and what waited with it. */
  readonly onFailure: () => void;
  /** How many bytes of commits may wait for the disk. */
  readonly maxPendingBytes: number;
}

/**
 * Turns commits into flushes. While one flush is on its way, the next one gathers. Guards are
 * checked at once, against the visible state and whatever is on its way to it; the answer waits
 * until all that it depends on is durable.
 */
interface Committer {
  commit(writes: readonly Write[]): Promise<CommitResult>;
  compact(revision: Revision): Promise<void>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** What is flushed together. */
interface FlushGroup {
  readonly number: number;
  readonly items: (CommitItem | FlushedCompaction)[];
  /** By each key, the last of its commits that writes it. */
  readonly latest: Map<CollatingKey, CommitItem>;
  readonly batch: FrameBatch;
  /** All who are answered with it: by its items, or because they lost to one, or change nothing. */
  readonly waiters: CommitWaiter[];
}

interface CommitItem extends FlushedCommit {
  readonly group: FlushGroup;
}

/** A write whose guard failed. */
interface GuardFailure {
  readonly index: number;
  readonly key: CollatingKey;
  /** The revision that was found, 0 for none. */
  readonly found: number;
  /** The commit on its way to the disk that wrote the key last. */
  readonly pending: CommitItem | undefined;
  /** The flush that the answer depends on. */
  readonly after: FlushGroup | undefined;
}

const maxGroupBytes = 2 * 1024 * 1024;
const compactionBytes = 64;
// One on its way and one that gathers.
const maxPooledBatches = 2;

export function createCommitter(deps: CommitterDeps): Committer {
  const { log, currentRevision, newestRevision } = deps;
  const acknowledger = createAcknowledger(deps);
  const groups = createFifo<FlushGroup>();
  // Those, and before them the ones on their way to the disk: nothing of them is visible yet. Each
  // has a map of its own, which goes with it: V8 makes one that is written and deleted from all the
  // time anew again and again, and the old ones drag what they held into the old generation.
  const unpublished: FlushGroup[] = [];
  const batchPool: FrameBatch[] = [];
  const idleWaiters: (() => void)[] = [];
  let lastRevision = currentRevision();
  let groupNumber = 0;
  let pendingBytes = 0;
  let running = false;

  /** The group that an item joins. One that is being flushed is not in `groups` any more. */
  function groupFor(bound: number): FlushGroup {
    if (pendingBytes + bound > deps.maxPendingBytes) {
      throw new OverloadedError("too many commits wait for the disk");
    }
    let group = groups.at(groups.length - 1);
    if (group === undefined || group.batch.length >= maxGroupBytes) {
      const batch = batchPool.pop() ?? createFrameBatch();
      group = { number: ++groupNumber, items: [], latest: new Map(), waiters: [], batch };
      groups.push(group);
      unpublished.push(group);
    }
    if (!running) {
      running = true;
      setImmediate(run);
    }
    return group;
  }

  /** The last commit that writes the key and is not visible yet. */
  function pendingCommit(key: CollatingKey): CommitItem | undefined {
    for (let i = unpublished.length - 1; i >= 0; i--) {
      const item = unpublished[i]!.latest.get(key);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  function commit(writes: readonly Write[]): Promise<CommitResult> {
    // What the answer depends on: the last flush that holds one of the keys.
    let after: FlushGroup | undefined;
    let effects: Effect[] | undefined;
    for (let index = 0; index < writes.length; index++) {
      const write = writes[index]!;
      const key = collatingKey(write.key);
      const pending = pendingCommit(key);
      const found = pending === undefined ? newestRevision(key) : revisionOf(pending, key);
      if (pending !== undefined) after = laterGroup(after, pending.group);
      if (!guardHolds(write.guard, found)) return guardFailed({ index, key, found, pending, after });
      const effect = effectOf(write, { collating: key, found });
      if (effect === undefined) continue;
      if (effects === undefined) effects = [effect];
      else effects.push(effect);
    }
    if (effects !== undefined) return enqueue(effects);
    if (after === undefined) return Promise.resolve({ ok: true, revision: currentRevision() });
    return resultAfter(after, () => ({ ok: true, revision: currentRevision() }));
  }

  function effectOf(
    write: Write,
    { collating, found }: { readonly collating: CollatingKey; readonly found: number },
  ): Effect | undefined {
    const { key } = write;
    if (write.op === "delete") return found === 0 ? undefined : { op: "delete", key, collating };
    if (write.op === "check") return undefined;
    const { value, ttlSeconds } = write;
    const expiresAt = ttlSeconds === undefined ? 0 : deps.nowMs() + ttlSeconds * 1000;
    return { op: "put", key, collating, value, expiresAt };
  }

  async function guardFailed({ index, key, found, pending, after }: GuardFailure): Promise<CommitResult> {
    const answered = after === undefined ? undefined : resultAfter(after, () => undefined);
    // Looked up now, although it is read later: what a commit lost to must not change under it.
    const current = pending !== undefined ? entryOf(pending, key) : found === 0 ? undefined : deps.readEntry(key);
    const [entry] = await Promise.all([current, answered]);
    return { ok: false, index, current: entry };
  }

  function resultAfter<T>(group: FlushGroup, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      group.waiters.push({ succeed: () => resolve(result()), fail: reject });
    });
  }

  function enqueue(writes: readonly Effect[]): Promise<CommitResult> {
    const group = groupFor(frameBound(writes));
    const revision = ++(lastRevision as number) as Revision;
    const { length } = group.batch;
    const item: CommitItem = {
      kind: "commit",
      group,
      revision,
      writes,
      valuesAt: group.batch.commit(revision, writes),
    };
    pendingBytes += group.batch.length - length;
    for (const { collating } of writes) group.latest.set(collating, item);
    group.items.push(item);
    const { promise, resolve, reject } = Promise.withResolvers<CommitResult>();
    group.waiters.push(new CommittedWaiter(resolve, reject, revision));
    return promise;
  }

  /**
   * Writes group after group. The next one is on its way to the disk before the one before it is
   * told, if it is of a size with it; a small one waits for what the first of those who are told
   * bring.
   */
  async function run(): Promise<void> {
    for (let flush = startFlush(); flush !== undefined; ) {
      const { group } = flush;
      const flushed = await flush.flushed;
      if (flushed instanceof Error) {
        fail(group, flushed);
        flush = startFlush();
        continue;
      }
      const queued = groups.at(0)?.items.length ?? 0;
      flush = queued >= group.items.length / 2 ? startFlush() : undefined;
      publish(group, flushed);
      if (flush !== undefined) continue;
      if (queued > 0) await nextTurn();
      flush = startFlush();
    }
    running = false;
    for (const done of idleWaiters.splice(0)) done();
  }

  function startFlush(): { readonly group: FlushGroup; readonly flushed: Promise<Appended | Error> } | undefined {
    const group = groups.shift();
    return group === undefined ? undefined : { group, flushed: log.append(group.batch).catch(errorOf) };
  }

  function publish({ items, waiters, batch }: FlushGroup, appended: Appended): void {
    deps.apply({ items, ...appended });
    unpublished.shift();
    items.length = 0;
    recycle(batch);
    acknowledger.acknowledge(waiters);
  }

  function recycle(batch: FrameBatch): void {
    pendingBytes -= batch.length;
    batch.clear();
    if (batchPool.length < maxPooledBatches) batchPool.push(batch);
  }

  /**
   * Everything that waits was decided on a state that will not be: none of it happens, and
   * revisions begin anew.
   */
  function fail(group: FlushGroup, error: Error): void {
    const failed = [group];
    for (let next = groups.shift(); next !== undefined; next = groups.shift()) failed.push(next);
    unpublished.length = 0;
    lastRevision = currentRevision();
    const definite =
      error instanceof UnknownOutcomeError
        ? new WriteFailedError("a write failed that this one waited for", { cause: error })
        : error;
    for (const { waiters, batch } of failed) {
      recycle(batch);
      for (const w of waiters) w.fail(waiters === group.waiters ? error : definite);
    }
    deps.onFailure();
  }

  return {
    commit,
    compact: (revision) =>
      new Promise((resolve, reject) => {
        const group = groupFor(compactionBytes);
        const { length } = group.batch;
        group.batch.compact(lastRevision, revision);
        pendingBytes += group.batch.length - length;
        group.items.push({ kind: "compact", revision });
        group.waiters.push({ succeed: resolve, fail: reject });
      }),
    async idle() {
      if (running) await new Promise<void>((resolve) => idleWaiters.push(resolve));
      await acknowledger.idle();
    },
  };
}

/** A method instead of a closure for each: there is one of these for every commit. */
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

/** The revision of the key's entry, once the commit is visible; 0 for a deletion. */
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
