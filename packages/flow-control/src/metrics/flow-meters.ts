import type { Counter, Gauge, Histogram, Metrics, Series } from "@svc/metrics";
import type { LimitResponse, Refusal } from "../queueing/fair-queues.ts";

/** The reason of a refusal, as the label of metrics. */
export type RejectionReason = Refusal | "time-out";

/** Takes values of a distribution. */
interface Observer {
  /** @param count how often the value occurred. @default 1 */
  observe(value: number, count?: number): void;
}

/** The meters of the requests of one schema at one level, looked up once. */
export interface FlowMeters {
  readonly dispatched: Pick<Counter, "add">;
  readonly executedAfter: Observer;
  readonly refusedAfter: Observer;
  readonly execution: { readonly regular: Observer; readonly watch: Observer };
  readonly estimatedSeats: Observer;
  readonly queueLength: Observer;
  readonly watchCount: Observer;
  readonly executing: Occupancy;
  readonly waiting: Occupancy;
  /**
   * Counts a request of one seat that is started on arrival: as dispatched, with its estimate, at a
   * limited level with a wait of 0, and where the level has queues, as the only one in its queue.
   */
  startedOnArrival(response: LimitResponse["kind"]): void;
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
  const make = (schema: string, level: string): SchemaMeters =>
    new SchemaMeters({
      executing: executing(schema, level),
      waiting: new LazyOccupancy(() => waiting(schema, level)),
      dispatched: new LazyCounter(() => dispatched(schema, level)),
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
    });
  const made = new Map<string, SchemaMeters>();
  metrics.beforeRead(() => {
    for (const meters of made.values()) meters.settle();
  });
  return {
    noSeats,
    of: (schema, level) => {
      // No name of an object contains a slash.
      const key = `${schema}/${level}`;
      const known = made.get(key) ?? make(schema, level);
      made.set(key, known);
      return known;
    },
  };
}

type SchemaMetersOptions = Omit<FlowMeters, "startedOnArrival"> & { readonly executing: OccupancyGauges };

/**
 * Meters of one schema. What changes with each request is kept in numbers, and added to the metrics
 * before they are read.
 */
class SchemaMeters implements FlowMeters {
  readonly dispatched: FlowMeters["dispatched"];
  readonly executedAfter: Observer;
  readonly refusedAfter: Observer;
  readonly execution: FlowMeters["execution"];
  readonly estimatedSeats: Observer;
  readonly queueLength: Observer;
  readonly watchCount: Observer;
  readonly executing: OccupancyGauges;
  readonly waiting: Occupancy;
  readonly rejected: FlowMeters["rejected"];
  #onArrival = 0;
  /** Of those, the requests of limited levels. */
  #withoutWait = 0;
  /** Of those, the requests of levels with queues. */
  #aloneInQueue = 0;

  constructor(options: SchemaMetersOptions) {
    this.dispatched = options.dispatched;
    this.executedAfter = options.executedAfter;
    this.refusedAfter = options.refusedAfter;
    this.execution = options.execution;
    this.estimatedSeats = options.estimatedSeats;
    this.queueLength = options.queueLength;
    this.watchCount = options.watchCount;
    this.executing = options.executing;
    this.waiting = options.waiting;
    this.rejected = options.rejected;
  }

  startedOnArrival(response: LimitResponse["kind"]): void {
    this.#onArrival++;
    if (response !== "exempt") this.#withoutWait++;
    if (response === "queue") this.#aloneInQueue++;
  }

  settle(): void {
    this.executing.settle();
    if (this.#onArrival === 0) return;
    this.dispatched.add(this.#onArrival);
    this.estimatedSeats.observe(1, this.#onArrival);
    if (this.#withoutWait > 0) this.executedAfter.observe(0, this.#withoutWait);
    if (this.#aloneInQueue > 0) this.queueLength.observe(1, this.#aloneInQueue);
    this.#onArrival = 0;
    this.#withoutWait = 0;
    this.#aloneInQueue = 0;
  }
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

/** A counter whose series appears when something is counted. */
class LazyCounter implements Pick<Counter, "add"> {
  readonly #make: () => Counter;
  #made: Counter | undefined;

  constructor(make: () => Counter) {
    this.#make = make;
  }

  add(by = 1): void {
    this.#made ??= this.#make();
    this.#made.add(by);
  }
}

/** A histogram whose series appears with its first observation. */
class LazyHistogram implements Observer {
  readonly #make: () => Histogram;
  #made: Histogram | undefined;

  constructor(make: () => Histogram) {
    this.#make = make;
  }

  observe(value: number, count = 1): void {
    this.#made ??= this.#make();
    this.#made.observe(value, count);
  }
}

interface Gauges {
  readonly ofRequests: Gauge;
  readonly ofSeats: readonly Gauge[];
}

/**
 * An occupancy in gauges that are set before they are read; their series appear with the first
 * request that is counted.
 */
class OccupancyGauges implements Occupancy {
  readonly #make: () => Gauges;
  #made: Gauges | undefined;
  #isUsed = false;
  #requests = 0;
  #seats = 0;

  constructor(make: () => Gauges) {
    this.#make = make;
  }

  add(requests: 1 | 0 | -1, seats: number): void {
    this.#isUsed = true;
    this.#requests += requests;
    this.#seats += seats;
  }

  settle(): void {
    if (!this.#isUsed) return;
    this.#made ??= this.#make();
    this.#made.ofRequests.set(this.#requests);
    for (const gauge of this.#made.ofSeats) gauge.set(this.#seats);
  }
}

type OccupancyOf<O extends Occupancy> = (schema: string, level: string) => O;

function occupancies(
  metrics: Metrics,
  labels: readonly string[],
): { readonly executing: OccupancyOf<OccupancyGauges>; readonly waiting: OccupancyOf<Occupancy> } {
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
  return {
    executing: (schema, level) =>
      new OccupancyGauges(() => ({
        ofRequests: executing(schema, level),
        ofSeats: [executingSeats(schema, level), inUse(schema, level)],
      })),
    waiting: (schema, level) => {
      const [requests, seats] = [waiting(schema, level), waitingSeats(schema, level)];
      return {
        add: (change, width) => {
          requests.add(change);
          seats.add(width);
        },
      };
    },
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
