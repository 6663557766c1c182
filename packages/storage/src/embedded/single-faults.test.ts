import { createManualClock } from "@svc/base";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { committed, put } from "../conformance/steps.ts";
import { isStorageError } from "../errors.ts";
import { findFrame, headerBytes } from "./format.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "./index.ts";
import { createSimulatedDisk, type SimulatedDisk } from "./testing/simulated-disk.ts";
import { createSimulatedFile } from "./testing/simulated-file.ts";

/*
 * Every fault of a single file of a closed store. Afterwards the store either fails to open with an
 * error that names the fault, or it answers correctly: each key has its value and revision, or is
 * reported as damaged. A missing key, or another value, fails the test.
 */

const dir = "/store";
type Files = ReadonlyMap<string, Buffer>;

function open(disk: SimulatedDisk): Promise<EmbeddedStorage> {
  const clock = createManualClock();
  return openEmbeddedStorage({ dir, disk, clock, compaction: false, segmentBytes: 2500, recentBytes: 0 });
}

const copyOf = (disk: SimulatedDisk): Files =>
  new Map([...disk.contents()].map(([path, bytes]) => [path, Buffer.from(bytes)]));

function diskOf(files: Files): SimulatedDisk {
  return createSimulatedDisk(new Map([...files].map(([path, bytes]) => [path, createSimulatedFile(bytes)])));
}

interface Stage {
  readonly files: Files;
  /** `value@revision` by key. */
  readonly state: ReadonlyMap<string, string>;
}

async function stateOf(storage: EmbeddedStorage): Promise<Map<string, string>> {
  const { entries } = await storage.range({ prefix: "" });
  return new Map(entries.map((e) => [e.key, `${Buffer.from(e.value)}@${e.revision}`]));
}

/** Runs a life of the store that ends cleanly. */
async function live(files: Files, life: (storage: EmbeddedStorage) => Promise<void>): Promise<Stage> {
  const disk = diskOf(files);
  const storage = await open(disk);
  await life(storage);
  const state = await stateOf(storage);
  await storage[Symbol.asyncDispose]();
  return { files: copyOf(disk), state };
}

const writing =
  (from: number, to: number) =>
  async (storage: EmbeddedStorage): Promise<void> => {
    for (let i = from; i < to; i++) {
      await committed(storage, put(`/k/${i % 11}`, `${i} `.repeat(i % 7 === 0 ? 120 : 20)));
      if (i % 5 === 4) await committed(storage, { op: "delete", key: `/k/${(i + 3) % 11}` });
    }
  };

/** `refused`, `right`, or `told` where keys are reported as damaged. */
async function outcomeOf(files: Files, { state }: Stage, prepare?: (disk: SimulatedDisk) => void): Promise<string> {
  const disk = diskOf(files);
  prepare?.(disk);
  let storage: EmbeddedStorage;
  try {
    storage = await open(disk);
  } catch (error) {
    if (!(error instanceof Error) || error.message.length < 10) throw error;
    const known = isStorageError(error, "corrupt") || isStorageError(error, "incompatible") || "code" in error;
    return known ? "refused" : `refused for no reason of its own: ${error.message}`;
  }
  try {
    const damaged = new Map<string, number | undefined>();
    const { entries } = await storage.range(
      { prefix: "" },
      { onCorrupt: ({ key = "", revision }) => damaged.set(key, revision) },
    );
    const found = new Map(entries.map((e) => [e.key, `${Buffer.from(e.value)}@${e.revision}`]));
    for (const [key, value] of state) {
      const isReported = damaged.get(key) === Number(value.slice(value.lastIndexOf("@") + 1));
      if (found.get(key) !== value && !isReported) return `wrong: ${key} is ${found.get(key)} instead of ${value}`;
    }
    if (found.size + damaged.size !== state.size) return "wrong: there are keys that were not";
    await heal(storage, [...damaged.keys()]);
    return damaged.size > 0 ? "told" : "right";
  } finally {
    await storage[Symbol.asyncDispose]();
  }
}

/** Writing a damaged key heals it, and so does deleting it. */
async function heal(storage: EmbeddedStorage, keys: readonly string[]): Promise<void> {
  for (const [i, key] of keys.entries())
    await committed(storage, i % 2 === 0 ? put(key, "healed") : { op: "delete", key });
  const state = await stateOf(storage);
  for (const [i, key] of keys.entries()) expect(state.has(key)).toBe(i % 2 === 0);
}

const isNamed = (name: RegExp) => (path: string) => name.test(path);

describe("a single fault of a closed store", () => {
  let earlier: Stage;
  let latest: Stage;
  let merged: Stage;
  let other: Stage;

  beforeAll(async () => {
    earlier = await live(new Map(), writing(0, 40));
    latest = await live(earlier.files, writing(40, 60));
    merged = await live(latest.files, async (storage) => {
      await storage.compact(storage.currentRevision());
      await vi.waitFor(async () => expect((await storage.status()).reclaimableBytes).toBeLessThan(4000));
    });
    other = await live(new Map(), writing(0, 60));
  });

  const stages = (): readonly Stage[] => [latest, merged];

  /** Applies each fault to each file, and counts the outcomes by name of file. */
  async function walk(faults: (bytes: Buffer, path: string) => Iterable<Buffer | undefined>): Promise<Set<string>> {
    const outcomes = new Set<string>();
    for (const stage of stages()) {
      for (const [path, bytes] of stage.files) {
        let fault = 0;
        for (const damaged of faults(bytes, path)) {
          const files = new Map(stage.files);
          if (damaged === undefined) files.delete(path);
          else files.set(path, damaged);
          const outcome = await outcomeOf(files, stage);
          expect(outcome, `${path}, fault ${fault++}`).toMatch(/^(right|told|refused)$/);
          outcomes.add(`${path.split(".").at(-1)} ${outcome}`);
        }
      }
    }
    return outcomes;
  }

  test("without a fault there is no problem", async () => {
    for (const stage of stages()) expect(await outcomeOf(stage.files, stage)).toBe("right");
    expect([...latest.files.keys()].filter(isNamed(/\.log$/)).length).toBeGreaterThan(3);
    expect([...merged.files.keys()].filter(isNamed(/[1-9]\.log$/)).length).toBeGreaterThan(0);
  });

  test("a file is missing", async () => {
    const outcomes = await walk(() => [undefined]);
    expect([...outcomes].sort()).toEqual(["idx right", "json refused", "log refused"]);
  });

  test("the last segment is missing with its heads, also when it is the only one", async () => {
    for (const stage of [...stages(), await live(new Map(), writing(0, 3))]) {
      const last =
        [...stage.files.keys()]
          .filter(isNamed(/\.log$/))
          .sort()
          .at(-1)
          ?.slice(0, -4) ?? "";
      const files = new Map([...stage.files].filter(([path]) => !path.startsWith(last)));
      expect(await outcomeOf(files, stage)).toBe("refused");
    }
  });

  test("the last segment of a store that crashed is missing", async () => {
    const disk = diskOf(latest.files);
    const storage = await open(disk);
    await writing(60, 80)(storage);
    const crashed = { files: copyOf(disk), state: await stateOf(storage) };
    await storage[Symbol.asyncDispose]();
    expect(await outcomeOf(crashed.files, crashed)).toBe("right");
    const last =
      [...crashed.files.keys()]
        .filter(isNamed(/\.log$/))
        .sort()
        .at(-1)
        ?.slice(0, -4) ?? "";
    expect(latest.files.has(`${last}.log`)).toBe(false);
    const files = new Map([...crashed.files].filter(([path]) => !path.startsWith(last)));
    expect(await outcomeOf(files, crashed)).toBe("refused");
  });

  test("the last segment is an older copy, with its heads", async () => {
    const later = await live(latest.files, (storage) => writing(60, 61)(storage));
    const files = new Map(latest.files).set(`${dir}/store.json`, later.files.get(`${dir}/store.json`)!);
    expect([...files.keys()].sort()).toEqual([...later.files.keys()].sort());
    expect(await outcomeOf(files, later)).toBe("refused");
  });

  test("a file is cut off at a record's border, or inside", async () => {
    const outcomes = await walk(function* (bytes) {
      for (let length = 0; length < headerBytes; length += 16) yield bytes.subarray(0, length);
      for (let at = findFrame(bytes, 0); at >= 0; at = findFrame(bytes, at + 1))
        for (const length of [at, at + 20, at + 70]) yield bytes.subarray(0, length);
      yield bytes.subarray(0, -1);
    });
    expect(outcomes).toContain("log told");
  });

  test("a bit is flipped anywhere", async () => {
    const outcomes = await walk(function* (bytes) {
      for (let at = 0; at < bytes.length; at += at < headerBytes ? 3 : 19) yield flipped(bytes, at, at % 8);
    });
    expect(outcomes).toContain("log told");
    expect(outcomes).toContain("log right");
  });

  test("a part holds zeros", async () => {
    const outcomes = await walk(function* (bytes) {
      for (let from = 0; from < bytes.length; from += 512)
        yield Buffer.from(bytes).fill(0, from, Math.min(from + 512, bytes.length));
      yield Buffer.alloc(bytes.length);
    });
    expect(outcomes).toContain("log told");
  });

  test("a part occurs twice", async () => {
    await walk(function* (bytes) {
      yield Buffer.concat([bytes, bytes]);
      const half = bytes.length >> 1;
      yield Buffer.concat([bytes.subarray(0, half), bytes.subarray(half >> 1)]);
      yield Buffer.concat([bytes.subarray(0, headerBytes), bytes]);
    });
  });

  test("an older copy is among newer files, or a file of another store", async () => {
    for (const source of [earlier, latest, other]) {
      await walk(function* (bytes, path) {
        const copy = source.files.get(path);
        if (copy !== undefined && !copy.equals(bytes)) yield copy;
      });
    }
  });

  test("an older copy of a whole segment is among newer files", async () => {
    for (const name of new Set([...earlier.files.keys()].map((path) => path.replace(/\.\w+$/, "")))) {
      const files = new Map(latest.files);
      for (const [path, bytes] of earlier.files) if (path.startsWith(name)) files.set(path, bytes);
      if (name.endsWith("/store")) continue;
      expect(await outcomeOf(files, latest), name).toMatch(/^(right|told|refused)$/);
    }
  });

  test("a file has the name of another, or is there twice", async () => {
    for (const stage of stages()) {
      const paths = [...stage.files.keys()];
      for (const from of paths) {
        for (const to of [...paths.filter((p) => p !== from), `${dir}/0000000099-0000000099.0.log`, `${from}.tmp`]) {
          const files = new Map(stage.files).set(to, stage.files.get(from)!);
          expect(await outcomeOf(files, stage), `${from} as ${to}`).toMatch(/^(right|told|refused)$/);
        }
      }
    }
  });

  test("a file may not be read", async () => {
    for (const stage of stages()) {
      for (const path of stage.files.keys()) {
        const outcome = await outcomeOf(stage.files, stage, (disk) => disk.faults.forbidden.add(path));
        expect(outcome, path).toBe("refused");
      }
    }
  });
});

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1 << bit;
  return copy;
}

test("after a crash, a damaged byte in the last group removes that group, and is logged", async () => {
  const disk = diskOf(new Map());
  const storage = await open(disk);
  await writing(0, 3)(storage);
  const files = copyOf(disk);
  await storage[Symbol.asyncDispose]();
  const [path = "", segment = Buffer.alloc(0)] = [...files].find(([name]) => name.endsWith(".log")) ?? [];
  const written = segment.subarray(0, segment.findLastIndex((byte) => byte !== 0) + 1);
  const damaged = Buffer.from(written);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  const warn = vi.fn();
  const log = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const options = {
    dir,
    clock: createManualClock(),
    compaction: false,
    segmentBytes: 2500,
    recentBytes: 0,
    log,
  } as const;
  await using reopened = await openEmbeddedStorage({ ...options, disk: diskOf(new Map([...files, [path, damaged]])) });
  expect([...(await stateOf(reopened)).keys()]).toEqual(["/k/0", "/k/1"]);
  expect(warn).toHaveBeenCalledWith(
    "the last commits were cut off, or damaged since, and are removed",
    expect.objectContaining({ after: 3, legibleRevisions: "4" }),
  );
});
