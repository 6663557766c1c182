import type { Turns } from "@svc/base";
import type { Entry } from "@svc/storage";
import type { ChangeStream } from "./change-stream.ts";
import type { History, HistoryLimits } from "./history.ts";
import type { IndexSet } from "./index-set.ts";
import type { Item } from "./item.ts";
import type { ItemTree } from "./item-tree.ts";
import { Overlay } from "./overlay.ts";
import type { Watchers } from "./watchers.ts";

/** Notified of the items that a cache holds, so that they can share memory. */
export interface ItemPacking<T extends Item> {
  /** The item was added to the cache. */
  hold(item: T): void;
  /**
   * The item was superseded or deleted: its neighbours may have changed. History may still hold it
   * for minutes.
   */
  supersede(item: T): void;
  /** The cache dropped the item, after history did. */
  release(item: T): void;
}

/** Options of `createResourceCache`. */
export interface ResourceCacheOptions<T extends Item> {
  readonly changeStream: ChangeStream;
  /** Storage prefix of the resource; ends with `/`. */
  readonly prefix: string;
  readonly namespaced: boolean;
  /**
   * Creates an item from a stored entry. It must not throw: an entry that cannot be decoded becomes
   * an item with `corrupt`.
   */
  readonly read: (entry: Entry) => T;
  /** Creates an item with `corrupt` for a value that the store cannot read. */
  readonly readDamaged: (damage: DamagedValue) => T;
  /**
   * Unreadable items by key: indexes do not find them by their fields. Some may be deleted.
   * @default none
   */
  readonly unreadable?: ReadonlyMap<string, T>;
  /**
   * True if items copy the parts that they need of values: then the values of the first read use
   * shared memory.
   * @default false
   */
  readonly copiesValues?: boolean;
  /** @default none */
  readonly packing?: ItemPacking<T>;
  /** Fields with an index for lists and watches. */
  readonly indexedFields?: readonly string[];
  /** Labels with an index for lists and watches. */
  readonly indexedLabels?: readonly string[];
  readonly history?: Partial<HistoryLimits>;
  /**
   * Turns for parsing many items that a list or watch selects by labels or fields.
   * @default all are parsed without a pause
   */
  readonly turns?: Turns | undefined;
  /**
   * Called for each list that has to see a revision, with the milliseconds that the cache took to
   * reach it. @default nothing happens
   */
  readonly onWaited?: (ms: number) => void;
}

/** A stored value of which only key and revision can be read. */
export interface DamagedValue {
  readonly key: string;
  readonly revision: number;
  readonly reason: string;
}

/** A running watch. */
export interface WatchHandle {
  stop(): void;
}

/** Counts of the lists of a cache since it was created. */
export interface ListCounts {
  lists: number;
  /** Lists of the latest state. */
  consistent: number;
  /** Items that were tested or taken. */
  examined: number;
  returned: number;
  /** Events of the past that watches began with: objects that were there, and changes. */
  initialEvents: number;
}

/** State shared by the parts of a cache. */
export interface CacheState<T extends Item> {
  readonly changeStream: ChangeStream;
  readonly options: ResourceCacheOptions<T>;
  readonly tree: ItemTree<T>;
  readonly indexes: IndexSet<T>;
  readonly watchers: Watchers<T>;
  readonly listCounts: ListCounts;
  history: History<T>;
  revision: number;
  /** Recently requested older states, by revision. */
  readonly overlays: Map<number, Overlay<T>>;
  readonly keyOf: (namespace: string, name: string) => string;
}

/** Most older states that are kept; each costs the changes since it. */
const maxOverlays = 64;

/** Returns the state at an older revision; undefined if the history does not reach back to it. */
export function stateAt<T extends Item>(state: CacheState<T>, revision: number): Overlay<T> | undefined {
  state.history.expire(state.changeStream.clock.monotonic());
  if (revision < state.history.floor) return undefined;
  let overlay = state.overlays.get(revision);
  if (overlay === undefined) overlay = new Overlay(revision);
  else state.overlays.delete(revision);
  overlay.update(state.history);
  for (const [old] of state.overlays) if (old < state.history.floor) state.overlays.delete(old);
  // The most recently used states stay longest.
  state.overlays.set(revision, overlay);
  for (const old of state.overlays.keys()) {
    if (state.overlays.size <= maxOverlays) break;
    state.overlays.delete(old);
  }
  return overlay;
}
