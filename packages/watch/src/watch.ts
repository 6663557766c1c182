import type { Timer } from "@svc/base";
import { expired } from "@svc/meta";
import type { CacheState, WatchHandle } from "./cache-state.ts";
import type { Item } from "./item.ts";
import { itemsOf, listItems } from "./list.ts";
import type { Selection } from "./selector.ts";
import type { WatchEvent } from "./watch-event.ts";
import { eventFor, type WatchSink } from "./watchers.ts";

export interface StartWatchOptions<T extends Item> {
  readonly selection: Selection;
  /**
   * Changes after a revision; or first the state at hand (`any`) or of now (`latest`), then what
   * changes.
   */
  readonly from: WatchFrom;
  /**
   * Tell the revision from time to time, so that a client that comes back later need not begin
   * anew.
   * @default false
   */
  readonly bookmarks?: boolean;
  /** The watch ends after so long. */
  readonly timeoutMs: number;
  readonly sink: InitialSink<T>;
  /** Names watches that `ResourceCache.endWatches` ends together. */
  readonly tag?: string;
}

export type WatchFrom =
  | { readonly kind: "after"; readonly revision: number }
  | { readonly kind: "latest" }
  | { readonly kind: "any" }
  /** A streaming list: the state at a revision or later, an end mark, then what changes. */
  | { readonly kind: "initialEvents"; readonly revision: number | undefined };

export interface InitialSink<T extends Item> extends WatchSink<T> {
  /**
   * What was there when the watch began, in order of key; called at most once, before anything
   * else.
   */
  initial(items: readonly T[]): void;
}

/** About how often a watcher is told the revision. */
const bookmarkIntervalMs = 60_000;
/** And once shortly before its time is up. */
const bookmarkBeforeEndMs = 2_000;

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
    options.sink.initial(items);
    if (from.kind === "initialEvents" && options.bookmarks === true) options.sink.bookmark(state.revision, true);
    return addWatcher(state, options, options.sink);
  };
  const list = listItems(state, { selection, at });
  return list instanceof Promise ? list.then((l) => begin(l.slices)) : begin(list.slices);
}

/**
 * History, then what happens: both are taken in one synchronous step, so nothing is missed or told
 * twice.
 */
function resume<T extends Item>(state: CacheState<T>, options: StartWatchOptions<T>, revision: number): WatchHandle {
  const { history, changeStream } = state;
  history.expire(changeStream.clock.monotonic());
  if (revision < history.floor) throw expired(`too old resource version: ${revision} (${history.floor})`);
  const { sink, selection } = options;
  for (let i = history.indexAfter(revision); i < history.length; i++) {
    const change = history.at(i);
    const event = change === undefined ? undefined : eventFor(selection, change);
    if (event !== undefined) sink.event(event);
  }
  return addWatcher(state, options, revision > state.revision ? skipThrough(sink, revision) : sink);
}

/** Of a watch from the future: what happens until then is not told. */
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
