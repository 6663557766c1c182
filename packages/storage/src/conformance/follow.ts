import assert from "node:assert/strict";
import type { Change, ChangeBatch, KeyRange, Revision, Storage } from "../storage.ts";

/** A watch whose batches are collected, each checked against the laws of watches on arrival. */
export interface Follower {
  readonly batches: readonly ChangeBatch[];
  changes(): readonly Change[];
  /** Resolves when a batch reports this revision or a later one. */
  reached(revision: number): Promise<void>;
  /** Resolves with the error that ended the watch, or undefined where it returned. */
  ended(): Promise<unknown>;
  stop(): Promise<void>;
}

interface FollowOptions extends Partial<KeyRange> {
  readonly after: Revision;
  readonly patienceMs: number;
  readonly progressIntervalMs?: number;
}

/** Opens a watch and checks its batches. */
export function follow(storage: Storage, options: FollowOptions): Follower {
  const { after, patienceMs, progressIntervalMs = 0, prefix = "", start, end } = options;
  const controller = new AbortController();
  const batches: ChangeBatch[] = [];
  const waiters = new Set<() => void>();
  const range = { prefix, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
  const wake = (): void => {
    for (const waiter of waiters) waiter();
  };

  async function read(): Promise<unknown> {
    try {
      for await (const batch of storage.watch(range, { after, signal: controller.signal, progressIntervalMs })) {
        checkBatch(batch, { after, previous: batches.at(-1) });
        batches.push(batch);
        wake();
      }
      return undefined;
    } catch (error) {
      return error;
    }
  }

  const over = read().finally(wake);
  let failed: { readonly with: unknown } | undefined;
  void over.then((error) => {
    failed = { with: error };
    wake();
  });

  async function reached(revision: number): Promise<void> {
    const there = (): boolean => (batches.at(-1)?.revision ?? 0) >= revision;
    await patiently(patienceMs, `a watch that reaches revision ${revision}`, (done) => {
      const look = (): void => {
        if (there()) done();
        else if (failed !== undefined) done(failed.with ?? new Error("the watch ended"));
      };
      waiters.add(look);
      storage.requestProgress();
      look();
      return () => waiters.delete(look);
    });
  }

  return {
    batches,
    changes: () => batches.flatMap((b) => b.changes),
    reached,
    ended: () => within(patienceMs, "the end of the watch", over),
    async stop() {
      controller.abort();
      const error = await within(patienceMs, "the end of the watch", over);
      if (error !== undefined) throw error;
    },
  };
}

/** Checks a batch by itself and against the previous one. */
function checkBatch(
  batch: ChangeBatch,
  { after, previous }: { readonly after: number; readonly previous: ChangeBatch | undefined },
): void {
  assert.ok(batch.revision >= (previous?.revision ?? 0), "bookmarkable: the revision of batches goes back");
  let last = Math.max(after, previous?.revision ?? 0);
  let commit = 0;
  for (const { key, revision } of batch.changes) {
    assert.ok(revision > last, `unique: ${key} at ${revision} came again, or too late, after ${last}`);
    assert.ok(revision >= commit, `ordered: revision ${revision} came after ${commit}`);
    commit = revision;
  }
  last = commit;
  assert.ok(batch.revision >= last, `bookmarkable: a batch of revision ${batch.revision} holds a change of ${last}`);
}

/** Waits for a callback, at most so long. */
function patiently(
  patienceMs: number,
  what: string,
  start: (done: (error?: unknown) => void) => () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let stop: () => void = () => undefined;
  const timer = setTimeout(
    () => reject(new Error(`timed out after ${patienceMs} ms, waiting for ${what}`)),
    patienceMs,
  );
  stop = start((error) => (error === undefined ? resolve() : reject(error)));
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

async function within<T>(patienceMs: number, what: string, operation: Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await patiently(patienceMs, what, (done) => {
    operation.then(
      (value) => {
        result = { value };
        done();
      },
      (error: unknown) => done(error ?? new Error("failed")),
    );
    return () => undefined;
  });
  return result!.value;
}
