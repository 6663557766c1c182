import { OverloadedError, UnknownOutcomeError, WriteFailedError } from "../errors.ts";
import { type CollatingKey, collatingKey, keyFromCollating } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { guardHolds } from "../writes.ts";
import { type FrameWrite, type FrameWriter, frameBound } from "./frame-writer.ts";
import type { Log } from "./log.ts";
import type { Segment } from "./segment.ts";
import { createTeller, type Waiting } from "./teller.ts";

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
  /** All who are answered with it: by its items, or because they lost to one, or change nothing. */
  readonly waiting: Waiting[];
  bytes: number;
}

interface CommitItem {
  readonly kind: "commit";
  readonly group: Group;
  readonly revision: Revision;
  readonly writes: readonly FrameWrite[];
  segment: Segment | undefined;
  valuesAt: number;
}

type Item = CommitItem | DurableCompaction;

/** A write whose guard failed. */
interface Loss {
  readonly index: number;
  readonly key: CollatingKey;
  /** The revision that was found, 0 for none. */
  readonly found: number;
  /** The commit on its way to the disk that wrote the key last. */
  readonly flying: CommitItem | undefined;
  /** The flush that the answer depends on. */
  readonly after: Group | undefined;
}

const groupBytes = 2 * 1024 * 1024;
const compactionBytes = 64;

export function createCommitter(deps: CommitterDeps): Committer {
  const { log, currentRevision, newestRevision } = deps;
  const teller = createTeller(deps);
  const groups = createFifo<Group>();
  // By each key, the last commit that writes it and is not visible yet.
  const inFlight = new Map<CollatingKey, CommitItem>();
  const idleWaiters: (() => void)[] = [];
  let lastRevision = currentRevision();
  let encodedRevision: number = lastRevision;
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
      group = { number: ++groupNumber, items: [], waiting: [], bytes: 0 };
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
    // What the answer depends on: the last flush that holds one of the keys.
    let after: Group | undefined;
    let effects: FrameWrite[] | undefined;
    for (let index = 0; index < writes.length; index++) {
      const write = writes[index]!;
      const key = collatingKey(write.key);
      const flying = inFlight.size === 0 ? undefined : inFlight.get(key);
      const found = flying === undefined ? newestRevision(key) : revisionOf(flying, key);
      if (flying !== undefined) after = later(after, flying.group);
      if (!guardHolds(write.guard, found)) return lost({ index, key, found, flying, after });
      const effect = effectOf(write, { key, found });
      if (effect === undefined) continue;
      if (effects === undefined) effects = [effect];
      else effects.push(effect);
    }
    if (effects !== undefined) return enqueue(effects);
    if (after === undefined) return Promise.resolve({ ok: true, revision: currentRevision() });
    return follow(after, () => ({ ok: true, revision: currentRevision() }));
  }

  function effectOf(
    write: Write,
    { key, found }: { readonly key: CollatingKey; readonly found: number },
  ): FrameWrite | undefined {
    if (write.op === "delete") return found === 0 ? undefined : { op: "delete", key };
    if (write.op === "check") return undefined;
    const { value, ttlSeconds } = write;
    return { op: "put", key, value, expiresAt: ttlSeconds === undefined ? 0 : deps.nowMs() + ttlSeconds * 1000 };
  }

  async function lost({ index, key, found, flying, after }: Loss): Promise<CommitResult> {
    const answered = after === undefined ? undefined : follow(after, () => undefined);
    // Looked up now, although it is read later: what a commit lost to must not change under it.
    const current = flying !== undefined ? entryOf(flying, key) : found === 0 ? undefined : deps.readEntry(key);
    const [entry] = await Promise.all([current, answered]);
    return { ok: false, index, current: entry };
  }

  function follow<T>(group: Group, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      group.waiting.push({ succeed: () => resolve(result()), fail: reject });
    });
  }

  function enqueue(writes: readonly FrameWrite[]): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      const group = gathering(frameBound(writes));
      const revision = ++(lastRevision as number) as Revision;
      const item: CommitItem = { kind: "commit", group, revision, writes, segment: undefined, valuesAt: 0 };
      for (const { key } of writes) inFlight.set(key, item);
      group.items.push(item);
      group.waiting.push(new Committed(resolve, reject, revision));
    });
  }

  /** Writes group after group. The next one is on its way to the disk before the one before it is told. */
  async function run(): Promise<void> {
    for (let flight = takeOff(); flight !== undefined; ) {
      const { group } = flight;
      const error = await flight.landed;
      if (error === undefined) {
        flight = takeOff();
        show(group);
      } else {
        fail(group, error);
        flight = takeOff();
      }
    }
    running = false;
    for (const done of idleWaiters.splice(0)) done();
  }

  function takeOff(): { readonly group: Group; readonly landed: Promise<unknown> } | undefined {
    const group = groups.shift();
    return group === undefined ? undefined : { group, landed: write(group) };
  }

  /** Resolves with what went wrong, if anything did. */
  async function write(group: Group): Promise<unknown> {
    try {
      await log.append({
        bound: group.bytes,
        compactedRevision: deps.compactedRevision(),
        encode: (writer, segment) => encode(group, { writer, segment }),
      });
      return undefined;
    } catch (error) {
      return error ?? new Error("the write failed");
    }
  }

  function encode(
    { items }: Group,
    { writer, segment }: { readonly writer: FrameWriter; readonly segment: Segment },
  ): void {
    for (const item of items) {
      if (item.kind === "compact") writer.compact(encodedRevision, item.revision);
      else {
        item.segment = segment;
        item.valuesAt = writer.commit(item.revision, item.writes).valuesAt;
        encodedRevision = item.revision;
      }
    }
  }

  function show({ items, waiting, bytes }: Group): void {
    pendingBytes -= bytes;
    deps.apply(items as readonly (Durable | DurableCompaction)[]);
    for (const item of items) if (item.kind === "commit") land(item);
    items.length = 0;
    teller.tell(waiting);
  }

  /** What a flush wrote is visible now; a newer write of the same key may still be on its way. */
  function land(item: CommitItem): void {
    for (const { key } of item.writes) if (inFlight.get(key) === item) inFlight.delete(key);
  }

  /** Everything that waits was decided on a state that will not be: none of it happens, and revisions begin anew. */
  function fail(group: Group, error: unknown): void {
    const failed = [group];
    for (let next = groups.shift(); next !== undefined; next = groups.shift()) failed.push(next);
    inFlight.clear();
    lastRevision = currentRevision();
    encodedRevision = lastRevision;
    const reason = error instanceof Error ? error : new Error(String(error));
    const definite =
      reason instanceof UnknownOutcomeError
        ? new WriteFailedError("a write failed that this one waited for", { cause: reason })
        : reason;
    for (const { waiting, bytes, number } of failed) {
      pendingBytes -= bytes;
      for (const w of waiting) w.fail(number === group.number ? reason : definite);
    }
    deps.onFailure();
  }

  return {
    commit,
    compact: (revision) =>
      new Promise((resolve, reject) => {
        const group = gathering(compactionBytes);
        group.items.push({ kind: "compact", revision });
        group.waiting.push({ succeed: resolve, fail: reject });
      }),
    async idle() {
      if (running) await new Promise<void>((resolve) => idleWaiters.push(resolve));
      await teller.idle();
    },
  };
}

/** A method instead of a closure for each: there is one of these for every commit. */
class Committed implements Waiting {
  readonly #resolve: (result: CommitResult) => void;
  readonly fail: (error: Error) => void;
  readonly #revision: Revision;

  constructor(resolve: (result: CommitResult) => void, reject: (error: Error) => void, revision: Revision) {
    this.#resolve = resolve;
    this.fail = reject;
    this.#revision = revision;
  }

  succeed(): void {
    this.#resolve({ ok: true, revision: this.#revision });
  }
}

/** The revision of the key's entry, once the commit is visible; 0 for a deletion. */
function revisionOf({ writes, revision }: CommitItem, key: CollatingKey): number {
  return writes.find((w) => w.key === key)?.op === "put" ? revision : 0;
}

function entryOf({ writes, revision }: CommitItem, key: CollatingKey): Entry | undefined {
  const write = writes.find((w) => w.key === key);
  return write?.op === "put" ? { key: keyFromCollating(key), value: write.value, revision } : undefined;
}

function later(a: Group | undefined, b: Group): Group {
  return a === undefined || b.number > a.number ? b : a;
}
