import type { Clock, WorkQueueObserver } from "@svc/base";
import { aClock, checkArgument, withMethods } from "@svc/base/check";
import type { Metrics } from "./metrics.ts";

/** Times of the keys of one queue. */
interface QueueTimes {
  readonly waiting: Map<unknown, number>;
  readonly busy: Map<unknown, number>;
}

/** From 10 ns to 10 s: each is ten times the last, multiplied as other components do it. */
const buckets: readonly number[] = Array.from({ length: 9 }).reduce<readonly number[]>(
  (bounds) => [...bounds, (bounds.at(-1) ?? 0) * 10],
  [1e-8],
);

const expectedMetrics = withMethods("Metrics of @svc/metrics", "counter", "gauge", "histogram", "collected");

/**
 * The metrics of work queues by name, under the names that dashboards of control planes use.
 * @throws {TypeError} for a wrong argument
 */
export function workQueueMetrics(metrics: Metrics, clock: Clock): (name: string) => WorkQueueObserver {
  checkArgument("workQueueMetrics: metrics", metrics, expectedMetrics);
  checkArgument("workQueueMetrics: clock", clock, aClock);
  return metrics.once(createObservers, clock);
}

function createObservers(metrics: Metrics, clock: Clock): (name: string) => WorkQueueObserver {
  const queues = new Map<string, QueueTimes>();
  const common = { labels: ["name"], stability: "ALPHA" } as const;
  const adds = metrics.counter({ ...common, name: "workqueue_adds_total", help: "Keys that were added to a queue." });
  const retries = metrics.counter({
    ...common,
    name: "workqueue_retries_total",
    help: "Keys that are processed again because they failed.",
  });
  const waited = metrics.histogram({
    ...common,
    name: "workqueue_queue_duration_seconds",
    help: "Time that a key waits in a queue.",
    buckets,
  });
  const worked = metrics.histogram({
    ...common,
    name: "workqueue_work_duration_seconds",
    help: "Time that it takes to process a key.",
    buckets,
  });
  const secondsSince = (ms: number): number => (clock.monotonic() - ms) / 1000;
  collectQueues(metrics, queues, secondsSince);
  return (name) => {
    const times = queues.get(name) ?? { waiting: new Map<unknown, number>(), busy: new Map<unknown, number>() };
    queues.set(name, times);
    const cells = { adds: adds(name), retries: retries(name), waited: waited(name), worked: worked(name) };
    return {
      added: (key) => {
        if (times.waiting.has(key)) return;
        times.waiting.set(key, clock.monotonic());
        cells.adds.add();
      },
      started: (key) => {
        const addedMs = times.waiting.get(key);
        times.waiting.delete(key);
        if (addedMs !== undefined) cells.waited.observe(secondsSince(addedMs));
        times.busy.set(key, clock.monotonic());
      },
      finished: (key, retried) => {
        const startedMs = times.busy.get(key);
        times.busy.delete(key);
        if (startedMs !== undefined) cells.worked.observe(secondsSince(startedMs));
        if (retried) cells.retries.add();
      },
    };
  };
}

function collectQueues(
  metrics: Metrics,
  queues: ReadonlyMap<string, QueueTimes>,
  secondsSince: (ms: number) => number,
): void {
  const gauge = (name: string, help: string, value: (times: QueueTimes) => number): void =>
    metrics.collected({
      name: `workqueue_${name}`,
      help,
      labels: ["name"],
      stability: "ALPHA",
      type: "gauge",
      collect: () => [...queues].map(([queue, times]) => ({ labels: { name: queue }, value: value(times) })),
    });
  gauge("depth", "Keys that wait in a queue.", ({ waiting }) => waiting.size);
  gauge("unfinished_work_seconds", "Time that the keys in process have taken so far, added up.", ({ busy }) =>
    [...busy.values()].reduce((sum, ms) => sum + secondsSince(ms), 0),
  );
  gauge("longest_running_processor_seconds", "Time that the key longest in process has taken so far.", ({ busy }) =>
    [...busy.values()].reduce((longest, ms) => Math.max(longest, secondsSince(ms)), 0),
  );
}
