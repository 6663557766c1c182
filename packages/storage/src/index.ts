export { type Clock, type Log, silentLog, systemClock, type Timer } from "./clock.ts";
export { type Compactor, type CompactorOptions, startCompactor } from "./compactor.ts";
export {
  AccessDeniedError,
  CompactedError,
  CorruptError,
  FutureRevisionError,
  IncompatibleError,
  isStorageError,
  LockedError,
  OverloadedError,
  SlowWatcherError,
  StorageClosedError,
  type StorageErrorCode,
  type StorageErrors,
  TooLargeError,
  UnavailableError,
  UnknownOutcomeError,
  WriteFailedError,
} from "./errors.ts";
export type {
  Change,
  ChangeBatch,
  CommitResult,
  Entry,
  GetResult,
  Guard,
  KeyRange,
  Page,
  RangeOptions,
  ReadOptions,
  Revision,
  Storage,
  StorageLimits,
  StorageStatus,
  WatchOptions,
  Write,
} from "./storage.ts";
export { createValueRoom, type ValueRoom } from "./value-room.ts";
