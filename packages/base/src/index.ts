export { abortProblem, isTimeout, timeoutReason } from "./abort-reason.ts";
export { appendAll } from "./append-all.ts";
export { type Backoff, type BackoffOptions, createBackoff } from "./backoff.ts";
export {
  maxCauses,
  maxMessageLength,
  maxQuotedLength,
  omission,
  type StructureNotation,
  showStructure,
  truncate,
  truncateWithNotice,
} from "./bounded-text.ts";
export {
  type Clock,
  createManualClock,
  type ManualClock,
  systemClock,
  type Timer,
  type TimerOptions,
} from "./clock.ts";
export { type ConsoleLogOptions, consoleLog, createConsoleLog, type LogLevel } from "./console-log.ts";
export { durationProblem, formatDuration, parseDuration, parseDurationMs } from "./duration.ts";
export { createExpiringCache, type ExpiringCache } from "./expiring-cache.ts";
export { Listeners } from "./listeners.ts";
export { boundedFields, type Log, type LogFields, silentLog } from "./log.ts";
export type { MaybePromise } from "./maybe-promise.ts";
export { type PauseOptions, pause } from "./pause.ts";
export { perSecond } from "./per-second.ts";
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  type QuantityFormat,
  quantityProblem,
  quantityValue,
  subtractQuantities,
} from "./quantity.ts";
export { quote, quoteEscapes, quoteWhole } from "./quote.ts";
export { createNameSuffixSource, createUidSource, type RandomBytes } from "./random.ts";
export { sortSteps } from "./sort-steps.ts";
export { finishSteps, longStep, runSteps, type Steps } from "./steps.ts";
export { trimEndOf } from "./trim-end.ts";
export { createTurns, type Turns } from "./turns.ts";
export { parseUnsigned, type UnsignedResult } from "./unsigned.ts";
export { asBuffer, decodeUtf8 } from "./utf8.ts";
export {
  createWorkQueue,
  type WorkQueue,
  type WorkQueueObserver,
  type WorkQueueOptions,
  type WorkResult,
} from "./work-queue.ts";
