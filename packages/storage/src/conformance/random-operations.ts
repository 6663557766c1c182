import assert from "node:assert/strict";
import { aNumber, checkArgument, optionsOf, withMethods } from "@svc/base/check";
import type { Guard, KeyRange, Revision, Storage, Write } from "../storage.ts";
import { type Follower, follow } from "./follow.ts";
import { createModel, type Model } from "./model.ts";
import { createRandom, type Random } from "./random.ts";
import { bytes, changeLine, line, rejectsWith } from "./steps.ts";
import type { CaseContext } from "./storage-case.ts";

/** Options of `runRandomOperations`. */
export interface RandomOperationsOptions {
  /** The same seed produces the same operations. */
  readonly seed: number;
  readonly steps: number;
}

interface Run {
  readonly context: CaseContext;
  readonly random: Random;
  readonly model: Model;
  readonly followers: { readonly follower: Follower; readonly after: Revision; readonly prefix: string }[];
  storage: Storage;
}

const keys = ["/a/1", "/a/2", "/a/20", "/b/1", "/b/\u{10000}", "/b/\uffff", "c", "c\0"];
const prefixes = ["", "/", "/a/", "/a/2", "/b/", "c", "none"];

const randomOperationsOptions = optionsOf<RandomOperationsOptions>({
  seed: aNumber,
  steps: aNumber,
});

const expectedContext = withMethods("a CaseContext of @svc/storage", "passTime", "close");

/**
 * Runs random operations in sequence, and compares every response with the model's; at the end it
 * compares the events of each watch. A failure names the seed that repeats it.
 * @throws {TypeError} for a wrong argument
 */
export async function runRandomOperations(context: CaseContext, options: RandomOperationsOptions): Promise<void> {
  checkArgument("runRandomOperations: context", context, expectedContext);
  checkArgument("runRandomOperations: options", options, randomOperationsOptions);
  const { seed, steps } = options;
  const random = createRandom(seed);
  const model = createModel(await context.storage.currentRevision());
  const run: Run = { context, random, model, followers: [], storage: context.storage };
  const trail: string[] = [];
  try {
    for (let i = 0; i < steps; i++) trail.push(await step(run));
    await checkFollowers(run);
  } catch (error) {
    const last = trail.slice(-12).join("; ");
    throw new Error(`seed ${seed}, after ${trail.length} of ${steps} steps (… ${last}): ${String(error)}`, {
      cause: error,
    });
  }
}

async function step(run: Run): Promise<string> {
  const { random } = run;
  const kind = random.int(100);
  if (kind < 55) return commit(run);
  if (kind < 70) return get(run);
  if (kind < 85) return range(run);
  if (kind < 92) return watch(run);
  if (kind < 97 || run.context.reopen === undefined) return compact(run);
  return reopen(run);
}

async function commit({ random, model, storage }: Run): Promise<string> {
  const writes = [...new Set(Array.from({ length: 1 + random.int(3) }, () => random.pick(keys)))].map((key) =>
    write(key, { random, model }),
  );
  const text = writes.map((w) => `${w.op} ${w.key} ${w.guard ?? ""}`).join(", ");
  const want = model.verdict(writes);
  const result = await storage.commit(writes);
  assert.equal(result.ok, want.ok, text);
  if (result.ok && want.ok) {
    if (want.changes) {
      assert.ok(result.revision > model.revision, `${text}: revision ${result.revision} after ${model.revision}`);
      model.apply(writes, result.revision);
    } else assert.equal(result.revision, model.revision, text);
  } else if (!result.ok && !want.ok) {
    assert.equal(result.index, want.index, text);
    assert.equal(line(result.current), line(model.get(writes[want.index]!.key)), text);
  }
  return text;
}

function write(key: string, { random, model }: { readonly random: Random; readonly model: Model }): Write {
  const current = model.get(key)?.revision;
  const guards: readonly (Guard | undefined)[] = [
    undefined,
    "any",
    current ?? "absent",
    current ?? "absent",
    current === undefined ? model.revision : "absent",
  ];
  const guard = random.pick(guards);
  const guarded = guard === undefined ? {} : { guard };
  const op = random.pick(["put", "put", "put", "delete", "check"] as const);
  if (op === "put") return { op, key, value: bytes(`${random.int(1e6)}`.repeat(random.int(20))), ...guarded };
  return op === "delete" ? { op, key, ...guarded } : { op, key, guard: guard ?? "any" };
}

/** A revision to read at, and the expected result. */
function someRevision({ random, model }: Run): {
  readonly revision?: Revision;
  readonly refused?: "compacted" | "future-revision";
} {
  if (random.chance(0.3)) return {};
  const revision = Math.max(1, model.revision + 1 - random.int(12)) as Revision;
  if (revision > model.revision) return { revision, refused: "future-revision" };
  return revision < model.compactedRevision ? { revision, refused: "compacted" } : { revision };
}

async function get(run: Run): Promise<string> {
  const { random, model, storage } = run;
  const key = random.pick(keys);
  const { revision, refused } = someRevision(run);
  const text = `get ${key} at ${revision}`;
  const operation = storage.get(key, revision === undefined ? {} : { revision });
  if (refused !== undefined) await rejectsWith(refused, operation);
  else assert.equal(line((await operation).entry), line(model.get(key, revision)), text);
  return text;
}

async function range(run: Run): Promise<string> {
  const { random, model, storage } = run;
  const bounds: KeyRange = {
    prefix: random.pick(prefixes),
    ...(random.chance(0.3) ? { start: random.pick(keys) } : {}),
    ...(random.chance(0.3) ? { end: random.pick(keys) } : {}),
  };
  const { revision, refused } = someRevision(run);
  const limit = random.chance(0.5) ? random.int(6) : undefined;
  const text = `range ${JSON.stringify(bounds)} at ${revision} limit ${limit}`;
  const operation = storage.range(bounds, {
    count: true,
    ...(limit === undefined ? {} : { limit }),
    ...(revision === undefined ? {} : { revision }),
  });
  if (refused !== undefined) {
    await rejectsWith(refused, operation);
    return text;
  }
  const page = await operation;
  const all = model.range(bounds, revision);
  assert.deepEqual(page.entries.map(line), all.slice(0, limit).map(line), text);
  assert.equal(page.remaining, all.length - page.entries.length, text);
  assert.equal(page.more, page.remaining > 0, text);
  return text;
}

async function watch({ random, model, storage, followers, context }: Run): Promise<string> {
  const after = Math.max(1, model.compactedRevision, model.revision - random.int(20)) as Revision;
  const prefix = random.pick(prefixes);
  const follower = follow(storage, { prefix, after, patienceMs: context.patienceMs });
  followers.push({ follower, after, prefix });
  // Prevents a compaction from overtaking the read.
  await follower.reached(model.revision);
  if (followers.length > 8) await checkFollower(model, followers.shift()!);
  return `watch ${prefix} after ${after}`;
}

async function compact({ random, model, storage }: Run): Promise<string> {
  const revision = Math.max(1, model.revision - random.int(15)) as Revision;
  await storage.compact(revision);
  model.compact(revision);
  return `compact ${revision}`;
}

async function reopen(run: Run): Promise<string> {
  await checkFollowers(run);
  run.storage = await run.context.reopen!();
  assert.equal(await run.storage.currentRevision(), run.model.revision);
  return "reopen";
}

async function checkFollowers({ model, followers }: Run): Promise<void> {
  for (const watched of followers.splice(0)) await checkFollower(model, watched);
}

async function checkFollower(model: Model, { follower, after, prefix }: Run["followers"][number]): Promise<void> {
  await follower.reached(model.revision);
  await follower.stop();
  const want = model.changes.filter((c) => c.revision > after && c.key.startsWith(prefix));
  // The order within a commit has no meaning.
  assert.deepEqual(follower.changes().map(changeLine).toSorted(), want.map(changeLine).toSorted(), `watch ${prefix}`);
}
