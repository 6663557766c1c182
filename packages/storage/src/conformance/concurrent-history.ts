import assert from "node:assert/strict";
import { aNumber, checkArgument, optionsOf, withMethods } from "@svc/base/check";
import type { Change, CommitResult, GetResult, Revision, Storage, Write } from "../storage.ts";
import { follow } from "./follow.ts";
import { createRandom, type Random } from "./random.ts";
import { bytes, line } from "./steps.ts";
import type { CaseContext } from "./storage-case.ts";

/** One call: the request, the response, and a revision that was reached before it began. */
type Call =
  | {
      readonly kind: "commit";
      readonly writes: readonly Write[];
      readonly result: CommitResult;
      readonly floor: number;
    }
  | { readonly kind: "get"; readonly key: string; readonly result: GetResult; readonly floor: number };

/** Options of `runConcurrentHistory`. */
export interface ConcurrentHistoryOptions {
  readonly seed: number;
  readonly clients: number;
  readonly stepsPerClient: number;
}

const keys = ["a", "b", "c", "d"];

const concurrentHistoryOptions = optionsOf<ConcurrentHistoryOptions>({
  seed: aNumber,
  clients: aNumber,
  stepsPerClient: aNumber,
});

const expectedContext = withMethods("a CaseContext of @svc/storage", "passTime", "close");

/**
 * Runs clients concurrently, then checks that the commits, in order of their revisions, are a
 * history that explains every response and agrees with real time: strict serializability. A watch
 * over everything yields the changes of each revision.
 * @throws {TypeError} for a wrong argument
 */
export async function runConcurrentHistory(context: CaseContext, options: ConcurrentHistoryOptions): Promise<void> {
  checkArgument("runConcurrentHistory: context", context, expectedContext);
  checkArgument("runConcurrentHistory: options", options, concurrentHistoryOptions);
  const { storage, patienceMs } = context;
  const { seed, clients, stepsPerClient } = options;
  const start = await storage.currentRevision();
  const follower = follow(storage, { after: start, patienceMs });
  const calls: Call[] = [];
  const reached = { revision: start as number };
  await Promise.all(
    Array.from({ length: clients }, async (_, i) => {
      const random = createRandom(seed * 1000 + i);
      for (let n = 0; n < stepsPerClient; n++) calls.push(await call(storage, { random, reached, mark: `${i}.${n}` }));
    }),
  );
  await follower.reached(await storage.currentRevision());
  await follower.stop();
  try {
    check(calls, { start, changes: follower.changes() });
  } catch (error) {
    throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
  }
}

async function call(
  storage: Storage,
  { random, reached, mark }: { readonly random: Random; readonly reached: { revision: number }; readonly mark: string },
): Promise<Call> {
  const key = random.pick(keys);
  const floor = reached.revision;
  const found = await storage.get(key);
  if (random.chance(0.3)) {
    reached.revision = Math.max(reached.revision, found.revision);
    return { kind: "get", key, result: found, floor };
  }
  const guard = found.entry?.revision ?? "absent";
  const other = random.pick(keys.filter((k) => k !== key));
  const writes: Write[] = [
    random.chance(0.8) ? { op: "put", key, value: bytes(mark), guard } : { op: "delete", key, guard },
    ...(random.chance(0.3) ? [{ op: "put", key: other, value: bytes(mark) } as const] : []),
  ];
  const commitFloor = reached.revision;
  const result = await storage.commit(writes);
  if (result.ok) reached.revision = Math.max(reached.revision, result.revision);
  return { kind: "commit", writes, result, floor: commitFloor };
}

function check(
  calls: readonly Call[],
  { start, changes }: { readonly start: Revision; readonly changes: readonly Change[] },
): void {
  const writers = new Map<number, readonly Write[]>();
  for (const c of calls) {
    if (c.kind !== "commit" || !c.result.ok || !c.writes.some(changesSomething)) continue;
    assert.ok(!writers.has(c.result.revision), `revision ${c.result.revision} names two commits`);
    writers.set(c.result.revision, c.writes);
    assert.ok(c.result.revision > c.floor, `a commit took revision ${c.result.revision} after ${c.floor} was known`);
  }
  const versions = new Map<string, Change[]>(keys.map((k) => [k, []]));
  for (const change of changes) {
    assert.ok(writers.has(change.revision), `no client wrote revision ${change.revision}`);
    versions.get(change.key)!.push(change);
  }
  const at = (key: string, revision: number): Change | undefined => {
    const version = versions.get(key)!.findLast((c) => c.revision <= revision);
    return version?.op === "put" ? version : undefined;
  };
  for (const [revision, writes] of writers) {
    for (const { key, guard } of writes) {
      const before = at(key, revision - 1)?.revision ?? "absent";
      assert.ok(guard === undefined || guard === before, `${key}@${revision}: guard ${guard}, but found ${before}`);
    }
  }
  for (const c of calls) {
    if (c.kind === "get") {
      const seen = at(c.key, c.result.revision);
      assert.equal(line(c.result.entry), seen?.op === "put" ? line(seen) : "nothing", `get ${c.key}`);
      assert.ok(c.result.revision >= c.floor, `a read at ${c.result.revision} after ${c.floor} was known`);
    } else if (!c.result.ok) {
      const { key, guard } = c.writes[c.result.index]!;
      const found = c.result.current;
      assert.notEqual(found?.revision ?? "absent", guard, `${key}: lost although the guard held`);
      const real = found === undefined || versions.get(key)!.some((v) => v.op === "put" && line(v) === line(found));
      assert.ok(real, `${key}: lost to ${line(found)}, which never existed`);
    }
  }
  assert.ok(changes.every((c) => c.revision > start));
}

/** Deletes of these clients name the revision that they delete, or that the key is absent. */
function changesSomething(write: Write): boolean {
  return write.op === "put" || (write.op === "delete" && write.guard !== "absent");
}
