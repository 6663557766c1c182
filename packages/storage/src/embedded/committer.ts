import { OverloadedError, UnknownOutcomeError, WriteFailedError } from "../errors.ts";
import { type CollatingKey, collatingKey, keyFromCollating } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { guardHolds } from "../writes.ts";
import { type FrameWrite, frameBound } from "./frame-writer.ts";
import type { Log } from "./log.ts";
import type { Segment } from "./segment.ts";

/** A commit that is on the disk, and where its first value stands there. */
export interface Durable {
  readonly kind: "commit";
  readonly revision: Revision;
  readonly writes: readonly FrameWrite[];
  readonly segment: Segment;
  readonly valuesAt: number;
}

export interface DurableCompaction {
  readonly kind: "compact";
  readonly revision: Revision;
}

export interface CommitterDeps {
  readonly log: Log;
  readonly nowMs: () => number;
  /** The state that is visible: everything durable, and nothing else. */
  readonly currentRevision: () => Revision;
  readonly compactedRevision: () => number;
  readonly newestRevision: (key: CollatingKey) => number;
  readonly readEntry: (key: CollatingKey) => Promise<Entry | undefined>;
  /** Makes visible what a flush made durable, in order. */
  readonly apply: (flushed: readonly (Durable | DurableCompaction)[]) => void;
  /** Runs a callback once everybody who watches has seen what was applied. */
  readonly settle: (callback: () => void) => void;
  /** A flush failed, and what waited with it. */
  readonly onFailure: () => void;
  /** How many bytes of commits may wait for the disk. */
  readonly maxPendingBytes: number;
}

/**
 * Turns commits into flushes. While one flush is on its way, the next one gathers. Guards are checked at once, against the
 * visible state and whatever is on its way to it; the answer waits until all that it depends on is durable.
 */
export interface Committer {
  commit(writes: readonly Write[]): Promise<CommitResult>;
  compact(revision: Revision): Promise<void>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** What is flushed together. */
interface Group {
  readonly number: number;
  readonly items: Item[];
  /** What else is answered with it: commits that lost to one of its writes, or that change nothing. */
  readonly followers: Settlement[];
  bytes: number;
}

interface Settlement {
  succeed(): void;
  fail(error: Error): void;
}

interface CommitItem extends Settlement {
  readonly kind: "commit";
  readonly revision: Revision;
  readonly writes: readonly FrameWrite[];
  segment: Segment | undefined;
  valuesAt: number;
}

interface CompactItem extends Settlement {
  readonly kind: "compact";
  readonly revision: Revision;
}

type Item = CommitItem | CompactItem;

/** A write that is not visible yet. */
interface InFlight {
  readonly entry: Entry | undefined;
  readonly revision: Revision;
  readonly group: Group;
}

/** A write whose guard failed. */
interface Loss {
  readonly index: number;
  readonly key: CollatingKey;
  /** The revision that was found, 0 for none. */
  readonly found: number;
  readonly flying: InFlight | undefined;
  /** The flush that the answer depends on. */
  readonly after: Group | undefined;
}

const groupBytes = 2 * 1024 * 1024;

export function createCommitter(deps: CommitterDeps): Committer {
  const { log, currentRevision, newestRevision, settle } = deps;
  const groups = createFifo<Group>();
  const inFlight = new Map<CollatingKey, InFlight>();
  const idleWaiters: (() => void)[] = [];
  let lastRevision = currentRevision();
  let groupNumber = 0;
  let pendingBytes = 0;
  let running = false;

  /** The group that an item joins. One that is being flushed is not in `groups` any more. */
  function gathering(bytes: number): Group {
    if (pendingBytes + bytes > deps.maxPendingBytes) {
      throw new OverloadedError("too many commits wait for the disk");
    }
    let group = groups.at(groups.length - 1);
    if (group === undefined || group.bytes >= groupBytes) {
      group = { number: ++groupNumber, items: [], followers: [], bytes: 0 };
      groups.push(group);
    }
    group.bytes += bytes;
    pendingBytes += bytes;
    if (!running) {
      running = true;
      setImmediate(run);
    }
    return group;
  }

  function commit(writes: readonly Write[]): Promise<CommitResult> {
    const keys = writes.map((w) => collatingKey(w.key));
    // What the answer depends on: the last flush that holds one of the keys.
    let after: Group | undefined;
    const effects: FrameWrite[] = [];
    for (const [index, write] of writes.entries()) {
      const key = keys[index]!;
      const flying = inFlight.size === 0 ? undefined : inFlight.get(key);
      const found = flying === undefined ? newestRevision(key) : (flying.entry?.revision ?? 0);
      if (flying !== undefined) after = later(after, flying.group);
      if (!guardHolds(write.guard, found)) return lost({ index, key, found, flying, after });
      if (write.op === "put") effects.push({ op: "put", key, value: write.value, expiresAt: expiry(write.ttlSeconds) });
      else if (write.op === "delete" && found !== 0) effects.push({ op: "delete", key });
    }
    if (effects.length > 0) return enqueue(effects);
    if (after === undefined) return Promise.resolve({ ok: true, revision: currentRevision() });
    return follow(after, () => ({ ok: true, revision: currentRevision() }));
  }

  const expiry = (ttlSeconds: number | undefined): number =>
    ttlSeconds === undefined ? 0 : deps.nowMs() + ttlSeconds * 1000;

  async function lost({ index, key, found, flying, after }: Loss): Promise<CommitResult> {
    const answered = after === undefined ? undefined : follow(after, () => ({ ok: true, revision: lastRevision }));
    // Looked up now, although it is read later: what a commit lost to must not change under it.
    const current = flying === undefined && found !== 0 ? deps.readEntry(key) : flying?.entry;
    const [entry] = await Promise.all([current, answered]);
    return { ok: false, index, current: entry };
  }

  function follow(group: Group, result: () => CommitResult): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      group.followers.push({ succeed: () => resolve(result()), fail: reject });
    });
  }

  function enqueue(writes: readonly FrameWrite[]): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      const group = gathering(frameBound(writes));
      const revision = ++(lastRevision as number) as Revision;
      for (const w of writes) {
        const entry = w.op === "put" ? { key: keyFromCollating(w.key), value: w.value, revision } : undefined;
        inFlight.set(w.key, { entry, revision, group });
      }
      group.items.push({
        kind: "commit",
        revision,
        writes,
        segment: undefined,
        valuesAt: 0,
        succeed: () => resolve({ ok: true, revision }),
        fail: reject,
      });
    });
  }

  async function run(): Promise<void> {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      await flush(group);
      // Those who were answered may want to write again: their commits join the next flush.
      if (groups.length === 0 || groups.at(0)!.bytes < groupBytes)
        await new Promise((resolve) => setImmediate(resolve));
    }
    running = false;
    for (const done of idleWaiters.splice(0)) done();
  }

  async function flush(group: Group): Promise<void> {
    try {
      await log.append({
        bound: group.bytes,
        compactedRevision: deps.compactedRevision(),
        encode: (writer, segment) => {
          let revision: number = currentRevision();
          for (const item of group.items) {
            if (item.kind === "compact") writer.compact(revision, item.revision);
            else {
              item.segment = segment;
              item.valuesAt = writer.commit(item.revision, item.writes).valuesAt;
              revision = item.revision;
            }
          }
        },
      });
    } catch (error) {
      fail(group, error);
      return;
    }
    pendingBytes -= group.bytes;
    deps.apply(group.items as readonly (Durable | DurableCompaction)[]);
    land(group);
    settle(() => {
      for (const item of group.items) item.succeed();
      for (const follower of group.followers) follower.succeed();
    });
  }

  /** What a flush wrote is visible now; a newer write of the same key may still be on its way. */
  function land({ items }: Group): void {
    for (const item of items) {
      if (item.kind === "compact") continue;
      for (const { key } of item.writes) if (inFlight.get(key)?.revision === item.revision) inFlight.delete(key);
    }
  }

  /** Everything that waits was decided on a state that will not be: none of it happens, and revisions begin anew. */
  function fail(group: Group, error: unknown): void {
    const failed = [group];
    for (let next = groups.shift(); next !== undefined; next = groups.shift()) failed.push(next);
    for (const { bytes } of failed) pendingBytes -= bytes;
    inFlight.clear();
    lastRevision = currentRevision();
    const reason = error instanceof Error ? error : new Error(String(error));
    const definite =
      reason instanceof UnknownOutcomeError
        ? new WriteFailedError("a write failed that this one waited for", { cause: reason })
        : reason;
    for (const g of failed) {
      for (const item of g.items) item.fail(g === group ? reason : definite);
      for (const follower of g.followers) follower.fail(definite);
    }
    deps.onFailure();
  }

  return {
    commit,
    compact: (revision) =>
      new Promise((resolve, reject) => {
        gathering(64).items.push({ kind: "compact", revision, succeed: resolve, fail: reject });
      }),
    idle: () => (running ? new Promise((resolve) => idleWaiters.push(resolve)) : Promise.resolve()),
  };
}

function later(a: Group | undefined, b: Group): Group {
  return a === undefined || b.number > a.number ? b : a;
}
