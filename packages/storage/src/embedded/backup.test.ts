import { createManualClock, type ManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { follow } from "../conformance/follow.ts";
import { committed, line, put, rejectsWith, remove } from "../conformance/steps.ts";
import type { Revision } from "../storage.ts";
import { checkEmbeddedStorage, type EmbeddedStorage, openEmbeddedStorage, restoreEmbeddedStorage } from "./index.ts";
import { createSimulatedDisk, type SimulatedDisk } from "./testing/simulated-disk.ts";

const dir = "/store";
const file = "/backups/monday";
const target = "/restored";

function open(
  disk: SimulatedDisk,
  { at = dir, clock = createManualClock() }: { at?: string; clock?: ManualClock } = {},
) {
  return openEmbeddedStorage({ dir: at, disk, clock, compaction: false, segmentBytes: 6000, recentBytes: 2000 });
}

async function lines(storage: EmbeddedStorage, revision?: number): Promise<readonly string[]> {
  const { entries } = await storage.range(
    { prefix: "" },
    revision === undefined ? {} : { revision: revision as Revision },
  );
  return entries.map(line);
}

async function fill(storage: EmbeddedStorage): Promise<void> {
  for (let i = 0; i < 60; i++) await committed(storage, put(`/k/${i % 20}`, `${i} `.repeat(i * 3)), put(`/l/${i}`, ""));
  await committed(storage, remove("/k/3"), remove("/l/4"));
}

describe("backup and restore", () => {
  test("of a store that is written to concurrently: the state of one revision", async () => {
    const disk = createSimulatedDisk();
    await using storage = await open(disk);
    await fill(storage);
    let writing = true;
    const writer = (async () => {
      for (let i = 0; writing; i++) await committed(storage, put(`/k/${i % 20}`, "later"), put(`/new/${i}`, ""));
    })();
    const compacting = storage.currentRevision();
    const backup = storage.backup({ file });
    await storage.compact(compacting);
    const { revision, entries, damaged } = await backup;
    writing = false;
    await writer;
    expect(damaged).toEqual([]);
    const want = await lines(storage, revision);
    expect(entries).toBe(want.length);
    const restored = await restoreEmbeddedStorage({ file, dir: target, disk });
    expect(restored).toEqual({ revision: revision + 1_000_000_000, entries });
    await using again = await open(disk, { at: target });
    expect(await lines(again)).toEqual(want);
    expect(again.currentRevision()).toBe(restored.revision);
  });

  test("a reader with a revision from before the restore has to restart", async () => {
    const disk = createSimulatedDisk();
    await using storage = await open(disk);
    await fill(storage);
    const { revision } = await storage.backup({ file });
    const seen = await committed(storage, put("/k/1", "after the backup"));
    await restoreEmbeddedStorage({ file, dir: target, disk });
    await using again = await open(disk, { at: target });
    for (const after of [revision as Revision, seen]) {
      await rejectsWith("compacted", again.get("/k/1", { revision: after }));
      const follower = follow(again, { after, patienceMs: 5000 });
      await rejectsWith(
        "compacted",
        follower.ended().then((error) => Promise.reject(error)),
      );
    }
    expect(await committed(again, put("/k/1", "anew"))).toBe(revision + 1_000_000_001);
  });

  test("a store that moves keeps its revision", async () => {
    const disk = createSimulatedDisk();
    await using storage = await open(disk);
    await fill(storage);
    const { revision } = await storage.backup({ file });
    await restoreEmbeddedStorage({ file, dir: target, disk, advanceRevisionBy: 0 });
    await using again = await open(disk, { at: target });
    expect(again.currentRevision()).toBe(revision);
    expect((await checkEmbeddedStorage({ dir: target, disk }).catch((e: Error) => e.name)) as unknown).toBe(
      "LockedError",
    );
  });

  test("keys expire when they would have", async () => {
    const disk = createSimulatedDisk();
    const clock = createManualClock();
    await using storage = await open(disk, { clock });
    await committed(storage, { op: "put", key: "t", value: Buffer.from("x"), ttlSeconds: 60 }, put("a", ""));
    await storage.backup({ file });
    await restoreEmbeddedStorage({ file, dir: target, disk });
    await using again = await open(disk, { at: target, clock });
    const follower = follow(again, { after: again.currentRevision(), patienceMs: 5000 });
    clock.advance(59_000);
    expect(await lines(again)).toHaveLength(2);
    clock.advance(2000);
    await follower.reached(again.currentRevision() + 1);
    await follower.stop();
    expect((await again.range({ prefix: "" })).entries.map((e) => e.key)).toEqual(["a"]);
  });

  test("a failed backup leaves an older one untouched", async () => {
    const disk = createSimulatedDisk();
    await using storage = await open(disk);
    await fill(storage);
    const { entries } = await storage.backup({ file });
    await committed(storage, put("/more", "x"));
    disk.faults.failures = 1;
    await expect(storage.backup({ file })).rejects.toThrow(/EIO/);
    expect((await restoreEmbeddedStorage({ file, dir: target, disk })).entries).toBe(entries);
    expect([...disk.contents().keys()].filter((path) => path.startsWith("/backups/"))).toEqual([file]);
  });

  test("an incomplete backup, or one that would overwrite a file, is rejected", async () => {
    const disk = createSimulatedDisk();
    await using storage = await open(disk);
    await fill(storage);
    await storage.backup({ file });
    await rejectsWith("incompatible", restoreEmbeddedStorage({ file, dir, disk }));
    await rejectsWith("incompatible", restoreEmbeddedStorage({ file: `${dir}/store.json`, dir: target, disk }));
    const bytes = disk.contents().get(file)!;
    bytes[bytes.length >> 1]! ^= 1;
    await rejectsWith("corrupt", restoreEmbeddedStorage({ file, dir: target, disk }));
    // An unfinished restore is not opened as a store.
    await rejectsWith("incompatible", open(disk, { at: target }));
  });
});
