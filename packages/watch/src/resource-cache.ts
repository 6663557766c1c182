import { appendAll, type Log, pause } from "@svc/base";
import { expired, StatusError } from "@svc/meta";
import { type Change, createValueSlab } from "@svc/storage";
import type { CacheState, ListCounts, ResourceCacheOptions, WatchHandle } from "./cache-state.ts";
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

/** All objects of one resource in memory, with recent history and watchers. */
export interface ResourceCache<T extends Item> {
  readonly prefix: string;
  /** Undefined once the cache has loaded; until then resolves when it has. */
  ready(): Promise<void> | undefined;
  /** Everything up to here is in the cache. */
  readonly revision: number;
  readonly size: number;
  /** Number of changes since the cache was created, and number of complete reads. */
  readonly changes: number;
  readonly loads: number;
  /** What its lists did since it was created. */
  readonly listCounts: Readonly<ListCounts>;
  /** Number of current watchers. */
  readonly watchers: number;
  get(key: string): T | undefined;
  /** Returns the key of an object of this resource. */
  keyOf(namespace: string, name: string): string;
  values(): IterableIterator<T>;
  list(options: ListOptions): ListResult<T> | Promise<ListResult<T>>;
  /** Starts a watch; calls the sink with existing objects. The result stops it. */
  watch(options: StartWatchOptions<T>): WatchHandle | Promise<WatchHandle>;
  /** Ends the watches with a tag as if they had timed out. */
  endWatches(tag: string): void;
  close(): void;
}

// Whole chunks, with about as many bytes as justify a request to the store.
const pageSize = 8 * maxChunkItems;
const retryDelayMs = 500;

/** Creates a cache and starts to load it. */
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
    listCounts: { lists: 0, consistent: 0, examined: 0, returned: 0 },
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
    // A change committed during the first read arrives again.
    if (change.revision <= state.revision) return;
    const current = change.op === "put" ? read(change) : undefined;
    const previous = current === undefined ? state.tree.delete(change.key) : state.tree.set(current);
    // Packed before any read: reading an item may change its memory.
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
    // Waiting callers get the error; without callers it is only logged.
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
    listCounts: state.listCounts,
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

/** Reads the whole resource at one revision, in pages; keeps only the items. */
async function readAll<T extends Item>(
  cache: ResourceCacheOptions<T>,
): Promise<{ readonly revision: number; readonly items: readonly T[] }> {
  const { prefix, copiesValues = false } = cache;
  const items: T[] = [];
  // Without the slab, each page would leave its bytes to the garbage collector, which would trace
  // the whole heap again and again.
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
