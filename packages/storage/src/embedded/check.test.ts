import { createManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { committed, got, put, rejectsWith } from "../conformance/steps.ts";
import {
  checkEmbeddedStorage,
  type EmbeddedStorage,
  type EmbeddedStorageOptions,
  openEmbeddedStorage,
} from "./index.ts";
import { createSimulatedDisk, type SimulatedDisk } from "./testing/simulated-disk.ts";

const dir = "/store";
const victim = "THE VICTIM'S VALUE";

function open(disk: SimulatedDisk, options: Partial<EmbeddedStorageOptions> = {}): Promise<EmbeddedStorage> {
  const clock = createManualClock();
  return openEmbeddedStorage({ dir, disk, clock, compaction: false, segmentBytes: 4000, recentBytes: 0, ...options });
}

/** A store of several segments that was closed, with a victim in its first. */
async function damagedStore(damage: (disk: SimulatedDisk) => void): Promise<SimulatedDisk> {
  const disk = createSimulatedDisk();
  const storage = await open(disk);
  await committed(storage, put("/before", "1"));
  await committed(storage, put("/victim", victim));
  for (let i = 0; i < 40; i++) await committed(storage, put(`/after/${i}`, "x".repeat(300)));
  await storage[Symbol.asyncDispose]();
  damage(disk);
  return disk;
}

/** Flips a bit at an offset from the text, in files with these name endings. */
function flip(
  disk: SimulatedDisk,
  { text, offset = 0, files }: { text: string; offset?: number; files: RegExp },
): void {
  let flipped = 0;
  for (const [path, bytes] of disk.contents()) {
    const at = files.test(path) ? bytes.indexOf(text) : -1;
    if (at < 0) continue;
    bytes[at + offset]! ^= 1;
    flipped++;
  }
  expect(flipped).toBeGreaterThan(0);
}

const summary = async (disk: SimulatedDisk): Promise<unknown> =>
  (await checkEmbeddedStorage({ dir, disk })).damages.map(({ position: _, ...damage }) => damage);

describe("reports of damage", () => {
  test("of an intact store: none", async () => {
    const disk = await damagedStore(() => undefined);
    const report = await checkEmbeddedStorage({ dir, disk });
    expect(report).toMatchObject({ records: 42, damages: [], unusedBytes: 0 });
    expect(report.segments).toBeGreaterThan(3);
  });

  test("in a value: its key is named, and everything else is served", async () => {
    const disk = await damagedStore((d) => flip(d, { text: victim, files: /log$/ }));
    expect(await summary(disk)).toEqual([{ kind: "value", segment: 1, key: "/victim", revision: 3 }]);
    await using storage = await open(disk);
    await rejectsWith("corrupt", storage.get("/victim"));
    await rejectsWith("corrupt", storage.range({ prefix: "" }));
    const corrupt: unknown[] = [];
    const page = await storage.range({ prefix: "" }, { onCorrupt: (error) => corrupt.push(error.key) });
    expect(corrupt).toEqual(["/victim"]);
    expect(page.entries).toHaveLength(41);
    await rejectsWith("corrupt", storage.backup({ file: "/backup" }));
    expect(await storage.backup({ file: "/backup", skipDamaged: true })).toMatchObject({
      entries: 41,
      damaged: ["/victim"],
    });
    // Writing it again heals it.
    const revision = await committed(storage, put("/victim", "whole"));
    expect(await got(storage, "/victim")).toBe(`/victim=whole@${revision}`);
  });

  test("in a head with an intact copy: no loss", async () => {
    const disk = await damagedStore((d) => flip(d, { text: "/victim", files: /1\.0\.log$/ }));
    expect(await summary(disk)).toEqual([{ kind: "head", segment: 1, keys: ["/victim"], revision: 3 }]);
    await using storage = await open(disk);
    expect(await got(storage, "/victim")).toBe(`/victim=${victim}@3`);
  });

  test("in the copy of a head: no loss", async () => {
    const disk = await damagedStore((d) => flip(d, { text: "/victim", files: /1\.0\.idx$/ }));
    expect(await summary(disk)).toEqual([{ kind: "heads", segment: 1 }]);
    await using storage = await open(disk);
    expect(await got(storage, "/victim")).toBe(`/victim=${victim}@3`);
  });

  test("in a head and its copy: the store opens only with `acceptLostCommits`", async () => {
    const disk = await damagedStore((d) => flip(d, { text: "/victim", files: /1\.0\.(log|idx)$/ }));
    expect(await summary(disk)).toMatchObject([
      { kind: "heads", segment: 1 },
      { kind: "gap", segment: 1 },
    ]);
    await expect(open(disk)).rejects.toThrow(/revision 3 to 3 in segment 1 .* cannot be read/);
    await using storage = await open(disk, { acceptLostCommits: true });
    expect(await got(storage, "/victim")).toBe("nothing");
    expect((await storage.range({ prefix: "" })).entries).toHaveLength(41);
    expect(storage.currentRevision()).toBe(43);
  });

  test("the header of a segment: the next start restores it", async () => {
    const disk = await damagedStore((d) => flip(d, { text: "SVCLOG", files: /1\.0\.log$/ }));
    expect(await summary(disk)).toEqual([{ kind: "header", segment: 1 }]);
    const storage = await open(disk);
    expect(await got(storage, "/victim")).toBe(`/victim=${victim}@3`);
    await storage[Symbol.asyncDispose]();
    expect(await summary(disk)).toEqual([]);
  });

  test("a segment that is missing", async () => {
    const disk = await damagedStore((d) => void d.remove(`${dir}/0000000002-0000000002.0.log`));
    await new Promise((resolve) => setImmediate(resolve));
    await rejectsWith("corrupt", checkEmbeddedStorage({ dir, disk }));
    await expect(open(disk)).rejects.toThrow(/segment 2 is missing/);
  });

  test("no store, an open one, one of a newer version", async () => {
    await rejectsWith("incompatible", checkEmbeddedStorage({ dir, disk: createSimulatedDisk() }));
    const disk = createSimulatedDisk();
    const storage = await open(disk);
    await rejectsWith("locked", checkEmbeddedStorage({ dir, disk }));
    await storage[Symbol.asyncDispose]();
    const bytes = disk.contents().get(`${dir}/store.json`)!;
    bytes.write("9", bytes.indexOf('"version":') + 10);
    await rejectsWith("incompatible", checkEmbeddedStorage({ dir, disk }));
    await rejectsWith("incompatible", open(disk));
  });
});
