import type { Clock, Log, Timer } from "@svc/base";
import { type Metrics, workQueueMetrics } from "@svc/metrics";

/** Names whose objects need attention, taken one after another. */
export interface WorkQueue {
  /** Queues a name; queued again before its turn, it counts once. */
  add(name: string): void;
  /** Resolves when nothing waits for its turn. Failures that are tried again later do not count. */
  idle(): Promise<void>;
  stop(): void;
}

const retryMs = 1_000;

interface WorkQueueOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Names the queue in the log and in metrics. */
  readonly name: string;
  readonly metrics: Metrics;
}

/**
 * @param reconcile called for one name at a time; when it fails it is called again after a second
 */
export function createWorkQueue(
  { clock, log, name: queue, metrics }: WorkQueueOptions,
  reconcile: (name: string) => Promise<void>,
): WorkQueue {
  const observer = workQueueMetrics(metrics, clock)(queue);
  const waiting = new Set<string>();
  const timers = new Set<Timer>();
  let stopped = false;
  let running: Promise<void> | undefined;

  const later = (name: string): void => {
    const timer = clock.after(retryMs, () => {
      timers.delete(timer);
      add(name);
    });
    timers.add(timer);
  };
  const run = async (): Promise<void> => {
    // A name that is added meanwhile comes at the end of the same set.
    for (const name of waiting) {
      if (stopped) break;
      waiting.delete(name);
      observer.started(name);
      try {
        await reconcile(name);
        observer.finished(name, false);
      } catch (error) {
        observer.finished(name, true);
        if (stopped) break;
        log.warn("an object could not be reconciled, will retry", { queue, name, error: String(error) });
        later(name);
      }
    }
    running = undefined;
  };
  const add = (name: string): void => {
    if (stopped) return;
    waiting.add(name);
    observer.added(name);
    running ??= Promise.resolve().then(run);
  };

  return {
    add,
    idle: async () => {
      while (running !== undefined) await running;
    },
    stop: () => {
      stopped = true;
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
