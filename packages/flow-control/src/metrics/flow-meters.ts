import type { Counter, Gauge, Histogram, Metrics, Series } from "@svc/metrics";
import type { Refusal } from "../queueing/fair-queues.ts";

/** The reason of a refusal, as the label of metrics. */
export type RejectionReason = Refusal | "time-out";

/** Takes single values of a distribution. */
interface Observer {
  observe(value: number): void;
}

/** The meters of the requests of one schema at one level, looked up once. */
export interface FlowMeters {
  readonly dispatched: Counter;
  readonly executedAfter: Observer;
  readonly refusedAfter: Observer;
  readonly execution: { readonly regular: Observer; readonly watch: Observer };
  readonly estimatedSeats: Observer;
  readonly queueLength: Observer;
  readonly watchCount: Observer;
  readonly executing: Occupancy;
  readonly waiting: Occupancy;
  rejected(reason: RejectionReason): void;
}

/** Requests in one phase, and the seats that they hold or need. */
export interface Occupancy {
  add(requests: 1 | 0 | -1, seats: number): void;
}

/** Finds the metrics of a schema at a level. */
export type FlowMetersOf = (schema: string, level: string) => FlowMeters;

const seconds: readonly number[] = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const prefix = "apiserver_flowcontrol_";

/** Registers the metrics by schema and level. */
export function flowMeters(metrics: Metrics): {
  readonly of: FlowMetersOf;
  readonly noSeats: (schema: string, level: string) => Counter;
} {
  const labels = ["flow_schema", "priority_level"] as const;
  const dispatched = metrics.counter({
    name: `${prefix}dispatched_requests_total`,
    help: "Requests that were started.",
    labels,
    stability: "BETA",
  });
  const rejected = metrics.counter({
    name: `${prefix}rejected_requests_total`,
    help: "Requests that were refused.",
    labels: [...labels, "reason"],
    stability: "BETA",
  });
  const waits = metrics.histogram({
    name: `${prefix}request_wait_duration_seconds`,
    help: "Time that requests waited until they were started or refused.",
    labels: ["execute", ...labels],
    stability: "BETA",
    buckets: seconds,
  });
  const execution = metrics.histogram({
    name: `${prefix}request_execution_seconds`,
    help: "Time that requests held their seats; of watches, until they had begun.",
    labels: [...labels, "type"],
    stability: "ALPHA",
    buckets: seconds,
  });
  const { estimated, queueLengths, watchCounts } = sizes(metrics, labels);
  const noSeats = metrics.counter({
    name: `${prefix}request_dispatch_no_accommodation_total`,
    help: "Times that the next request of a level needed more seats than were free.",
    labels,
    stability: "ALPHA",
  });
  const { executing, waiting } = occupancies(metrics, labels);
  return {
    noSeats,
    of: (schema, level) => ({
      executing: executing(schema, level),
      waiting: new LazyOccupancy(() => waiting(schema, level)),
      dispatched: dispatched(schema, level),
      executedAfter: new LazyHistogram(() => waits("true", schema, level)),
      refusedAfter: new LazyHistogram(() => waits("false", schema, level)),
      execution: {
        regular: new LazyHistogram(() => execution(schema, level, "regular")),
        watch: new LazyHistogram(() => execution(schema, level, "watch")),
      },
      estimatedSeats: new LazyHistogram(() => estimated(schema, level)),
      queueLength: new LazyHistogram(() => queueLengths(schema, level)),
      watchCount: new LazyHistogram(() => watchCounts(schema, level)),
      rejected: (reason) => rejected(schema, level, reason).add(),
    }),
  };
}

/** An occupancy whose series appear with the first request that is counted. */
class LazyOccupancy implements Occupancy {
  readonly #make: () => Occupancy;
  #made: Occupancy | undefined;

  constructor(make: () => Occupancy) {
    this.#make = make;
  }

  add(requests: 1 | 0 | -1, seats: number): void {
    this.#made ??= this.#make();
    this.#made.add(requests, seats);
  }
}

/** A histogram whose series appears with its first observation. */
class LazyHistogram implements Observer {
  readonly #make: () => Histogram;
  #made: Histogram | undefined;

  constructor(make: () => Histogram) {
    this.#make = make;
  }

  observe(value: number): void {
    this.#made ??= this.#make();
    this.#made.observe(value);
  }
}

type OccupancyOf = (schema: string, level: string) => Occupancy;

function occupancies(
  metrics: Metrics,
  labels: readonly string[],
): { readonly executing: OccupancyOf; readonly waiting: OccupancyOf } {
  const gauge = (name: string, help: string, stability: "ALPHA" | "BETA"): Series<Gauge> =>
    metrics.gauge({ name: prefix + name, help, labels, stability });
  const executing = gauge("current_executing_requests", "Requests that hold seats.", "BETA");
  const executingSeats = gauge("current_executing_seats", "Seats that requests hold.", "BETA");
  const inUse = metrics.gauge({
    name: `${prefix}request_concurrency_in_use`,
    help: "Seats that requests hold.",
    labels,
    stability: "ALPHA",
    deprecated: "1.31.0",
    hidden: true,
  });
  const waiting = gauge("current_inqueue_requests", "Requests that wait for seats.", "BETA");
  const waitingSeats = gauge("current_inqueue_seats", "Seats that waiting requests need.", "ALPHA");
  const occupancy = (requests: Gauge, seats: Gauge, alsoSeats?: Gauge): Occupancy => ({
    add: (change, width) => {
      requests.add(change);
      seats.add(width);
      alsoSeats?.add(width);
    },
  });
  return {
    executing: (schema, level) =>
      occupancy(executing(schema, level), executingSeats(schema, level), inUse(schema, level)),
    waiting: (schema, level) => occupancy(waiting(schema, level), waitingSeats(schema, level)),
  };
}

type SizeOf = (schema: string, level: string) => Histogram;

function sizes(
  metrics: Metrics,
  labels: readonly string[],
): { readonly estimated: SizeOf; readonly queueLengths: SizeOf; readonly watchCounts: SizeOf } {
  const histogram = (name: string, help: string, buckets: readonly number[]): ((...values: string[]) => Histogram) =>
    metrics.histogram({ name: prefix + name, help, labels, stability: "ALPHA", buckets });
  const estimated = histogram("work_estimated_seats", "Seats that requests were estimated to need.", [1, 2, 4, 10]);
  const queueLengths = histogram(
    "request_queue_length_after_enqueue",
    "Requests in a queue after one more came.",
    [0, 10, 25, 50, 100, 250, 500, 1000],
  );
  const watchCounts = histogram(
    "watch_count_samples",
    "Watches that requests which write have to notify.",
    [0, 1, 10, 100, 1000, 10_000],
  );
  return { estimated, queueLengths, watchCounts };
}
