import { describe, expect, test } from "vitest";
import { follow } from "../conformance/follow.ts";
import { createRandom, type Random } from "../conformance/random.ts";
import { isStorageError } from "../errors.ts";
import type { Change, Revision, Write } from "../storage.ts";
import { checkEmbeddedStorage, type EmbeddedStorage, openEmbeddedStorage } from "./index.ts";
import { createSimulatedDisk, PowerFailure, type SimulatedDisk } from "./testing/simulated-disk.ts";

const dir = "/store";
const keys = Array.from({ length: 12 }, (_, i) => `/k/${i}`);

/** The requests to the store, and its responses. */
interface Ledger {
  /** Acknowledged writes by revision. */
  readonly acknowledged: Map<number, readonly Write[]>;
  /** Requested writes without a response: they may have happened. */
  readonly open: (readonly Write[])[];
  compactedRevision: number;
}

function open(disk: SimulatedDisk): Promise<EmbeddedStorage> {
  return openEmbeddedStorage({ dir, disk, compaction: false, segmentBytes: 6000, recentBytes: 2000 });
}

/** Writes from several writers until the power fails. */
async function work(storage: EmbeddedStorage, ledger: Ledger, random: Random): Promise<void> {
  let mark = 0;
  async function writer(_: unknown, number: number): Promise<void> {
    for (;;) {
      const picked = [...new Set(Array.from({ length: random.int(4) }, () => random.pick(keys)))];
      const writes = picked.map((key): Write => {
        if (random.chance(0.4)) return { op: "delete", key };
        return { op: "put", key, value: Buffer.from(`${key} ${mark++} `.repeat(random.int(30))) };
      });
      // By it a commit is known again, and always changes something.
      writes.push({ op: "put", key: `/w/${number}`, value: Buffer.from(`${random.int(1e9)}.${mark++}`) });
      const result = await storage.commit(writes).catch((error: unknown) => {
        ledger.open.push(writes);
        throw error;
      });
      if (!result.ok) throw new Error("a commit without guards lost");
      expect(ledger.acknowledged.has(result.revision)).toBe(false);
      ledger.acknowledged.set(result.revision, writes);
      if (random.chance(0.05)) {
        const revision = Math.max(1, storage.currentRevision() - random.int(20)) as Revision;
        ledger.compactedRevision = Math.max(ledger.compactedRevision, revision);
        await storage.compact(revision);
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: 5 }, writer));
  for (const end of ends) {
    const error = end.status === "rejected" ? end.reason : undefined;
    const expected =
      error instanceof PowerFailure ||
      isStorageError(error, "unknown-outcome") ||
      isStorageError(error, "write-failed");
    if (!expected) throw error;
  }
}

/**
 * Every acknowledged write exists, in order; all other writes were requested; none is incomplete.
 */
async function check(storage: EmbeddedStorage, ledger: Ledger): Promise<void> {
  const { compactedRevision } = await storage.status();
  expect(compactedRevision).toBeLessThanOrEqual(ledger.compactedRevision);
  const current = storage.currentRevision();
  expect(current).toBeGreaterThanOrEqual(Math.max(1, ...ledger.acknowledged.keys()));
  const after = Math.max(1, compactedRevision) as Revision;
  const follower = follow(storage, { after, patienceMs: 60_000 });
  await follower.reached(current);
  await follower.stop();
  const history = Map.groupBy(follower.changes(), (c) => c.revision as number);
  expect([...history.keys()]).toEqual(Array.from({ length: current - after }, (_, i) => after + 1 + i));
  for (const [revision, changes] of history) {
    const writes = ledger.acknowledged.get(revision);
    if (writes !== undefined) expectWrites(changes, writes);
    else {
      const index = ledger.open.findIndex((w) => matches(changes, w));
      expect(index, `no client requested revision ${revision}`).toBeGreaterThanOrEqual(0);
      // It happened after all.
      ledger.acknowledged.set(revision, ledger.open[index]!);
      ledger.open.splice(index, 1);
    }
  }
  await checkState(storage, ledger);
}

async function checkState(storage: EmbeddedStorage, ledger: Ledger): Promise<void> {
  const state = new Map<string, string>();
  for (const [revision, writes] of [...ledger.acknowledged].sort(([a], [b]) => a - b)) {
    for (const w of writes) {
      if (w.op === "put") state.set(w.key, `${Buffer.from(w.value)}@${revision}`);
      else state.delete(w.key);
    }
  }
  const { entries } = await storage.range({ prefix: "" });
  const found = entries.map((e): [string, string] => [e.key, `${Buffer.from(e.value)}@${e.revision}`]);
  expect(found).toEqual([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const textOf = (c: Change | Write): string => `${c.op} ${c.key} ${c.op === "put" ? Buffer.from(c.value) : ""}`;

/** Deletes of absent keys leave no change. */
function matches(changes: readonly Change[], writes: readonly Write[]): boolean {
  const reads = writes.map(textOf);
  const seen = changes.map(textOf);
  return seen.every((s) => reads.includes(s)) && writes.every((w) => w.op !== "put" || seen.includes(textOf(w)));
}

function expectWrites(changes: readonly Change[], writes: readonly Write[]): void {
  expect(matches(changes, writes), `${changes.map(textOf)} for ${writes.map(textOf)}`).toBe(true);
}

const seeds = Array.from({ length: Number(process.env["POWER_CUTS"] ?? 40) }, (_, i) => i + 1);

describe("after a power cut at any moment", () => {
  test.each(seeds)("everything acknowledged exists (seed %d)", async (seed) => {
    const random = createRandom(seed);
    const ledger: Ledger = { acknowledged: new Map(), open: [], compactedRevision: 0 };
    let disk = createSimulatedDisk();
    for (let life = 0; life < 4; life++) {
      disk.faults.operationsLeft = random.int(400);
      try {
        const storage = await open(disk);
        await check(storage, ledger);
        await work(storage, ledger, random);
      } catch (error) {
        if (!(error instanceof PowerFailure)) throw error;
      }
      disk = disk.powerCut(random);
      const names = [...disk.contents().keys()];
      if (names.includes(`${dir}/store.json`)) {
        const { damages } = await checkEmbeddedStorage({ dir, disk });
        expect(damages.filter((d) => d.kind === "value" || d.kind === "gap" || d.kind === "head")).toEqual([]);
      }
    }
    const storage = await open(disk);
    await check(storage, ledger);
    await storage[Symbol.asyncDispose]();
  });
});
