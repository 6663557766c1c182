import type { Entry } from "@svc/storage";
import type { ChangeStream } from "./change-stream.ts";
import type { History, HistoryLimits } from "./history.ts";
import type { IndexSet } from "./index-set.ts";
import type { Item } from "./item.ts";
import type { ItemTree } from "./item-tree.ts";
import { Overlay } from "./overlay.ts";
import type { Watchers } from "./watchers.ts";

/** Is told which items a cache holds, so that they can share memory. */
export interface ItemPacking<T extends Item> {
  /** It came into the cache. */
  hold(item: T): void;
  /**
   * It was superseded or deleted: its neighbours may be others from now on. History holds it, for
   * minutes perhaps.
   */
  supersede(item: T): void;
  /** The cache lets go of it, after history did. */
  release(item: T): void;
}

export interface ResourceCacheOptions<T extends Item> {
  readonly changeStream: ChangeStream;
  /** The storage prefix of the resource; ends with `/`. */
  readonly prefix: string;
  readonly namespaced: boolean;
  /**
   * Makes an item of what the store holds. It must not throw: what cannot be decoded becomes an
   * item that says so.
   */
  readonly read: (entry: Entry) => T;
  /** Makes an item of a value that the store cannot read any more: one that says so. */
  readonly readDamaged: (damage: DamagedValue) => T;
  /**
   * Items that turned out to be unreadable, by key: no index finds them by their fields. Some may
   * be gone.
   * @default none
   */
  readonly unreadable?: ReadonlyMap<string, T>;
  /**
   * Whether items have copies of what they need of values: then those of the first read are lent.
   * @default false
   */
  readonly copiesValues?: boolean;
  /** @default nobody is told */
  readonly packing?: ItemPacking<T>;
  /** Fields by whose value lists and watches are found. */
  readonly indexedFields?: readonly string[];
  /** Labels likewise. */
  readonly indexedLabels?: readonly string[];
  readonly history?: Partial<HistoryLimits>;
}

/** A value that was stored, and of which the store has only the key and the revision. */
export interface DamagedValue {
  readonly key: string;
  readonly revision: number;
  readonly reason: string;
}

export interface WatchHandle {
  stop(): void;
}

/** What the parts of a cache share. */
export interface CacheState<T extends Item> {
  readonly changeStream: ChangeStream;
  readonly options: ResourceCacheOptions<T>;
  readonly tree: ItemTree<T>;
  readonly indexes: IndexSet<T>;
  readonly watchers: Watchers<T>;
  history: History<T>;
  revision: number;
  /** Older states that were asked for lately, by revision. */
  readonly overlays: Map<number, Overlay<T>>;
  readonly keyOf: (namespace: string, name: string) => string;
}

/** Older states that are kept at hand; each costs the changes since it. */
const maxOverlays = 64;

/** The state at an older revision that the history reaches back to; undefined when it does not. */
export function stateAt<T extends Item>(state: CacheState<T>, revision: number): Overlay<T> | undefined {
  state.history.expire(state.changeStream.clock.monotonic());
  if (revision < state.history.floor) return undefined;
  let overlay = state.overlays.get(revision);
  if (overlay === undefined) overlay = new Overlay(revision);
  else state.overlays.delete(revision);
  overlay.update(state.history);
  for (const [old] of state.overlays) if (old < state.history.floor) state.overlays.delete(old);
  // Those asked for last stay longest.
  state.overlays.set(revision, overlay);
  for (const old of state.overlays.keys()) {
    if (state.overlays.size <= maxOverlays) break;
    state.overlays.delete(old);
  }
  return overlay;
}
