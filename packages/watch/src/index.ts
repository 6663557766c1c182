export type { ItemPacking, ListCounts, ResourceCacheOptions, WatchHandle } from "./cache-state.ts";
export type { ChangeReader } from "./change-readers.ts";
export { type ChangeStream, type ChangeStreamOptions, createChangeStream } from "./change-stream.ts";
export {
  type ContinueToken,
  type ContinueTokenCodec,
  type ContinueTokenOptions,
  createContinueTokenCodec,
} from "./continue-token.ts";
export { defaultHistoryLimits, type HistoryLimits } from "./history.ts";
export { createItem, type Item, type ItemChange, type ItemOptions, type ParsedParts } from "./item.ts";
export type { Chunk, Slice } from "./item-tree.ts";
export type { ListAt, ListOptions, ListResult } from "./list.ts";
export type { RequestedRevision } from "./requested-revision.ts";
export { createResourceCache, type ResourceCache } from "./resource-cache.ts";
export { everything, type Selection, selects } from "./selector.ts";
export { itemsOf } from "./slices.ts";
export type { InitialSink, StartWatchOptions, WatchFrom } from "./watch.ts";
export { WatchEvent, type WatchEventType } from "./watch-event.ts";
export type { WatchSink } from "./watchers.ts";
