import { type Backoff, type BackoffOptions, createBackoff } from "./backoff.ts";
import {
  aBoolean,
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  aNumber,
  aSignal,
  aString,
  checkArgument,
  oneOf,
  optional,
  optionsOf,
  withMethods,
} from "./check/index.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Log } from "./log.ts";

/** A queue of keys, each of which is processed by at most one worker at a time. */
export interface WorkQueue<K> {
  /** Adds a key, unless it is queued already. A key that is being processed is processed again. */
  add(key: K): void;
  /** Adds a key after a delay. Of several delays for a key, the earliest applies. */
  addAfter(key: K, delayMs: number): void;
  /** Number of queued and processed keys, without delayed ones. */
  size(): number;
  /** Resolves when no key is queued or processed. Delayed keys do not count. */
  idle(): Promise<void>;
  /** Drops all keys. A key that is being processed is finished, and not retried. */
  stop(): void;
}

/** Done, to be retried with a backoff, or to be processed again after a delay. */
export type WorkResult = "done" | "again" | { readonly afterMs: number };

/** Measures one work queue. */
export interface WorkQueueObserver {
  /** A key was added; a key that already waits counts once. */
  added(key: unknown): void;
  /** A worker took the key. */
  started(key: unknown): void;
  /** @param retried whether the key will be processed again because it failed */
  finished(key: unknown, retried: boolean): void;
}

/** Options of {@link createWorkQueue}. */
export interface WorkQueueOptions<K> {
  /** Name of the queue in the log. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Stops the queue when it is aborted. @default only `stop` does */
  readonly signal?: AbortSignal | undefined;
  /** @default the queue is not measured */
  readonly observer?: WorkQueueObserver | undefined;
  /** Processes one key. A rejection is logged and retried as "again". Undefined means "done". */
  readonly work: (key: K) => Promise<WorkResult | undefined>;
  /** Number of concurrent workers. @default 4 */
  readonly workers?: number | undefined;
  /** Delay before the first retry of a key. @default 100 */
  readonly firstRetryMs?: number | undefined;
  /** Maximum delay between retries. @default 60,000 */
  readonly maxRetryMs?: number | undefined;
  /** Whether delayed keys keep the process alive. @default true */
  readonly keepAlive?: boolean | undefined;
  /** Level at which failures are logged. @default "debug" */
  readonly failureLevel?: "debug" | "warn" | undefined;
}

const workQueueOptions = optionsOf<WorkQueueOptions<never>>({
  name: aString,
  clock: aClock,
  log: aLog,
  random: optional(aFunction),
  signal: optional(aSignal),
  observer: optional(withMethods("a WorkQueueObserver of @svc/base", "added", "started", "finished")),
  work: aFunction,
  workers: optional(aNumber),
  firstRetryMs: optional(aNonNegativeNumber),
  maxRetryMs: optional(aNonNegativeNumber),
  keepAlive: optional(aBoolean),
  failureLevel: optional(oneOf("debug", "warn")),
});

/**
 * Creates a work queue: keys are processed in the order in which they were added, and failed keys
 * are retried with an exponential backoff.
 * @throws {TypeError} for a wrong argument
 */
export function createWorkQueue<K>(options: WorkQueueOptions<K>): WorkQueue<K> {
  checkArgument("createWorkQueue: options", options, workQueueOptions);
  const { clock, random = Math.random, signal, observer, workers = 4, keepAlive = true } = options;
  const { firstRetryMs = 100, maxRetryMs = 60_000 } = options;
  const waiting = new Set<K>();
  const busy = new Set<K>();
  /** Keys that were added again during their processing. */
  const again = new Set<K>();
  const retryDelayMs = createRetryDelays<K>({ firstMs: firstRetryMs, maxMs: maxRetryMs, random });
  const later = createDelays<K>({ clock, keepAlive }, (key) => queue.add(key));
  let idleListeners: (() => void)[] = [];
  let stopped = false;

  const processKey = async (key: K): Promise<void> => {
    const result = await attempt(options, key, () => stopped);
    busy.delete(key);
    observer?.finished(key, result === "again");
    const delayMs = retryDelayMs(key, result);
    if (delayMs !== undefined) queue.addAfter(key, delayMs);
    if (again.delete(key)) waiting.add(key);
    startWorkers();
    notifyIdle();
  };
  const startWorkers = (): void => {
    for (const key of waiting) {
      if (stopped || busy.size >= workers) return;
      waiting.delete(key);
      busy.add(key);
      observer?.started(key);
      void processKey(key);
    }
  };
  const notifyIdle = (): void => {
    if (queue.size() > 0) return;
    const listeners = idleListeners;
    idleListeners = [];
    for (const listener of listeners) listener();
  };
  const queue: WorkQueue<K> = {
    add: (key) => {
      if (stopped) return;
      later.cancel(key);
      observer?.added(key);
      if (busy.has(key)) again.add(key);
      else waiting.add(key);
      queueMicrotask(startWorkers);
    },
    addAfter: (key, delayMs) => {
      if (!stopped && !waiting.has(key)) later.set(key, delayMs);
    },
    size: () => waiting.size + busy.size,
    idle: async () => {
      while (queue.size() > 0) await new Promise<void>((resolve) => idleListeners.push(resolve));
    },
    stop: () => {
      stopped = true;
      later.clear();
      waiting.clear();
      again.clear();
      notifyIdle();
    },
  };
  if (signal?.aborted === true) queue.stop();
  signal?.addEventListener("abort", queue.stop, { once: true });
  return queue;
}

async function attempt<K>(
  { name, log, work, failureLevel = "debug" }: WorkQueueOptions<K>,
  key: K,
  isStopped: () => boolean,
): Promise<WorkResult> {
  try {
    return (await work(key)) ?? "done";
  } catch (error) {
    if (!isStopped())
      log[failureLevel]("a key could not be processed, will retry", {
        queue: name,
        key: String(key),
        error: String(error),
      });
    return "again";
  }
}

/** Returns a function that computes the delay before a key is processed again, if it is. */
function createRetryDelays<K>(options: BackoffOptions): (key: K, result: WorkResult) => number | undefined {
  const failures = new Map<K, Backoff>();
  return (key, result) => {
    if (result === "again") {
      const backoff = failures.get(key) ?? createBackoff(options);
      failures.set(key, backoff);
      return backoff.next();
    }
    failures.delete(key);
    return result === "done" ? undefined : result.afterMs;
  };
}

interface Delays<K> {
  set(key: K, delayMs: number): void;
  cancel(key: K): void;
  clear(): void;
}

function createDelays<K>(
  { clock, keepAlive }: { readonly clock: Clock; readonly keepAlive: boolean },
  onDue: (key: K) => void,
): Delays<K> {
  const timers = new Map<K, { readonly timer: Timer; readonly atMs: number }>();
  const cancel = (key: K): void => {
    timers.get(key)?.timer.cancel();
    timers.delete(key);
  };
  return {
    cancel,
    set: (key, delayMs) => {
      const atMs = clock.monotonic() + delayMs;
      if ((timers.get(key)?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) return;
      cancel(key);
      const wake = (): void => {
        timers.delete(key);
        onDue(key);
      };
      const timer = clock.after(delayMs, wake, { keepAlive });
      timers.set(key, { timer, atMs });
    },
    clear: () => {
      for (const { timer } of timers.values()) timer.cancel();
      timers.clear();
    },
  };
}
