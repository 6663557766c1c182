import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Law, runStorageCase, type StorageUnderTest, storageCases, testStorage } from "../conformance/index.ts";
import { committed, put } from "../conformance/steps.ts";
import { openEtcdStorage } from "./index.ts";
import { type EtcdServers, etcdVersion, findEtcd, startEtcd } from "./testing/etcd-server.ts";
import { hasOrderedProgress } from "./version.ts";

const program = findEtcd();
if (program === undefined) console.log("no etcd: its tests are skipped; put it on the path, or name it in SVC_ETCD");

// Where a marker reports progress, it uses revisions: cases that count revisions cannot hold there.
const countsRevisions = /: (compact-a-deleted-key|random-operations-\d+)$/;
const usesMarker = program !== undefined && !hasOrderedProgress(etcdVersion(program));
if (usesMarker)
  console.log(`etcd ${etcdVersion(program)} needs a marker for progress: cases that count revisions are skipped`);

// More than any case goes back, so that no case reads revisions that the previous one compacted.
const revisionsApart = 40;

describe.skipIf(program === undefined)("etcd storage", () => {
  let servers: EtcdServers;
  let stores = 0;
  beforeAll(async () => {
    servers = await startEtcd({ program: program!, arguments: ["--unsafe-no-fsync"] });
  });
  afterAll(() => servers.stop());

  async function open(options: { readonly trustProgress?: boolean } = {}): Promise<StorageUnderTest> {
    const { endpoints } = servers;
    await using aside = await openEtcdStorage({ endpoints, prefix: "/aside/" });
    for (let i = 0; i < revisionsApart; i++) await committed(aside, put("a", `${i}`));
    const prefix = `/store-${stores++}/`;
    let storage = await openEtcdStorage({ endpoints, prefix, ...options });
    return {
      storage,
      reopen: async () => {
        await storage[Symbol.asyncDispose]();
        storage = await openEtcdStorage({ endpoints, prefix, ...options });
        return storage;
      },
      // Its clock is not ours.
      passTime: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 100))),
      close: () => storage[Symbol.asyncDispose](),
    };
  }

  testStorage({
    test: (name, body) => test.skipIf(usesMarker && countsRevisions.test(name))(name, body),
    patienceMs: 60_000,
    open,
  });

  test("history is read as fast as it is consumed, with any queue limit", async () => {
    const underTest = await open();
    const { storage } = underTest;
    const after = await storage.currentRevision();
    const value = new Uint8Array(100_000);
    // More than the windows of a stream hold.
    for (let i = 0; i < 100; i++) await committed(storage, { op: "put", key: `k${i}`, value });
    const observed: string[] = [];
    const signal = AbortSignal.timeout(60_000);
    for await (const { changes } of storage.watch({ prefix: "" }, { after, signal, maxPendingBytes: 200_000 })) {
      observed.push(...changes.map((c) => c.key));
      if (observed.length === 100) break;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(observed).toEqual(Array.from({ length: 100 }, (_, i) => `k${i}`));
    await underTest.close();
  });

  // The marker uses revisions that the random operations don't expect.
  const watchLaws: readonly Law[] = ["ordered", "unique", "atomic", "reliable", "resumable", "bookmarkable"];
  test.each(storageCases.filter((c) => watchLaws.includes(c.law)))("by a marker: $law: $name", async (storageCase) => {
    const failure = await runStorageCase(storageCase, {
      open: () => open({ trustProgress: false }),
      patienceMs: 60_000,
    });
    if (failure !== undefined) throw failure;
  });
});
