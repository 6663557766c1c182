import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "../../conformance/follow.ts";
import { createRandom, type Random } from "../../conformance/random.ts";
import type { Revision } from "../../storage.ts";
import { checkEmbeddedStorage, openEmbeddedStorage } from "../index.ts";
import {
  type Acknowledgement,
  counterKey,
  counterValue,
  countOf,
  decodeAcknowledgements,
  flickerKey,
  writers,
} from "./crash-protocol.ts";
import { damageTail, type TailDamage } from "./damage-tail.ts";

export interface CrashOptions {
  readonly seed: number;
  /** The number of times that a process is killed. */
  readonly rounds: number;
  /** Upper bound of a process's lifetime after it is ready, in milliseconds. */
  readonly maxLifeMs: number;
  readonly onRound?: (summary: RoundSummary) => void;
}

export interface RoundSummary {
  readonly round: number;
  readonly acknowledged: number;
  readonly revision: number;
  readonly damage: TailDamage;
}

const segmentBytes = 256 * 1024;
const patienceMs = 20_000;

/**
 * Kills processes that write to one store, again and again, and checks each time that nothing
 * acknowledged is missing.
 */
export async function runCrashes({ seed, rounds, maxLifeMs, onRound }: CrashOptions): Promise<void> {
  const random = createRandom(seed);
  const parent = await mkdtemp(join(tmpdir(), "svc-crash-"));
  const dir = join(parent, "store");
  const acknowledgements = join(parent, "acknowledgements");
  let lastRevision = 1;
  try {
    for (let round = 1; round <= rounds; round++) {
      await writeFile(acknowledgements, "");
      await liveAndDie([dir, String(segmentBytes), acknowledgements], random.int(maxLifeMs));
      const acknowledged = decodeAcknowledgements(await readFile(acknowledgements, "utf8"));
      const damage = random.pick(["none", "torn", "zeroed", "garbled"] as const);
      const newest = Math.max(lastRevision, ...acknowledged.map((a) => a.revision));
      await damageTail(dir, { acknowledged: newest, damage, random });
      lastRevision = await checkStore(dir, { acknowledged, newest, random });
      onRound?.({ round, acknowledged: acknowledged.length, revision: lastRevision, damage });
    }
  } catch (error) {
    throw new Error(`seed ${seed}, in ${dir}: ${String(error)}`, { cause: error });
  }
  await rm(parent, { recursive: true });
}

/** Runs one process and kills it. */
async function liveAndDie(args: readonly string[], lifeMs: number): Promise<void> {
  const program = fileURLToPath(new URL("crash-writer.ts", import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => {
    complaints += text;
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("close", (_, signal) => resolve(signal)));
  const ready = new Promise<void>((resolve) => {
    child.stdout.once("data", () => resolve());
  });
  await Promise.race([ready, ended]);
  const timer = setTimeout(() => child.kill("SIGKILL"), lifeMs);
  const signal = await ended;
  clearTimeout(timer);
  assert.equal(signal, "SIGKILL", `the process ended by itself: ${complaints}`);
}

interface Expected {
  readonly acknowledged: readonly Acknowledgement[];
  /** The newest revision known to be durable. */
  readonly newest: number;
  readonly random: Random;
}

async function checkStore(dir: string, { acknowledged, newest, random }: Expected): Promise<number> {
  const storage = await openEmbeddedStorage({ dir, compaction: false, segmentBytes });
  const current = storage.currentRevision();
  assert.ok(current >= newest, `revision ${current} after ${newest} was acknowledged`);
  const counts = new Map(acknowledged.map((a) => [a.writer, a.count]));
  for (let writer = 0; writer < writers; writer++) {
    const { entry } = await storage.get(counterKey(writer));
    const count = entry === undefined ? 0 : countOf(entry.value);
    // One more write may have been in progress.
    const known = counts.get(writer);
    assert.ok(known === undefined || count === known || count === known + 1, `${writer}: ${count} after ${known}`);
    if (entry !== undefined) assert.ok(counterValue(writer, count).equals(entry.value), `${writer}: a foreign value`);
    const flicker = (await storage.get(flickerKey(writer))).entry;
    const reads = count % 3 === 0 ? undefined : String(count);
    assert.equal(flicker && Buffer.from(flicker.value).toString(), reads, `${writer}: half a commit`);
  }
  await checkWatch(storage, { acknowledged, current, random });
  const added = await storage.commit([{ op: "put", key: "/after", value: Buffer.from(String(current)) }]);
  assert.ok(added.ok && added.revision === current + 1);
  await storage[Symbol.asyncDispose]();
  const { damages } = await checkEmbeddedStorage({ dir });
  assert.deepEqual(damages, []);
  return current + 1;
}

/**
 * A watch resumed after any retained revision delivers everything acknowledged since, without
 * omitting a revision.
 */
async function checkWatch(
  storage: Awaited<ReturnType<typeof openEmbeddedStorage>>,
  { acknowledged, current, random }: Pick<Expected, "acknowledged" | "random"> & { readonly current: number },
): Promise<void> {
  const { compactedRevision } = await storage.status();
  const oldest = Math.max(1, compactedRevision);
  const after = (oldest + random.int(current - oldest + 1)) as Revision;
  const follower = follow(storage, { after, patienceMs });
  await follower.reached(current);
  await follower.stop();
  const revisions = [...new Set(follower.changes().map((c) => c.revision as number))];
  assert.deepEqual(
    revisions,
    Array.from({ length: current - after }, (_, i) => after + 1 + i),
  );
  const received = new Map(
    follower.changes().flatMap((c) => (c.op === "put" ? [[`${c.key}@${c.revision}`, c.value]] : [])),
  );
  for (const { writer, count, revision } of acknowledged) {
    if (revision <= after) continue;
    const value = received.get(`${counterKey(writer)}@${revision}`);
    assert.ok(value !== undefined && counterValue(writer, count).equals(value), `revision ${revision} is missing`);
  }
}
