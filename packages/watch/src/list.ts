import { expired, plainError, type StatusError } from "@svc/meta";
import { isStorageError, type Revision } from "@svc/storage";
import { type CacheState, stateAt } from "./cache-state.ts";
import type { ContinueToken } from "./continue-token.ts";
import type { Item } from "./item.ts";
import type { Slice } from "./item-tree.ts";
import { type Bounds, boundsOf, candidates, itemsThroughOverlay, scopeOf } from "./list-candidates.ts";
import type { Overlay } from "./overlay.ts";
import { type ItemPage, readPage } from "./read-page.ts";
import { futureRevision, type RequestedRevision, unreachedRevision } from "./requested-revision.ts";
import { isFiltered, namedObject, type Selection, selects } from "./selector.ts";
import { countOf, lastKeyOf, slicesOf } from "./slices.ts";

/** State that a list reads. Source: the list semantics in the specification. */
export type ListAt =
  /** Everything acknowledged before the list began. */
  | { readonly kind: "latest" }
  /** The state in memory. */
  | { readonly kind: "any" }
  | { readonly kind: "notOlderThan"; readonly revision: RequestedRevision }
  /** The latest state, where the store has reached a revision. */
  | { readonly kind: "reached"; readonly revision: RequestedRevision }
  | { readonly kind: "exact"; readonly revision: RequestedRevision }
  | { readonly kind: "continue"; readonly token: ContinueToken; readonly encode: (token: ContinueToken) => string };

/** Options of a list. */
export interface ListOptions {
  readonly selection: Selection;
  readonly at: ListAt;
  /**
   * Most items; lists of `any` state are never cut.
   * @default no limit
   */
  readonly limit?: number;
}

/** Result of a list. Slices refer to the cache: use them before the next await. */
export interface ListResult<T extends Item> {
  readonly revision: number;
  readonly slices: readonly Slice<T>[];
  readonly continue: ContinueToken | undefined;
  /** Number of items that follow; undefined for none, or where a filter makes it unknown. */
  readonly remaining: number | undefined;
}

/** Lists items at the requested state. */
export function listItems<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
): ListResult<T> | Promise<ListResult<T>> {
  const { at, selection, limit } = options;
  const { changeStream, listCounts } = state;
  listCounts.lists++;
  if (at.kind === "latest") listCounts.consistent++;
  const read = new ListRead(state, selection, at.kind === "any" ? undefined : limit);
  switch (at.kind) {
    case "any":
      return read.current();
    case "latest":
      return after(state, changeStream.awaitCurrent(), () => read.current());
    case "notOlderThan":
      return after(state, changeStream.awaitRevision(at.revision), () => read.current());
    case "reached":
      return after(state, changeStream.requireRevision(at.revision), () => read.current());
    case "exact":
      return read.exact(at.revision, () => expired("The resourceVersion for the provided list is too old."));
    case "continue": {
      const { token, encode } = at;
      read.start = token.start;
      if (token.revision === undefined) return after(state, changeStream.awaitCurrent(), () => read.current());
      return read.exact(token.revision, () =>
        expired(inconsistentMessage, encode({ revision: undefined, start: token.start })),
      );
    }
  }
}

const inconsistentMessage =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

function after<T extends Item, R>(
  { changeStream: { clock }, options: { onWaited } }: CacheState<T>,
  wait: Promise<void> | undefined,
  act: () => R,
): R | Promise<R> {
  if (wait === undefined) {
    onWaited?.(0);
    return act();
  }
  if (onWaited === undefined) return wait.then(act);
  const startMs = clock.monotonic();
  return wait.then(() => {
    onWaited(clock.monotonic() - startMs);
    return act();
  });
}

/** The largest revision of an int64. */
const maxStoreRevision = 2n ** 63n - 1n;

/** Creates the error of a list whose revision is no longer in the store. */
type ExpiredError = () => StatusError;

/** The position at which a list was cut. */
interface Cut {
  /** The last key of the page; undefined for a complete list. */
  readonly at: string | undefined;
  readonly remaining: number | undefined;
}

/** One list of a cache: a selection, from a key on, up to a limit. */
class ListRead<T extends Item> {
  /** The key to start at, relative to those of the selection. */
  start = "";
  readonly #state: CacheState<T>;
  readonly #selection: Selection;
  readonly #limit: number | undefined;

  constructor(state: CacheState<T>, selection: Selection, limit: number | undefined) {
    this.#state = state;
    this.#selection = selection;
    this.#limit = limit;
  }

  /** The newest state in memory. */
  current(): ListResult<T> {
    const state = this.#state;
    const selection = this.#selection;
    const limit = this.#limit;
    const bounds = this.#bounds();
    if (isFiltered(selection)) {
      const listed = this.#filtered(candidates(state, selection, bounds), state.revision);
      return namedObject(selection) === undefined ? this.#withFurther(listed, bounds.end) : listed;
    }
    const slices = state.tree.slices(bounds.start, bounds.end, limit);
    const { listCounts } = state;
    const taken = countOf(slices);
    listCounts.examined += taken;
    listCounts.returned += taken;
    const last = lastKeyOf(slices);
    const remaining = limit === undefined || last === undefined ? 0 : state.tree.count(`${last}\0`, bounds.end);
    return this.#result(state.revision, slices, { at: remaining > 0 ? last : undefined, remaining });
  }

  /** The state at a revision. */
  exact(requested: RequestedRevision, expiredError: ExpiredError): ListResult<T> | Promise<ListResult<T>> {
    const state = this.#state;
    const revision = Number(requested);
    if (typeof requested === "bigint" || revision > state.revision) return this.#unreached(requested, expiredError);
    // A compacted revision is refused even if memory still has it: clients that wait for its end
    // must see it.
    const retained = revision === state.revision || state.changeStream.retains(revision);
    if (retained === true) return this.#atRetained(revision, expiredError);
    return Promise.resolve(retained).then((is) => {
      if (!is) throw expiredError();
      return this.#atRetained(revision, expiredError);
    });
  }

  #bounds(): Bounds {
    return boundsOf(this.#state, this.#selection, this.start);
  }

  #result(revision: number, slices: readonly Slice<T>[], cut: Cut): ListResult<T> {
    if (cut.at === undefined) return { revision, slices, continue: undefined, remaining: undefined };
    const start = `${cut.at.slice(scopeOf(this.#state, this.#selection).length)}\0`;
    return { revision, slices, continue: { revision, start }, remaining: cut.remaining };
  }

  /**
   * With a filter, a list that reached its limit continues if there is a further item, whether that
   * one matches or not.
   */
  #filtered(from: Iterable<T>, revision: number): ListResult<T> {
    const limit = this.#limit ?? Number.POSITIVE_INFINITY;
    const items: T[] = [];
    let at: string | undefined;
    let examined = 0;
    for (const item of from) {
      if (items.length >= limit) {
        at = items[items.length - 1]?.key;
        break;
      }
      examined++;
      if (selects(this.#selection, item)) items.push(item);
    }
    const { listCounts } = this.#state;
    listCounts.examined += examined;
    listCounts.returned += items.length;
    return this.#result(revision, slicesOf(items), { at, remaining: undefined });
  }

  /**
   * An index has only matching items: a list from it that reached its limit continues, as a list of
   * all items does, if there is a further item.
   */
  #withFurther(listed: ListResult<T>, end: string): ListResult<T> {
    const limit = this.#limit;
    const at = lastKeyOf(listed.slices);
    const isFull = at !== undefined && limit !== undefined && countOf(listed.slices) >= limit;
    if (!isFull || listed.continue !== undefined || this.#state.tree.count(`${at}\0`, end) === 0) return listed;
    return this.#result(listed.revision, listed.slices, { at, remaining: undefined });
  }

  #atRetained(revision: number, expiredError: ExpiredError): ListResult<T> | Promise<ListResult<T>> {
    const overlay = stateAt(this.#state, revision);
    if (overlay === undefined) return this.#fromStore(revision, expiredError);
    if (overlay.size > 0) return this.#throughOverlay(overlay);
    const now = this.current();
    const next = now.continue === undefined ? undefined : { ...now.continue, revision };
    return { ...now, revision, continue: next };
  }

  /**
   * Waits for the cache, which may lag behind the store; refuses a revision that the store has not
   * reached.
   */
  #unreached(requested: RequestedRevision, expiredError: ExpiredError): Promise<ListResult<T>> {
    const state = this.#state;
    return Promise.resolve(state.changeStream.awaitCurrent()).then(() => {
      // Stores take signed numbers: a larger one is compared before it is requested.
      if (requested > maxStoreRevision) throw unreachedRevision(requested, state.revision);
      if (requested > state.revision)
        throw plainError(
          "etcdserver: mvcc: required revision is a future revision",
          futureRevision(requested, state.revision),
        );
      return this.exact(requested, expiredError);
    });
  }

  /** Lists an older state: the current tree without the changes since. */
  #throughOverlay(overlay: Overlay<T>): ListResult<T> {
    const limit = this.#limit ?? Number.POSITIVE_INFINITY;
    const items = itemsThroughOverlay(this.#state, overlay, this.#bounds());
    if (isFiltered(this.#selection)) return this.#filtered(items, overlay.revision);
    const found: T[] = [];
    let remaining = 0;
    for (const item of items) {
      if (found.length < limit) found.push(item);
      else if (++remaining > 0 && !Number.isFinite(limit)) break;
    }
    const at = remaining > 0 ? found[found.length - 1]?.key : undefined;
    return this.#result(overlay.revision, slicesOf(found), { at, remaining });
  }

  /** Lists a state from the store that is no longer in memory. */
  async #fromStore(revision: number, expiredError: ExpiredError): Promise<ListResult<T>> {
    const limit = this.#limit ?? Number.POSITIVE_INFINITY;
    const { end, start } = this.#bounds();
    const items: T[] = [];
    const filter = isFiltered(this.#selection);
    const pageLimit = Number.isFinite(limit) ? Math.max(limit, 500) : 10_000;
    let remaining = 0;
    let at: string | undefined;
    for (let from = start; ; ) {
      const page = await this.#retainedPage(
        { start: from, end },
        { limit: pageLimit, revision: revision as Revision, count: true },
        expiredError,
      );
      for (const item of page.items) {
        if (items.length >= limit) {
          at ??= items[items.length - 1]?.key;
          remaining++;
        } else if (!filter || selects(this.#selection, item)) items.push(item);
      }
      remaining += at === undefined && items.length < limit ? 0 : page.remaining;
      if (items.length >= limit && page.next !== undefined) at ??= items[items.length - 1]?.key;
      if (page.next === undefined || at !== undefined) break;
      from = page.next;
    }
    return this.#result(revision, slicesOf(items), { at, remaining: filter ? undefined : remaining });
  }

  async #retainedPage(
    range: Bounds,
    options: { readonly limit: number; readonly revision: Revision; readonly count: boolean },
    expiredError: ExpiredError,
  ): Promise<ItemPage<T>> {
    const { options: cache } = this.#state;
    try {
      return await readPage(cache, { prefix: cache.prefix, ...range }, options);
    } catch (error) {
      if (isStorageError(error, "compacted")) throw expiredError();
      throw error;
    }
  }
}
