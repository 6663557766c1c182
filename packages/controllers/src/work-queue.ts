import type { Clock, Log, Timer } from "@svc/base";
import { type Backoff, createBackoff } from "@svc/client";
import { type Metrics, workQueueMetrics } from "@svc/metrics";

/** A queue of keys, each of which is processed by at most one worker at a time. */
export interface WorkQueue<K> {
  /** Adds a key, unless it is already in the queue. */
  add(key: K): void;
  /** Adds a key after a delay. Of several delays for a key, the earliest applies. */
  addAfter(key: K, delayMs: number): void;
  /** Number of queued and processed keys, without delayed ones. */
  readonly size: number;
}

/** Done, to be retried with a backoff, or to be processed again after a delay. */
export type WorkResult = "done" | "again" | { readonly afterMs: number };

interface WorkQueueOptions<K> {
  /** Of the controller, for the log and metrics. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** @default the queue is not measured */
  readonly metrics?: Metrics;
  readonly work: (key: K) => Promise<WorkResult>;
  /** Number of concurrent workers. @default 4 */
  readonly workers?: number;
  /** Maximum delay between retries. @default 60 seconds */
  readonly maxRetryMs?: number;
}

const firstRetryMs = 100;

/** Creates a work queue that retries failed keys with an exponential backoff. */
export function createWorkQueue<K>(options: WorkQueueOptions<K>): WorkQueue<K> {
  const { name, clock, random, signal, metrics, workers = 4, maxRetryMs = 60_000 } = options;
  const observer = metrics === undefined ? undefined : workQueueMetrics(metrics, clock)(name);
  const waiting = new Set<K>();
  const busy = new Set<K>();
  /** Keys that were added again during their processing. */
  const again = new Set<K>();
  const failures = new Map<K, Backoff>();
  const later = createDelays<K>(clock, (key) => queue.add(key));
  signal.addEventListener("abort", later.clear, { once: true });

  const retry = (key: K): void => {
    const backoff = failures.get(key) ?? createBackoff({ firstMs: firstRetryMs, maxMs: maxRetryMs, random });
    failures.set(key, backoff);
    queue.addAfter(key, backoff.next());
  };
  const one = async (key: K): Promise<void> => {
    const result = await attempt(options, key);
    busy.delete(key);
    observer?.finished(key, result === "again");
    if (result === "again") retry(key);
    else failures.delete(key);
    if (typeof result === "object") queue.addAfter(key, result.afterMs);
    if (again.delete(key)) waiting.add(key);
    next();
  };
  const next = (): void => {
    for (const key of waiting) {
      if (signal.aborted || busy.size >= workers) return;
      waiting.delete(key);
      busy.add(key);
      observer?.started(key);
      void one(key);
    }
  };
  const queue: WorkQueue<K> = {
    add: (key) => {
      if (signal.aborted) return;
      later.cancel(key);
      observer?.added(key);
      if (busy.has(key)) again.add(key);
      else waiting.add(key);
      queueMicrotask(next);
    },
    addAfter: (key, delayMs) => {
      if (!signal.aborted && !waiting.has(key)) later.set(key, delayMs);
    },
    get size() {
      return waiting.size + busy.size;
    },
  };
  return queue;
}

async function attempt<K>({ name, log, signal, work }: WorkQueueOptions<K>, key: K): Promise<WorkResult> {
  try {
    return await work(key);
  } catch (error) {
    if (!signal.aborted)
      log.debug("a controller tries again later", { controller: name, key: String(key), error: String(error) });
    return "again";
  }
}

interface Delays<K> {
  set(key: K, delayMs: number): void;
  cancel(key: K): void;
  readonly clear: () => void;
}

function createDelays<K>(clock: Clock, due: (key: K) => void): Delays<K> {
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
        due(key);
      };
      const timer = clock.after(delayMs, wake, { keepAlive: true });
      timers.set(key, { timer, atMs });
    },
    clear: () => {
      for (const { timer } of timers.values()) timer.cancel();
      timers.clear();
    },
  };
}
