import { createManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../memory/index.ts";
import type { ChangeBatch, Revision, Storage } from "../storage.ts";
import { type Law, runStorageCase, storageCases } from "./index.ts";

type Mutation = (storage: Storage) => Partial<Storage>;

/**
 * A store that is correct except for one defect; each must be caught by a case of the law that it
 * breaks.
 */
const mutants: Readonly<Record<string, { readonly law: Law; readonly mutate: Mutation }>> = {
  "a gap: a watch leaves out a change": {
    law: "reliable",
    mutate: watching(async function* (batches) {
      let n = 0;
      for await (const batch of batches) {
        n += batch.changes.length;
        if (batch.changes.length === 0 || n < 15) yield batch;
        else n = 0;
      }
    }),
  },
  "a repeat: a watch tells a change twice": {
    law: "unique",
    mutate: watching(async function* (batches) {
      for await (const batch of batches) {
        yield batch;
        if (batch.changes.length > 0) yield batch;
      }
    }),
  },
  "two commits under one revision": {
    law: "monotonic",
    mutate: (storage) => {
      let last: number | undefined;
      return {
        commit: async (writes) => {
          const result = await storage.commit(writes);
          if (!result.ok || writes.length === 0) return result;
          last = last === undefined ? result.revision : undefined;
          return { ok: true, revision: (last ?? result.revision - 1) as Revision };
        },
      };
    },
  },
  "progress before the changes that it covers": {
    law: "bookmarkable",
    mutate: watching(async function* (batches, storage) {
      for await (const batch of batches) {
        if (batch.changes.length > 0) yield { revision: await storage.currentRevision(), changes: [] };
        yield batch;
      }
    }),
  },
  "no progress": {
    law: "bookmarkable",
    mutate: (storage) => ({
      requestProgress: () => undefined,
      watch: (range, options) => storage.watch(range, { ...options, progressIntervalMs: 0 }),
    }),
  },
  "a torn commit: a watch tells it in two batches": {
    law: "atomic",
    mutate: watching(async function* (batches) {
      for await (const { revision, changes } of batches) {
        if (changes.length > 1) yield { revision: (revision - 1) as Revision, changes: changes.slice(0, 1) };
        yield { revision, changes: changes.slice(changes.length > 1 ? 1 : 0) };
      }
    }),
  },
  "changes out of order": {
    law: "ordered",
    mutate: watching(async function* (batches) {
      let held: ChangeBatch | undefined;
      for await (const batch of batches) {
        if (held === undefined && batch.changes.length > 0) {
          held = batch;
          continue;
        }
        yield { revision: batch.revision, changes: [...batch.changes, ...(held?.changes ?? [])] };
        held = undefined;
      }
    }),
  },
  "a watch that begins one change late": {
    law: "resumable",
    mutate: (storage) => ({
      watch: (range, options) => storage.watch(range, { ...options, after: (options.after + 1) as Revision }),
    }),
  },
  "guards that are not checked": {
    law: "serializable",
    mutate: (storage) => ({
      commit: (writes) => storage.commit(writes.map((w) => (w.op === "check" ? w : { ...w, guard: "any" }))),
    }),
  },
  "guards checked on a state that others change meanwhile": {
    law: "serializable",
    mutate: (storage) => ({
      commit: async (writes) => {
        for (const [index, { key, guard = "any" }] of writes.entries()) {
          const { entry: current } = key === "" ? { entry: undefined } : await storage.get(key);
          const holds = guard === "any" || guard === (current?.revision ?? "absent");
          if (!holds) return { ok: false, index, current };
        }
        return storage.commit(writes.map((w) => (w.op === "check" ? w : { ...w, guard: "any" })));
      },
    }),
  },
  "a commit write by write": {
    law: "serializable",
    mutate: (storage) => ({
      commit: async (writes) => {
        let result = await storage.commit([]);
        for (const write of writes) result = await storage.commit([write]);
        return result;
      },
    }),
  },
  "reads that lag behind": {
    law: "consistent",
    mutate: (storage) => ({
      get: async (key, options) => {
        const now = await storage.currentRevision();
        const revision =
          options?.revision ?? (Math.max(1, now - 1, (await storage.status()).compactedRevision) as Revision);
        return storage.get(key, { ...options, revision });
      },
    }),
  },
  "reads of the past that see the present": {
    law: "consistent",
    mutate: (storage) => ({ get: (key) => storage.get(key) }),
  },
  "ranges that stop early": {
    law: "consistent",
    mutate: (storage) => ({
      range: async (range, options) => {
        const page = await storage.range(range, options);
        return page.entries.length > 1000 ? { ...page, entries: page.entries.slice(0, 1000) } : page;
      },
    }),
  },
  "compaction that removes nothing": {
    law: "compactable",
    mutate: () => ({ compact: async () => undefined }),
  },
  "compaction that takes one revision too many": {
    law: "compactable",
    mutate: (storage) => ({
      compact: async (revision) => {
        const current = await storage.currentRevision();
        await storage.compact(Math.min(current, revision + 1) as Revision);
        if (revision > current) await storage.compact(revision);
      },
    }),
  },
  "a slow watcher that is told nothing of what it missed": {
    law: "bounded",
    mutate: (storage) => ({
      watch: (range, options) => storage.watch(range, { ...options, maxPendingBytes: Number.POSITIVE_INFINITY }),
    }),
  },
  "keys that expire at once": {
    law: "expiring",
    mutate: (storage) => ({
      commit: async (writes) => {
        const result = await storage.commit(writes);
        for (const w of writes)
          if (w.op === "put" && w.ttlSeconds) await storage.commit([{ op: "delete", key: w.key }]);
        return result;
      },
    }),
  },
  "keys that expire early": {
    law: "expiring",
    mutate: (storage) => ({
      commit: (writes) =>
        storage.commit(
          writes.map((w) =>
            w.op === "put" && w.ttlSeconds ? { ...w, ttlSeconds: Math.ceil((w.ttlSeconds * 2) / 3) } : w,
          ),
        ),
    }),
  },
  "a store that answers after it was closed": {
    law: "bounded",
    mutate: () => ({ close: async () => undefined }),
  },
  "a watch that ends a turn after its signal": {
    law: "bounded",
    mutate: (storage) => ({
      watch: (range, options) => {
        const late = new AbortController();
        if (options.signal.aborted) late.abort();
        options.signal.addEventListener("abort", () => setImmediate(() => late.abort()));
        return storage.watch(range, { ...options, signal: late.signal });
      },
    }),
  },
  "keys that never expire": {
    law: "expiring",
    mutate: (storage) => ({
      commit: (writes) =>
        storage.commit(
          writes.map((w) => {
            if (w.op !== "put" || !w.ttlSeconds) return w;
            const { ttlSeconds: _, ...forever } = w;
            return forever;
          }),
        ),
    }),
  },
  "limits that are not kept": {
    law: "bounded",
    mutate: (storage) => ({
      limits: {
        ...storage.limits,
        maxKeyBytes: 1024,
        maxValueBytes: 1024,
        maxWritesPerCommit: 10,
        maxCommitBytes: 4096,
      },
    }),
  },
};

function watching(
  change: (batches: AsyncIterable<ChangeBatch>, storage: Storage) => AsyncIterable<ChangeBatch>,
): Mutation {
  return (storage) => ({ watch: (range, options) => change(storage.watch(range, options), storage) });
}

async function brokenLaws(mutate: Mutation, patienceMs: number): Promise<ReadonlySet<Law>> {
  const broken = new Set<Law>();
  for (const storageCase of storageCases) {
    const failure = await runStorageCase(storageCase, {
      patienceMs,
      open: async () => {
        const clock = createManualClock();
        const storage = createMemoryStorage({ clock });
        return {
          storage: { ...storage, ...mutate(storage) },
          passTime: async (ms) => {
            clock.advance(ms);
            await new Promise((resolve) => setImmediate(resolve));
          },
          close: () => storage[Symbol.asyncDispose](),
        };
      },
    });
    if (failure !== undefined) broken.add(storageCase.law);
  }
  return broken;
}

describe("the conformance suite catches", () => {
  test.each(Object.entries(mutants))("%s", async (_name, { law, mutate }) => {
    expect(await brokenLaws(mutate, 50)).toContain(law);
  });
});

test("the store without a mutation passes", async () => {
  expect(await brokenLaws(() => ({}), 5000)).toEqual(new Set());
});
