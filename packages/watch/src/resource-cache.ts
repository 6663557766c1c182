import { appendAll, pause } from "@svc/base";
import {
  aBoolean,
  aFunction,
  aMap,
  anObject,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { expired, StatusError } from "@svc/meta";
import { type Change, createValueSlab } from "@svc/storage";
import type { CacheState, ListCounts, ResourceCacheOptions, WatchHandle } from "./cache-state.ts";
import type { ChangeReader } from "./change-readers.ts";
import { createChunkSweeper } from "./chunk-sweeper.ts";
import { defaultHistoryLimits, History, type HistoryLimits } from "./history.ts";
import { IndexSet } from "./index-set.ts";
import type { Item, ItemChange } from "./item.ts";
import { ItemTree, maxChunkItems } from "./item-tree.ts";
import { LazyParsing } from "./lazy-parsing.ts";
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
  /** Counts of its lists since it was created. */
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
  /** Items may have to be parsed anew: their definition was replaced. */
  redefined(): void;
  /** Ends the watches with a tag as if they had timed out. */
  endWatches(tag: string): void;
  close(): void;
}

// Whole chunks, with about as many bytes as justify a request to the store.
const pageSize = 8 * maxChunkItems;
const retryDelayMs = 500;

const resourceCacheOptions = optionsOf<ResourceCacheOptions<never>>({
  changeStream: withMethods(
    "a ChangeStream of @svc/watch",
    "attach",
    "awaitCurrent",
    "awaitRevision",
    "requireRevision",
  ),
  prefix: aString,
  namespaced: aBoolean,
  read: aFunction,
  readDamaged: aFunction,
  unreadable: optional(aMap),
  copiesValues: optional(aBoolean),
  packing: optional(withMethods("an ItemPacking of @svc/watch", "hold", "supersede", "release")),
  indexedFields: optional(listOf(aString)),
  indexedLabels: optional(listOf(aString)),
  history: optional(anObject),
  turns: optional(withMethods("a Turns of @svc/base", "giveWay", "run")),
  onWaited: optional(aFunction),
});

/** Creates a cache and starts to load it. @throws {TypeError} for a wrong argument */
export function createResourceCache<T extends Item>(options: ResourceCacheOptions<T>): ResourceCache<T> {
  checkArgument("createResourceCache: options", options, resourceCacheOptions);
  return new LoadingCache(options);
}

class LoadingCache<T extends Item> implements ResourceCache<T> {
  readonly prefix: string;
  readonly listCounts: Readonly<ListCounts>;
  changes = 0;
  loads = 0;
  readonly #options: ResourceCacheOptions<T>;
  readonly #limits: HistoryLimits;
  readonly #state: CacheState<T>;
  readonly #parsing: LazyParsing<T> | undefined;
  readonly #sweeper: ReturnType<typeof createChunkSweeper>;
  readonly #detach: () => void;
  #loading: Promise<void> | undefined;
  /** Changes that arrive during a complete read. */
  #pendingChanges: Change[] | undefined;
  #closed = false;

  constructor(options: ResourceCacheOptions<T>) {
    const { changeStream, prefix, namespaced, indexedFields = [] } = options;
    this.prefix = prefix;
    this.listCounts = { lists: 0, consistent: 0, examined: 0, returned: 0, initialEvents: 0 };
    this.#options = options;
    this.#limits = { ...defaultHistoryLimits, ...options.history };
    this.#state = {
      changeStream,
      options,
      tree: new ItemTree(),
      indexes: new IndexSet(indexedFields, options.indexedLabels ?? []),
      watchers: new Watchers({ indexedFields }),
      listCounts: this.listCounts,
      history: this.#historyFrom(0),
      revision: 0,
      overlays: new Map(),
      keyOf: (namespace, name) => (namespaced ? `${prefix}${namespace}/${name}` : prefix + name),
    };
    this.#parsing = options.turns === undefined ? undefined : new LazyParsing(options.turns);
    this.#sweeper = createChunkSweeper(this.#state.tree, changeStream.clock);
    this.#detach = changeStream.attach(this.#reader());
    this.#startLoading();
  }

  get revision(): number {
    return this.#state.revision;
  }

  get size(): number {
    return this.#state.tree.size;
  }

  get watchers(): number {
    return this.#state.watchers.size;
  }

  ready(): Promise<void> | undefined {
    return this.#loading;
  }

  get(key: string): T | undefined {
    return this.#state.tree.get(key);
  }

  keyOf(namespace: string, name: string): string {
    return this.#state.keyOf(namespace, name);
  }

  values(): IterableIterator<T> {
    return this.#state.tree.values();
  }

  list(options: ListOptions): ListResult<T> | Promise<ListResult<T>> {
    this.#sweeper.wake();
    return this.#whenReady(() => this.#whenParsed(options, () => listItems(this.#state, options)));
  }

  watch(options: StartWatchOptions<T>): WatchHandle | Promise<WatchHandle> {
    this.#sweeper.wake();
    const start = (): WatchHandle | Promise<WatchHandle> => {
      if (!this.#closed) return startWatch(this.#state, options);
      options.sink.end(undefined);
      return { stop: () => undefined };
    };
    // One that resumes looks at changes alone.
    const act = options.from.kind === "after" ? start : () => this.#whenParsed(options, start);
    return this.#whenReady(act);
  }

  redefined(): void {
    this.#parsing?.reset();
  }

  endWatches(tag: string): void {
    this.#state.watchers.endTagged(tag);
  }

  close(): void {
    this.#closed = true;
    this.#sweeper.stop();
    this.#detach();
    this.#state.watchers.endAll(undefined);
  }

  #whenReady<R>(act: () => R | Promise<R>): R | Promise<R> {
    return this.#loading === undefined ? act() : this.#loading.then(act);
  }

  #whenParsed<R>({ selection }: Pick<ListOptions, "selection">, act: () => R | Promise<R>): R | Promise<R> {
    return this.#parsing === undefined ? act() : this.#parsing.before(this.#state, selection, act);
  }

  #reader(): ChangeReader {
    const state = this.#state;
    return {
      prefix: this.prefix,
      changes: (changes) => {
        if (this.#pendingChanges !== undefined) appendAll(this.#pendingChanges, changes);
        else for (const change of changes) this.#apply(change);
      },
      progress: (revision) => {
        if (this.#pendingChanges === undefined && revision > state.revision) state.revision = revision;
      },
      restart: () => {
        state.watchers.endAll(expired("the history of the store has a gap: list again"));
        this.#startLoading();
      },
    };
  }

  #apply(change: Change): void {
    const state = this.#state;
    const { packing, read } = this.#options;
    // A change committed during the first read arrives again.
    if (change.revision <= state.revision) return;
    const current = change.op === "put" ? read(change) : undefined;
    const previous = current === undefined ? state.tree.delete(change.key) : state.tree.set(current);
    // Packed before any read: reading an item may change its memory.
    if (current !== undefined) packing?.hold(current);
    if (current !== undefined) this.#parsing?.added(current);
    state.indexes.update(current, previous);
    if (previous !== undefined) packing?.supersede(previous);
    if (current === undefined && previous === undefined) return;
    this.changes++;
    const itemChange: ItemChange<T> = { revision: change.revision, key: change.key, current, previous };
    state.history.push(itemChange, state.changeStream.clock.monotonic());
    state.watchers.dispatch(itemChange);
  }

  #startLoading(): void {
    this.#loading = this.#loadWithRetries().then(() => {
      this.#loading = undefined;
    });
    // Waiting callers get the error; without callers it is only logged.
    this.#loading.catch(() => undefined);
  }

  async #loadWithRetries(): Promise<void> {
    const { clock, log } = this.#state.changeStream;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#load();
      } catch (error) {
        if (this.#closed) throw new StatusError({ code: 503, message: "the server is shutting down", cause: error });
        log.warn("a cache could not read its first state; it tries again", {
          prefix: this.prefix,
          attempt,
          error: String(error),
        });
        await pause(clock, retryDelayMs);
      }
    }
  }

  async #load(): Promise<void> {
    const state = this.#state;
    const { packing } = this.#options;
    this.#pendingChanges = [];
    const { revision, items } = await readAll(this.#options);
    const { indexedFields = [], indexedLabels = [] } = this.#options;
    await this.#parsing?.parse(items, { labels: indexedLabels.length > 0, fields: indexedFields.length > 0 });
    this.#parsing?.reset();
    state.history.clear();
    for (const item of state.tree.values()) packing?.release(item);
    state.tree.clear();
    state.indexes.clear();
    state.overlays.clear();
    for (const item of items) {
      state.tree.set(item);
      packing?.hold(item);
      state.indexes.update(item, undefined);
    }
    this.loads++;
    state.history = this.#historyFrom(revision);
    state.revision = revision;
    const missed = this.#pendingChanges;
    this.#pendingChanges = undefined;
    for (const change of missed) this.#apply(change);
    state.revision = Math.max(revision, state.changeStream.revision);
  }

  #historyFrom(revision: number): History<T> {
    return new History(this.#limits, revision, (item) => this.#options.packing?.release(item));
  }
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
