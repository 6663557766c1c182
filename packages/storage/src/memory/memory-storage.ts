import { type Clock, systemClock } from "@svc/base";
import { aClock, checkArgument, optional, optionsOf } from "@svc/base/check";
import { FutureRevisionError, StorageClosedError } from "../errors.ts";
import { type CollatingKey, checkKey, collatingKey, collatingRange, keyFromCollating } from "../key.ts";
import { createExpirer } from "../local/expirer.ts";
import { createExpiries, type Expiries } from "../local/expiries.ts";
import { changesBytes, createRecentChanges, type RecentChanges } from "../local/recent-changes.ts";
import { createWatchHub } from "../local/watch-hub.ts";
import { createWatcherBarrier } from "../local/watcher-barrier.ts";
import { createOrderedMap, type OrderedMap } from "../ordered-map.ts";
import { checkLimit, checkRevision, readableRevision } from "../read-checks.ts";
import type { Change, CommitResult, Entry, Page, Revision, Storage, StorageStatus, Write } from "../storage.ts";
import { checkWrites, guardHolds, localLimits } from "../write-checks.ts";
import { compactVersions, type Version, versionAt, versionBytes } from "./version.ts";

/** Options of `createMemoryStorage`. */
export interface MemoryStorageOptions {
  /** @default the system clock */
  readonly clock?: Clock;
}

/** A store in memory. */
export interface MemoryStorage extends Storage {
  currentRevision(): Revision;
  /**
   * An independent store with the same content, history and revision. Its cost does not depend on
   * the amount of data, since both sides share unchanged parts. Watches stay with the original.
   */
  fork(options?: MemoryStorageOptions): MemoryStorage;
}

/** Complete state of a memory store. */
interface State {
  readonly versions: OrderedMap<Version>;
  readonly recent: RecentChanges;
  readonly expiries: Expiries;
  revision: Revision;
  compactedRevision: number;
  bytes: number;
  liveBytes: number;
}

const memoryStorageOptions = optionsOf<MemoryStorageOptions>({
  clock: optional(aClock),
});

/**
 * A store in memory: the executable model of the contract, for tests and for servers that need not
 * remember.
 * @throws {TypeError} for a wrong argument
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): MemoryStorage {
  checkArgument("createMemoryStorage: options", options, memoryStorageOptions);
  const revision = 1 as Revision;
  return memoryStorage(
    {
      versions: createOrderedMap(),
      recent: createRecentChanges(revision),
      expiries: createExpiries(),
      revision,
      compactedRevision: 0,
      bytes: 0,
      liveBytes: 0,
    },
    options,
  );
}

function memoryStorage(state: State, { clock = systemClock }: MemoryStorageOptions): MemoryStorage {
  const settle = createWatcherBarrier();
  const hub = watchHubOf(state, clock);
  let closed = false;

  function admit(signal?: AbortSignal): void {
    if (closed) throw new StorageClosedError();
    signal?.throwIfAborted();
  }

  function commit(writes: readonly Write[]): CommitResult {
    const lost = firstLost(state, writes);
    if (lost !== undefined) return lost;
    publish(state, apply(state, { writes, nowMs: clock.now() }), hub);
    return { ok: true, revision: state.revision };
  }

  const expirer = createExpirer({
    expiries: state.expiries,
    clock,
    expire: async (key) => commit([{ op: "delete", key }]),
  });
  expirer.reschedule();
  const close = (): Promise<void> => {
    closed = true;
    expirer.stop();
    hub.close();
    return Promise.resolve();
  };
  return {
    limits: localLimits,
    currentRevision: () => state.revision,
    async get(key, options) {
      admit(options?.signal);
      checkKey(key, Number.POSITIVE_INFINITY);
      const revision = readable(state, options?.revision);
      return { revision, entry: entryAt(state.versions.get(collatingKey(key)), { key, revision }) };
    },
    async range(range, options = {}) {
      admit(options.signal);
      return page(state, range, options);
    },
    commit(writes, options) {
      return new Promise((resolve) => {
        admit(options?.signal);
        checkWrites(writes, localLimits);
        const result = commit(writes);
        expirer.reschedule();
        settle(() => resolve(result));
      });
    },
    watch: (range, options) => hub.open(range, options),
    requestProgress: () => hub.requestProgress(),
    async compact(revision) {
      admit();
      compact(state, revision);
    },
    async status(options) {
      admit(options?.signal);
      return statusOf(state);
    },
    fork(options = {}) {
      admit();
      return memoryStorage(forked(state), { clock, ...options });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function forked(state: State): State {
  const { versions, recent, expiries } = state;
  return { ...state, versions: versions.fork(), recent: recent.fork(), expiries: expiries.fork() };
}

function watchHubOf(state: State, clock: Clock): ReturnType<typeof createWatchHub> {
  const sources = {
    recent: state.recent,
    currentRevision: () => state.revision,
    compactedRevision: () => state.compactedRevision,
    history: () => Promise.reject(new Error("a memory store keeps its complete history in memory")),
  };
  return createWatchHub(sources, { clock });
}

function publish(
  { recent, revision }: State,
  changes: readonly Change[],
  hub: Pick<ReturnType<typeof createWatchHub>, "publish">,
): void {
  if (changes.length === 0) return;
  const batch = { revision, changes };
  const bytes = changesBytes(changes);
  recent.append(batch, bytes);
  hub.publish(batch, bytes);
}

function statusOf({ revision, compactedRevision, bytes, liveBytes }: State): StorageStatus {
  return {
    revision,
    compactedRevision,
    sizeBytes: bytes,
    reclaimableBytes: bytes - liveBytes,
    writeFailure: undefined,
  };
}

function readable({ revision, compactedRevision }: State, requested: Revision | undefined): Revision {
  return readableRevision(requested, { current: revision, compacted: compactedRevision });
}

function entryAt(
  newest: Version | undefined,
  { key, revision }: { readonly key: string; readonly revision: Revision },
): Entry | undefined {
  const version = versionAt(newest, revision);
  return version?.value === undefined ? undefined : { key, value: version.value, revision: version.revision };
}

function page(
  state: State,
  range: Parameters<Storage["range"]>[0],
  { revision: requested, limit, count = false }: NonNullable<Parameters<Storage["range"]>[1]>,
): Page {
  const revision = readable(state, requested);
  const max = checkLimit(limit);
  const { lower, upper } = collatingRange(range);
  const entries: Entry[] = [];
  let remaining = 0;
  state.versions.scan(lower, upper, (key, newest) => {
    const version = versionAt(newest, revision);
    if (version?.value === undefined) return true;
    if (entries.length < max) {
      entries.push({
        key: keyFromCollating(key as CollatingKey),
        value: version.value,
        revision: version.revision,
      });
      return true;
    }
    remaining++;
    return count;
  });
  return { revision, entries, more: remaining > 0, ...(count ? { remaining } : {}) };
}

/** Returns the result of the first write whose guard does not hold. */
function firstLost({ versions, revision }: State, writes: readonly Write[]): CommitResult | undefined {
  for (const [index, { key, guard }] of writes.entries()) {
    const current = entryAt(versions.get(collatingKey(key)), { key, revision });
    if (!guardHolds(guard, current?.revision ?? 0)) return { ok: false, index, current };
  }
  return undefined;
}

function apply(
  state: State,
  { writes, nowMs }: { readonly writes: readonly Write[]; readonly nowMs: number },
): readonly Change[] {
  const revision = (state.revision + 1) as Revision;
  const changes: Change[] = [];
  for (const write of writes) {
    if (write.op === "check") continue;
    const { key } = write;
    const collating = collatingKey(key);
    const older = state.versions.get(collating);
    if (write.op === "delete" && older?.value === undefined) continue;
    // Copied: the value may be part of a larger buffer, which would stay in memory.
    const value = write.op === "put" ? new Uint8Array(write.value) : undefined;
    const version: Version = { revision, value, older };
    state.versions.set(collating, version);
    state.bytes += versionBytes(key, version);
    state.liveBytes += versionBytes(key, value === undefined ? undefined : version);
    state.liveBytes -= versionBytes(key, older?.value === undefined ? undefined : older);
    state.expiries.clear(key);
    if (write.op === "put" && write.ttlSeconds !== undefined) state.expiries.set(key, nowMs + write.ttlSeconds * 1000);
    changes.push(
      write.op === "delete" ? { op: "delete", key, revision } : { op: "put", key, value: write.value, revision },
    );
  }
  if (changes.length > 0) state.revision = revision;
  return changes;
}

function compact(state: State, revision: Revision): void {
  checkRevision(revision);
  if (revision > state.revision) throw new FutureRevisionError(state.revision);
  if (revision <= state.compactedRevision) return;
  state.compactedRevision = revision;
  state.recent.dropThrough(revision);
  const changed: [key: string, newest: Version | undefined][] = [];
  state.versions.scan("", undefined, (key, newest) => {
    const kept = compactVersions(newest, revision);
    if (kept !== newest) changed.push([key, kept]);
    return true;
  });
  for (const [collating, kept] of changed) {
    const key = keyFromCollating(collating as CollatingKey);
    for (let v = state.versions.get(collating); v !== undefined; v = v.older) state.bytes -= versionBytes(key, v);
    for (let v = kept; v !== undefined; v = v.older) state.bytes += versionBytes(key, v);
    if (kept === undefined) state.versions.delete(collating);
    else state.versions.set(collating, kept);
  }
}
