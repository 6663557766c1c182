import { expired, plainError, type StatusError } from "@svc/meta";
import { isStorageError, type Revision } from "@svc/storage";
import { type CacheState, stateAt } from "./cache-state.ts";
import { futureRevision, type RequestedRevision, unreachedRevision } from "./change-stream.ts";
import type { ContinueToken } from "./continue-token.ts";
import type { Item } from "./item.ts";
import type { Slice } from "./item-tree.ts";
import type { Overlay } from "./overlay.ts";
import { type ItemPage, readPage } from "./read-page.ts";
import { isFiltered, namedObject, type Selection, selects } from "./selector.ts";

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

/** Iterates over the items of slices. */
export function* itemsOf<T extends Item>(slices: readonly Slice<T>[]): IterableIterator<T> {
  for (const { items, from, to } of slices) {
    for (let i = from; i < to; i++) {
      const item = items[i];
      if (item !== undefined) yield item;
    }
  }
}

/** Lists items at the requested state. */
export function listItems<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
): ListResult<T> | Promise<ListResult<T>> {
  const { at } = options;
  const { changeStream, listCounts } = state;
  listCounts.lists++;
  if (at.kind === "latest") listCounts.consistent++;
  switch (at.kind) {
    case "any":
      return listCurrent(state, { ...options, limit: Number.POSITIVE_INFINITY }, "");
    case "latest":
      return after(changeStream.awaitCurrent(), () => listCurrent(state, options, ""));
    case "notOlderThan":
      return after(changeStream.awaitRevision(at.revision), () => listCurrent(state, options, ""));
    case "reached":
      return after(changeStream.requireRevision(at.revision), () => listCurrent(state, options, ""));
    case "exact":
      return listExact(state, options, at.revision, "", "The resourceVersion for the provided list is too old.");
    case "continue": {
      const { token, encode } = at;
      if (token.revision === undefined)
        return after(changeStream.awaitCurrent(), () => listCurrent(state, options, token.start));
      return listExact(state, options, token.revision, token.start, inconsistentMessage, () =>
        encode({ revision: undefined, start: token.start }),
      );
    }
  }
}

const inconsistentMessage =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

function after<R>(wait: Promise<void> | undefined, act: () => R): R | Promise<R> {
  return wait === undefined ? act() : wait.then(act);
}

/** Range of keys of a list. */
interface Bounds {
  readonly start: string;
  readonly end: string;
}

function boundsOf<T extends Item>(
  { options: { prefix, namespaced } }: CacheState<T>,
  { namespace }: Selection,
  start: string,
): Bounds {
  const scope = namespaced && namespace !== undefined ? `${prefix}${namespace}/` : prefix;
  const from = prefix + start;
  return { start: from > scope ? from : scope, end: `${scope.slice(0, -1)}0` };
}

function listCurrent<T extends Item>(state: CacheState<T>, options: ListOptions, start: string): ListResult<T> {
  const bounds = boundsOf(state, options.selection, start);
  const { selection, limit } = options;
  if (isFiltered(selection)) {
    const listed = listFiltered(state, options, candidates(state, selection, bounds), state.revision);
    return namedObject(selection) === undefined ? withFurther(state, listed, { limit, end: bounds.end }) : listed;
  }
  const slices = state.tree.slices(bounds.start, bounds.end, limit);
  countTaken(state, slices);
  const last = lastKey(slices);
  const remaining = limit === undefined || last === undefined ? 0 : state.tree.count(`${last}\0`, bounds.end);
  return result(state, state.revision, slices, remaining > 0 ? last : undefined, remaining);
}

/**
 * An index has only what matches: a list from it that reached its limit goes on as one that looked
 * at everything does, wherever a further item exists.
 */
function withFurther<T extends Item>(
  state: CacheState<T>,
  listed: ListResult<T>,
  { limit, end }: { readonly limit: number | undefined; readonly end: string },
): ListResult<T> {
  const last = lastKey(listed.slices);
  const isFull = last !== undefined && limit !== undefined && countOf(listed.slices) >= limit;
  if (!isFull || listed.continue !== undefined || state.tree.count(`${last}\0`, end) === 0) return listed;
  return result(state, listed.revision, listed.slices, last, undefined);
}

function countOf<T extends Item>(slices: readonly Slice<T>[]): number {
  return slices.reduce((sum, { from, to }) => sum + to - from, 0);
}

function result<T extends Item>(
  { options: { prefix } }: CacheState<T>,
  revision: number,
  slices: readonly Slice<T>[],
  cutAt: string | undefined,
  remaining: number | undefined,
): ListResult<T> {
  if (cutAt === undefined) return { revision, slices, continue: undefined, remaining: undefined };
  return { revision, slices, continue: { revision, start: `${cutAt.slice(prefix.length)}\0` }, remaining };
}

function lastKey<T extends Item>(slices: readonly Slice<T>[]): string | undefined {
  const last = slices[slices.length - 1];
  return last?.items[last.to - 1]?.key;
}

/** Returns the items to filter: one by name, those of an index, or all in the bounds. */
function candidates<T extends Item>(state: CacheState<T>, selection: Selection, { start, end }: Bounds): Iterable<T> {
  const named = namedObject(selection);
  if (named !== undefined && (named.namespace !== undefined || !state.options.namespaced)) {
    const item = state.tree.get(state.keyOf(named.namespace ?? "", named.name));
    return item === undefined || item.key < start || item.key >= end ? [] : [item];
  }
  const indexed = fromIndexes(state, selection);
  if (indexed === undefined) return itemsOf(state.tree.slices(start, end));
  return [...withUnreadable(state, indexed)]
    .filter((i) => i.key >= start && i.key < end)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Adds unreadable items: indexes do not have them by their fields. */
function withUnreadable<T extends Item>(
  { tree, options: { unreadable } }: CacheState<T>,
  found: ReadonlyMap<string, T>,
): Iterable<T> {
  if (unreadable === undefined || unreadable.size === 0) return found.values();
  return new Set([...found.values(), ...[...unreadable.values()].filter((item) => tree.get(item.key) === item)]);
}

function fromIndexes<T extends Item>(
  { indexes }: CacheState<T>,
  { fields, labels }: Selection,
): ReadonlyMap<string, T> | undefined {
  for (const { field, op, value } of fields.requirements) {
    const found = op === "=" ? indexes.lookup(`field ${field}`, value) : undefined;
    if (found !== undefined) return found;
  }
  for (const r of labels.requirements) {
    const [value] = r.op === "in" && r.values.length === 1 ? r.values : [];
    const found = value === undefined ? undefined : indexes.lookup(`label ${r.key}`, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * With a filter, a list that reached its limit goes on wherever a further item exists, whether that
 * one matches or not.
 */
function listFiltered<T extends Item>(
  state: CacheState<T>,
  { selection, limit = Number.POSITIVE_INFINITY }: ListOptions,
  from: Iterable<T>,
  revision: number,
): ListResult<T> {
  const items: T[] = [];
  let cutAt: string | undefined;
  let examined = 0;
  for (const item of from) {
    if (items.length >= limit) {
      cutAt = items[items.length - 1]?.key;
      break;
    }
    examined++;
    if (selects(selection, item)) items.push(item);
  }
  state.listCounts.examined += examined;
  state.listCounts.returned += items.length;
  return result(state, revision, items.length === 0 ? [] : [sliceOf(items)], cutAt, undefined);
}

function countTaken<T extends Item>({ listCounts }: CacheState<T>, slices: readonly Slice<T>[]): void {
  const taken = countOf(slices);
  listCounts.examined += taken;
  listCounts.returned += taken;
}

function sliceOf<T extends Item>(items: readonly T[]): Slice<T> {
  return { chunk: undefined, items, from: 0, to: items.length };
}

/** The largest revision of an int64. */
const maxStoreRevision = 2n ** 63n - 1n;

function listExact<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
  requested: RequestedRevision,
  start: string,
  tooOld: string,
  continueToken?: () => string,
): ListResult<T> | Promise<ListResult<T>> {
  const revision = Number(requested);
  if (typeof requested === "bigint" || revision > state.revision)
    return listUnreached(state, options, requested, start, tooOld, continueToken);
  const expiredError = (): StatusError => expired(tooOld, continueToken?.());
  const read = (): ListResult<T> | Promise<ListResult<T>> => atRevision(state, options, revision, start, expiredError);
  // A compacted revision is refused even if memory still has it: clients that wait for its end must
  // see it.
  const retained = revision === state.revision || state.changeStream.retains(revision);
  if (retained === true) return read();
  return Promise.resolve(retained).then((is) => {
    if (!is) throw expiredError();
    return read();
  });
}

function atRevision<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
  revision: number,
  start: string,
  expiredError: () => StatusError,
): ListResult<T> | Promise<ListResult<T>> {
  const overlay = stateAt(state, revision);
  if (overlay === undefined) return listFromStore(state, options, revision, start, expiredError);
  if (overlay.size === 0) {
    const now = listCurrent(state, options, start);
    const next = now.continue === undefined ? undefined : { ...now.continue, revision };
    return { ...now, revision, continue: next };
  }
  return listThroughOverlay(state, options, overlay, start);
}

/**
 * Waits for the cache, which may lag behind the store; refuses a revision that the store has not
 * reached.
 */
function listUnreached<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
  requested: RequestedRevision,
  start: string,
  tooOld: string,
  continueToken?: () => string,
): Promise<ListResult<T>> {
  return Promise.resolve(state.changeStream.awaitCurrent()).then(() => {
    // Stores take signed numbers: what is larger is compared before it is asked for.
    if (requested > maxStoreRevision) throw unreachedRevision(requested, state.revision);
    if (requested > state.revision)
      throw plainError(
        "etcdserver: mvcc: required revision is a future revision",
        futureRevision(requested, state.revision),
      );
    return listExact(state, options, requested, start, tooOld, continueToken);
  });
}

/** Lists an older state: the current tree without the changes since. */
function listThroughOverlay<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
  overlay: Overlay<T>,
  start: string,
): ListResult<T> {
  const { selection, limit = Number.POSITIVE_INFINITY } = options;
  const bounds = boundsOf(state, selection, start);
  const items = itemsThroughOverlay(state, overlay, bounds);
  if (isFiltered(selection)) return listFiltered(state, options, items, overlay.revision);
  const found: T[] = [];
  let more = 0;
  for (const item of items) {
    if (found.length < limit) found.push(item);
    else if (++more > 0 && !Number.isFinite(limit)) break;
  }
  const cutAt = more > 0 ? found[found.length - 1]?.key : undefined;
  return result(state, overlay.revision, found.length === 0 ? [] : [sliceOf(found)], cutAt, more);
}

function* itemsThroughOverlay<T extends Item>(
  { tree }: CacheState<T>,
  overlay: Overlay<T>,
  { start, end }: Bounds,
): IterableIterator<T> {
  const changed = overlay.keys(start, end);
  let next = 0;
  for (const item of itemsOf(tree.slices(start, end))) {
    for (let key = changed[next]; key !== undefined && key <= item.key; key = changed[++next]) {
      const older = overlay.get(key);
      if (older !== undefined) yield older;
    }
    if (!overlay.has(item.key)) yield item;
  }
  for (let key = changed[next]; key !== undefined; key = changed[++next]) {
    const older = overlay.get(key);
    if (older !== undefined) yield older;
  }
}

/** Lists a state from the store that is no longer in memory. */
async function listFromStore<T extends Item>(
  state: CacheState<T>,
  options: ListOptions,
  revision: number,
  start: string,
  expiredError: () => StatusError,
): Promise<ListResult<T>> {
  const { selection, limit = Number.POSITIVE_INFINITY } = options;
  const { prefix } = state.options;
  const bounds = boundsOf(state, selection, start);
  const items: T[] = [];
  const filter = isFiltered(selection);
  const pageLimit = Number.isFinite(limit) ? Math.max(limit, 500) : 10_000;
  let remaining = 0;
  let cutAt: string | undefined;
  for (let from = bounds.start; ; ) {
    const range = { prefix, start: from, end: bounds.end };
    const page = await readRetainedPage(
      state,
      range,
      { limit: pageLimit, revision: revision as Revision, count: true },
      expiredError,
    );
    for (const item of page.items) {
      if (items.length >= limit) {
        cutAt ??= items[items.length - 1]?.key;
        remaining++;
      } else if (!filter || selects(selection, item)) items.push(item);
    }
    remaining += cutAt === undefined && items.length < limit ? 0 : page.remaining;
    if (items.length >= limit && page.next !== undefined) cutAt ??= items[items.length - 1]?.key;
    if (page.next === undefined || cutAt !== undefined) break;
    from = page.next;
  }
  return result(state, revision, items.length === 0 ? [] : [sliceOf(items)], cutAt, filter ? undefined : remaining);
}

async function readRetainedPage<T extends Item>(
  { options: cache }: CacheState<T>,
  range: { readonly prefix: string; readonly start: string; readonly end: string },
  options: { readonly limit: number; readonly revision: Revision; readonly count: boolean },
  expiredError: () => StatusError,
): Promise<ItemPage<T>> {
  try {
    return await readPage(cache, range, options);
  } catch (error) {
    if (isStorageError(error, "compacted")) throw expiredError();
    throw error;
  }
}
