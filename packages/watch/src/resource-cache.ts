import { appendAll, type Log, pause } from "@svc/base";
import { expired, StatusError } from "@svc/meta";
import { type Change, createValueSlab } from "@svc/storage";
import type { CacheState, ResourceCacheOptions, WatchHandle } from "./cache-state.ts";
import type { ChangeReader, ChangeStream } from "./change-stream.ts";
import { createChunkSweeper } from "./chunk-sweeper.ts";
import { defaultHistoryLimits, History } from "./history.ts";
import { IndexSet } from "./index-set.ts";
import type { Item, ItemChange } from "./item.ts";
import { ItemTree, maxChunkItems } from "./item-tree.ts";
import { type ListOptions, type ListResult, listItems } from "./list.ts";
import { readPage } from "./read-page.ts";
import { type StartWatchOptions, startWatch } from "./watch.ts";
import { Watchers } from "./watchers.ts";

/** All objects of one resource in memory, their recent history, and those who watch them. */
export interface ResourceCache<T extends Item> {
  readonly prefix: string;
  /** Undefined once the cache has its first state; else when it will. */
  ready(): Promise<void> | undefined;
  /** Everything up to here is in the cache. */
  readonly revision: number;
  readonly size: number;
  /** Changes that it has seen since it was made, and how often it read everything. */
  readonly changes: number;
  readonly loads: number;
  /** Of watchers at this moment. */
  readonly watchers: number;
  get(key: string): T | undefined;
  /** The key of an object of this resource. */
  keyOf(namespace: string, name: string): string;
  values(): IterableIterator<T>;
  list(options: ListOptions): ListResult<T> | Promise<ListResult<T>>;
  /** Begins a watch, calling the sink for what is there already; the result ends it. */
  watch(options: StartWatchOptions<T>): WatchHandle | Promise<WatchHandle>;
  /** Ends the watches with a tag as if their time were up. */
  endWatches(tag: string): void;
  close(): void;
}

// Whole leaves, about as many bytes as are worth a trip to the store.
const pageSize = 8 * maxChunkItems;
const retryDelayMs = 500;

export function createResourceCache<T extends Item>(options: ResourceCacheOptions<T>): ResourceCache<T> {
  const { changeStream, prefix, namespaced, read, packing } = options;
  const limits = { ...defaultHistoryLimits, ...options.history };
  const indexedFields = options.indexedFields ?? [];
  const release = (item: T): void => packing?.release(item);
  const state: CacheState<T> = {
    changeStream,
    options,
    tree: new ItemTree(),
    indexes: new IndexSet(indexedFields, options.indexedLabels ?? []),
    watchers: new Watchers({ indexedFields }),
    history: new History(limits, 0, release),
    revision: 0,
    overlays: new Map(),
    keyOf: (namespace, name) => (namespaced ? `${prefix}${namespace}/${name}` : prefix + name),
  };
  const sweeper = createChunkSweeper(state.tree, changeStream.clock);
  let loading: Promise<void> | undefined;
  let pendingChanges: Change[] | undefined;
  let closed = false;
  let changes = 0;
  let loads = 0;

  const applyChange = (change: Change): void => {
    // What the first read saw already comes again when it was committed while the read ran.
    if (change.revision <= state.revision) return;
    const current = change.op === "put" ? read(change) : undefined;
    const previous = current === undefined ? state.tree.delete(change.key) : state.tree.set(current);
    // Held before anybody reads it: what reads an item may change the memory that it has.
    if (current !== undefined) packing?.hold(current);
    state.indexes.update(current, previous);
    if (previous !== undefined) packing?.supersede(previous);
    if (current === undefined && previous === undefined) return;
    changes++;
    const itemChange: ItemChange<T> = { revision: change.revision, key: change.key, current, previous };
    state.history.push(itemChange, changeStream.clock.monotonic());
    state.watchers.dispatch(itemChange);
  };

  const load = async (): Promise<void> => {
    pendingChanges = [];
    const { revision, items } = await readAll(options);
    state.history.clear();
    for (const item of state.tree.values()) release(item);
    state.tree.clear();
    state.indexes.clear();
    state.overlays.clear();
    for (const item of items) {
      state.tree.set(item);
      packing?.hold(item);
      state.indexes.update(item, undefined);
    }
    loads++;
    state.history = new History(limits, revision, release);
    state.revision = revision;
    const missed = pendingChanges;
    pendingChanges = undefined;
    for (const change of missed) applyChange(change);
    state.revision = Math.max(revision, changeStream.revision);
  };

  const startLoading = (): void => {
    loading = loadWithRetries(load, changeStream, options.prefix, () => closed).then(() => {
      loading = undefined;
    });
    // Callers that wait are told; without callers a failure is in the log.
    loading.catch(() => undefined);
  };

  const reader: ChangeReader = {
    prefix,
    changes: (changes) => {
      if (pendingChanges !== undefined) appendAll(pendingChanges, changes);
      else for (const change of changes) applyChange(change);
    },
    progress: (revision) => {
      if (pendingChanges === undefined && revision > state.revision) state.revision = revision;
    },
    restart: () => {
      state.watchers.endAll(expired("the history of the store has a gap: list again"));
      startLoading();
    },
  };
  const detach = changeStream.attach(reader);
  startLoading();

  const whenReady = <R>(act: () => R | Promise<R>): R | Promise<R> =>
    loading === undefined ? act() : loading.then(act);

  return {
    prefix,
    ready: () => loading,
    get revision() {
      return state.revision;
    },
    get size() {
      return state.tree.size;
    },
    get changes() {
      return changes;
    },
    get loads() {
      return loads;
    },
    get watchers() {
      return state.watchers.size;
    },
    get: (key) => state.tree.get(key),
    keyOf: state.keyOf,
    values: () => state.tree.values(),
    list: (list) => {
      sweeper.wake();
      return whenReady(() => listItems(state, list));
    },
    watch: (watch) => {
      sweeper.wake();
      return whenReady(() => {
        if (!closed) return startWatch(state, watch);
        watch.sink.end(undefined);
        return { stop: () => undefined };
      });
    },
    endWatches: (tag) => state.watchers.endTagged(tag),
    close: () => {
      closed = true;
      sweeper.stop();
      detach();
      state.watchers.endAll(undefined);
    },
  };
}

/** The whole resource at one revision, read in pages, of which nothing is kept but the items. */
async function readAll<T extends Item>(
  cache: ResourceCacheOptions<T>,
): Promise<{ readonly revision: number; readonly items: readonly T[] }> {
  const { prefix, copiesValues = false } = cache;
  const items: T[] = [];
  // Without it each page leaves its bytes to the collector, who would look through all that is
  // there again and again for their sake.
  const slab = copiesValues ? createValueSlab() : undefined;
  const options = { limit: pageSize, ...(slab === undefined ? {} : { slab }) };
  let page = await readPage(cache, { prefix }, options);
  const { revision } = page;
  for (;;) {
    for (const item of page.items) items.push(item);
    if (page.next === undefined) return { revision, items };
    slab?.reset();
    page = await readPage(cache, { prefix, start: page.next }, { ...options, revision });
  }
}

async function loadWithRetries(
  load: () => Promise<void>,
  { clock, log }: ChangeStream,
  prefix: string,
  isClosed: () => boolean,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (isClosed()) throw new StatusError({ code: 503, message: "the server is shutting down", cause: error });
      logFailure(log, prefix, error, attempt);
      await pause(clock, retryDelayMs);
    }
  }
}

function logFailure(log: Log, prefix: string, error: unknown, attempt: number): void {
  log.warn("a cache could not read its first state; it tries again", { prefix, attempt, error: String(error) });
}
