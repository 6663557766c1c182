import type { Clock, Log } from "@svc/meta";

export interface WorkQueue<K> {
  /** Does the work for a key soon; a key that waits already waits once. */
  add(key: K, delayMs?: number): void;
  /** How many keys wait or are worked on. */
  readonly size: number;
}

export interface WorkQueueOptions<K> {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** What is to be done; true when it has to be done again later. */
  readonly work: (key: K) => Promise<boolean>;
  /** How many keys are worked on at once. @default 4 */
  readonly workers?: number;
}

const firstRetryMs = 100;
const lastRetryMs = 60_000;

/** Works on keys one after another, never on one key twice at once, and again, later each time, on those that fail. */
export function createWorkQueue<K>({ name, clock, log, signal, work, workers = 4 }: WorkQueueOptions<K>): WorkQueue<K> {
  const waiting = new Set<K>();
  const busy = new Set<K>();
  /** Keys that came again while they were worked on. */
  const again = new Set<K>();
  const failures = new Map<K, number>();

  const retryMs = (key: K): number => {
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    return Math.min(firstRetryMs * 2 ** count, lastRetryMs);
  };

  const one = async (key: K): Promise<void> => {
    try {
      if (await work(key)) queue.add(key, retryMs(key));
      else failures.delete(key);
    } catch (error) {
      if (signal.aborted) return;
      log.debug("a controller tries again", { controller: name, key: String(key), error: String(error) });
      queue.add(key, retryMs(key));
    } finally {
      busy.delete(key);
      if (again.delete(key)) waiting.add(key);
      next();
    }
  };

  const next = (): void => {
    for (const key of waiting) {
      if (signal.aborted || busy.size >= workers) return;
      waiting.delete(key);
      busy.add(key);
      void one(key);
    }
  };

  const queue: WorkQueue<K> = {
    add: (key, delayMs = 0) => {
      if (signal.aborted) return;
      if (delayMs > 0) {
        clock.after(delayMs, () => queue.add(key));
        return;
      }
      if (busy.has(key)) again.add(key);
      else waiting.add(key);
      queueMicrotask(next);
    },
    get size() {
      return waiting.size + busy.size;
    },
  };
  return queue;
}
