import { createManualClock, type ManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { createRandom } from "../conformance/random.ts";
import { committed, got, put, rejectsWith } from "../conformance/steps.ts";
import { isStorageError } from "../errors.ts";
import { checkEmbeddedStorage, type EmbeddedStorage, openEmbeddedStorage } from "./index.ts";
import { createSimulatedDisk, type Faults, type SimulatedDisk } from "./testing/simulated-disk.ts";

const dir = "/store";
const healthy: Partial<Faults> = { capacity: Number.POSITIVE_INFINITY, readOnly: false, failures: 0 };

function open(disk: SimulatedDisk, clock: ManualClock): Promise<EmbeddedStorage> {
  return openEmbeddedStorage({ dir, disk, clock, compaction: false, segmentBytes: 6000, recentBytes: 2000 });
}

/** Lets the store try again, until it has found out that it can write. */
async function recovered(storage: EmbeddedStorage, clock: ManualClock): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await storage.status()).writeFailure === undefined) return;
    clock.advance(1000);
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the store does not recover");
}

const faults: readonly (readonly [string, Partial<Faults>, RegExp])[] = [
  ["is full", { capacity: 0 }, /ENOSPC/],
  ["is read-only", { readOnly: true }, /EROFS/],
  ["fails to write", { failures: Number.POSITIVE_INFINITY }, /EIO/],
];

describe.each(faults)("a disk that %s", (_, broken, reason) => {
  test("fails writes clearly, serves reads, and is found to work again without a restart", async () => {
    const disk = createSimulatedDisk();
    const clock = createManualClock();
    const storage = await open(disk, clock);
    const before = await committed(storage, put("a", "1"));
    Object.assign(disk.faults, broken);
    for (let i = 0; i < 5; i++) {
      const failure = await storage.commit([put("a", "x".repeat(2000)), put(`b${i}`, "2")]).catch((e: unknown) => e);
      expect(isStorageError(failure, "write-failed") || isStorageError(failure, "unknown-outcome")).toBe(true);
    }
    expect((await storage.status()).writeFailure).toMatch(reason);
    expect(await got(storage, "a")).toBe(`a=1@${before}`);
    expect(storage.currentRevision()).toBe(before);
    Object.assign(disk.faults, healthy);
    await recovered(storage, clock);
    const after = await committed(storage, put("a", "3", before));
    expect(after).toBe(before + 1);
    await storage[Symbol.asyncDispose]();
    expect((await checkEmbeddedStorage({ dir, disk })).damages).toEqual([]);
    const again = await open(disk, clock);
    expect(again.currentRevision()).toBe(after);
    expect((await again.range({ prefix: "" })).entries.map((e) => e.key)).toEqual(["a"]);
    await again[Symbol.asyncDispose]();
  });
});

test("a disk that fills up during concurrent writes: rejected writes leave no trace", async () => {
  const disk = createSimulatedDisk();
  const clock = createManualClock();
  const storage = await open(disk, clock);
  disk.faults.capacity = 200_000;
  let refused = 0;
  await Promise.all(
    Array.from({ length: 16 }, async (_, w) => {
      for (let i = 0; ; i++) {
        const result = await storage
          .commit([put(`/${w}/${i}`, "x".repeat(500), "absent")])
          .catch((error: unknown) => error);
        if (!isStorageError(result)) continue;
        expect(result.code).toBe("write-failed");
        refused++;
        return;
      }
    }),
  );
  expect(refused).toBe(16);
  const { entries } = await storage.range({ prefix: "" });
  Object.assign(disk.faults, healthy);
  await recovered(storage, clock);
  expect((await storage.range({ prefix: "" })).entries).toEqual(entries);
  const revision = await committed(storage, put("end", ""));
  expect(revision).toBe(entries.length + 2);
  await storage[Symbol.asyncDispose]();
  const again = await open(disk, clock);
  expect(again.currentRevision()).toBe(revision);
  expect((await again.range({ prefix: "" })).entries).toHaveLength(entries.length + 1);
  await again[Symbol.asyncDispose]();
});

const seeds = Array.from({ length: Number(process.env["DISK_FAULTS"] ?? 30) }, (_, i) => i + 1);

test.each(seeds)("transient faults lose no acknowledged and keep no rejected write (seed %d)", async (seed) => {
  const random = createRandom(seed);
  const disk = createSimulatedDisk();
  const clock = createManualClock();
  let storage = await open(disk, clock);
  /** The outcome of each write, by its unique key. */
  const outcomes = new Map<string, "there" | "refused" | "unknown">();
  let next = 0;
  for (let round = 0; round < 12; round++) {
    const fault = random.pick([healthy, healthy, { failures: 1 + random.int(3) }, { readOnly: true }, { capacity: 0 }]);
    Object.assign(disk.faults, healthy, fault);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let i = 0; i < 5; i++) {
          const key = `/k${next++}`;
          const failure = await storage.commit([put(key, "x".repeat(random.int(900)))]).then(
            () => undefined,
            (error: unknown) => error,
          );
          if (failure === undefined) outcomes.set(key, "there");
          else if (isStorageError(failure, "write-failed")) outcomes.set(key, "refused");
          else if (isStorageError(failure, "unknown-outcome")) outcomes.set(key, "unknown");
          else throw failure;
        }
      }),
    );
    Object.assign(disk.faults, healthy);
    await recovered(storage, clock);
    if (random.chance(0.3)) {
      await storage[Symbol.asyncDispose]();
      storage = await open(disk, clock);
    }
  }
  await storage[Symbol.asyncDispose]();
  storage = await open(disk, clock);
  const { entries } = await storage.range({ prefix: "" });
  const found = new Set(entries.map((e) => e.key));
  for (const [key, outcome] of outcomes) {
    if (outcome !== "unknown") expect(`${key} ${found.has(key)}`).toBe(`${key} ${outcome === "there"}`);
  }
  await storage[Symbol.asyncDispose]();
});

test("opening a store on a full disk fails with an error", async () => {
  const disk = createSimulatedDisk();
  disk.faults.capacity = 0;
  await expect(open(disk, createManualClock())).rejects.toThrow(/ENOSPC/);
  disk.faults.capacity = Number.POSITIVE_INFINITY;
  const storage = await open(disk, createManualClock());
  await rejectsWith("locked", open(disk, createManualClock()));
  await storage[Symbol.asyncDispose]();
});
