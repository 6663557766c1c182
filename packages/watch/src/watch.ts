import type { Timer } from "@svc/base";
import { expired } from "@svc/meta";
import type { CacheState, WatchHandle } from "./cache-state.ts";
import type { Item } from "./item.ts";
import { listItems } from "./list.ts";
import type { Selection } from "./selector.ts";
import { itemsOf } from "./slices.ts";
import type { WatchEvent } from "./watch-event.ts";
import { eventFor, type WatchSink } from "./watchers.ts";

/** Options of `ResourceCache.watch`. */
export interface StartWatchOptions<T extends Item> {
  readonly selection: Selection;
  /**
   * Starts after a revision; or with the state in memory (`any`) or the latest state, then changes.
   */
  readonly from: WatchFrom;
  /**
   * Whether to send the revision periodically, so that a client can resume.
   * @default false
   */
  readonly bookmarks?: boolean;
  /** Duration after which the watch ends. */
  readonly timeoutMs: number;
  readonly sink: InitialSink<T>;
  /** Tag for `ResourceCache.endWatches`. */
  readonly tag?: string;
}

/** The start of a watch. */
export type WatchFrom =
  | { readonly kind: "after"; readonly revision: number }
  | { readonly kind: "latest" }
  | { readonly kind: "any" }
  /** A streaming list: the state at a revision or later, an end mark, then changes. */
  | { readonly kind: "initialEvents"; readonly revision: number | undefined };

/** Receives the initial state of a watch, then its events. */
export interface InitialSink<T extends Item> extends WatchSink<T> {
  /** Existing objects in key order; called at most once and before anything else. */
  initial(items: readonly T[]): void;
}

/** Approximate interval of bookmarks. */
const bookmarkIntervalMs = 60_000;
/** A last bookmark is sent this long before the timeout. */
const bookmarkBeforeEndMs = 2_000;

/** Starts a watch. */
export function startWatch<T extends Item>(
  state: CacheState<T>,
  options: StartWatchOptions<T>,
): WatchHandle | Promise<WatchHandle> {
  const { from, selection } = options;
  if (from.kind === "after") return resume(state, options, from.revision);
  const at =
    from.kind === "any"
      ? ({ kind: "any" } as const)
      : from.kind === "initialEvents" && from.revision !== undefined
        ? ({ kind: "notOlderThan", revision: from.revision } as const)
        : ({ kind: "latest" } as const);
  const begin = (runs: Parameters<typeof itemsOf<T>>[0]): WatchHandle => {
    const items = [...itemsOf(runs)];
    state.listCounts.initialEvents += items.length;
    options.sink.initial(items);
    if (from.kind === "initialEvents" && options.bookmarks === true) options.sink.bookmark(state.revision, true);
    return addWatcher(state, options, options.sink);
  };
  const list = listItems(state, { selection, at });
  return list instanceof Promise ? list.then((l) => begin(l.slices)) : begin(list.slices);
}

/**
 * Delivers history and subscribes in one synchronous step, so that no event is lost or repeated.
 */
function resume<T extends Item>(state: CacheState<T>, options: StartWatchOptions<T>, revision: number): WatchHandle {
  const { history, changeStream } = state;
  history.expire(changeStream.clock.monotonic());
  if (revision < history.floor) throw expired(`too old resource version: ${revision} (${history.floor})`);
  const { sink, selection } = options;
  for (let i = history.indexAfter(revision); i < history.length; i++) {
    const change = history.at(i);
    const event = change === undefined ? undefined : eventFor(selection, change);
    if (event === undefined) continue;
    state.listCounts.initialEvents++;
    sink.event(event);
  }
  return addWatcher(state, options, revision > state.revision ? skipThrough(sink, revision) : sink);
}

/** Skips events up to a future revision from which a watch starts. */
function skipThrough<T extends Item>(sink: WatchSink<T>, revision: number): WatchSink<T> {
  return {
    event: (event: WatchEvent<T>) => {
      if (event.item.revision > revision) sink.event(event);
    },
    bookmark: (at, initial) => {
      if (at >= revision) sink.bookmark(at, initial);
    },
    end: (error) => sink.end(error),
  };
}

function addWatcher<T extends Item>(
  state: CacheState<T>,
  options: StartWatchOptions<T>,
  sink: WatchSink<T>,
): WatchHandle {
  const { clock } = state.changeStream;
  const timers: { bookmark?: Timer; beforeEnd?: Timer; end?: Timer } = {};
  const cancelTimers = (): void => {
    timers.bookmark?.cancel();
    timers.beforeEnd?.cancel();
    timers.end?.cancel();
  };
  const leave = state.watchers.add(options.selection, {
    tag: options.tag,
    event: (event) => sink.event(event),
    bookmark: (revision, initial) => sink.bookmark(revision, initial),
    end: (error) => {
      stop();
      sink.end(error);
    },
  });
  const stop = (): void => {
    cancelTimers();
    leave();
  };
  if (options.bookmarks === true) {
    const sendBookmark = (): void => sink.bookmark(state.revision, false);
    const again = (): void => {
      sendBookmark();
      timers.bookmark = clock.after(bookmarkIntervalMs, again);
    };
    timers.bookmark = clock.after(bookmarkIntervalMs, again);
    if (options.timeoutMs > bookmarkBeforeEndMs)
      timers.beforeEnd = clock.after(options.timeoutMs - bookmarkBeforeEndMs, sendBookmark);
  }
  timers.end = clock.after(options.timeoutMs, () => {
    stop();
    sink.end(undefined);
  });
  return { stop };
}
