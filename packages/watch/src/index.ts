export type { ItemPacking, ListCounts, ResourceCacheOptions, WatchHandle } from "./cache-state.ts";
export {
  type ChangeReader,
  type ChangeStream,
  type ChangeStreamOptions,
  createChangeStream,
  futureRevision,
  futureTimeoutMs,
  type RequestedRevision,
} from "./change-stream.ts";
export {
  type ContinueToken,
  type ContinueTokenCodec,
  type ContinueTokenOptions,
  createContinueTokenCodec,
} from "./continue-token.ts";
export { defaultHistoryLimits, type HistoryLimits } from "./history.ts";
export { createItem, type Item, type ItemChange, type ItemOptions } from "./item.ts";
export { type Chunk, ItemTree, type Slice } from "./item-tree.ts";
export { itemsOf, type ListAt, type ListOptions, type ListResult } from "./list.ts";
export { createResourceCache, type ResourceCache } from "./resource-cache.ts";
export { everything, isFiltered, namedObject, type Selection, selects } from "./selector.ts";
export type { InitialSink, StartWatchOptions, WatchFrom } from "./watch.ts";
export { WatchEvent, type WatchEventType } from "./watch-event.ts";
export type { WatchSink } from "./watchers.ts";
