import type { Histogram, Metrics } from "@svc/metrics";
import type { LevelMeters, MeasuredLevel } from "../levels/level-meters.ts";
import type { Usage } from "../queueing/fair-queues.ts";

const prefix = "apiserver_flowcontrol_";
const nanosecondsPerMs = 1e6;

interface UsageSeries {
  readonly demand: (level: string) => Histogram;
  readonly requests: (phase: string, level: string) => Histogram;
  readonly seats: (phase: string, level: string) => Histogram;
}

/** The histograms of one level. */
interface LevelHistograms {
  readonly demand: Histogram;
  readonly executing: Histogram;
  readonly waiting: Histogram;
  readonly seats: Histogram;
}

function histogramsOf(series: UsageSeries, level: string): LevelHistograms {
  return {
    demand: series.demand(level),
    executing: series.requests("executing", level),
    waiting: series.requests("waiting", level),
    seats: series.seats("executing", level),
  };
}

/** Registers histograms in which values count for as many nanoseconds as they lasted. */
export function usageMeters(
  metrics: Metrics,
  noSeats: (schema: string, level: string) => { add(): void },
): (level: string) => LevelMeters {
  const series: UsageSeries = {
    demand: metrics.histogram({
      name: `${prefix}demand_seats`,
      help: "Seats that each level could use, as a part of its nominal seats, by nanosecond.",
      labels: ["priority_level"],
      buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6],
    }),
    requests: metrics.histogram({
      name: `${prefix}priority_level_request_utilization`,
      help: "Requests of each level, as a part of what may wait or be started, by nanosecond.",
      labels: ["phase", "priority_level"],
      buckets: [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
    }),
    seats: metrics.histogram({
      name: `${prefix}priority_level_seat_utilization`,
      help: "Seats in use of each level, as a part of its seats, by nanosecond.",
      labels: ["phase", "priority_level"],
      buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
    }),
  };
  return (level) => new UsageMeters(series, { level, noSeats: (schema) => noSeats(schema, level).add() });
}

class UsageMeters implements LevelMeters {
  readonly #series: UsageSeries;
  readonly #level: string;
  /** Made when a value is observed: a server that is never read has no use for them. */
  #histograms: LevelHistograms | undefined;
  readonly noSeats: (schema: string) => void;
  /** Nanoseconds since the last flush with no request, and with one that holds one seat. */
  #idleNs = 0;
  #singleNs = 0;

  constructor(
    series: UsageSeries,
    { level, noSeats }: { readonly level: string; readonly noSeats: (schema: string) => void },
  ) {
    this.#series = series;
    this.#level = level;
    this.noSeats = noSeats;
  }

  hold(level: MeasuredLevel, usage: Usage, lastedMs: number): void {
    const lasted = Math.round(lastedMs * nanosecondsPerMs);
    if (lasted <= 0) return;
    const { executing, waiting, seatsInUse } = usage;
    // Levels change between these two states with each request, unless they are busy.
    if (waiting === 0 && seatsInUse === executing && executing <= 1) {
      if (executing === 0) this.#idleNs += lasted;
      else this.#singleNs += lasted;
    } else this.#observe(level, usage, lasted);
  }

  flush(level: MeasuredLevel): void {
    const none = { waiting: 0, seatsWaiting: 0 };
    if (this.#idleNs > 0) this.#observe(level, { ...none, executing: 0, seatsInUse: 0 }, this.#idleNs);
    if (this.#singleNs > 0) this.#observe(level, { ...none, executing: 1, seatsInUse: 1 }, this.#singleNs);
    this.#idleNs = 0;
    this.#singleNs = 0;
  }

  #observe({ queues: { seats, response }, limits }: MeasuredLevel, usage: Usage, lasted: number): void {
    const { executing, waiting, seatsInUse, seatsWaiting } = usage;
    const places = response.kind === "queue" ? response.queues * response.queueLengthLimit : 1;
    this.#histograms ??= histogramsOf(this.#series, this.#level);
    const { demand, executing: started, waiting: queued, seats: used } = this.#histograms;
    demand.observe((seatsInUse + seatsWaiting) / Math.max(limits.nominal, 1), lasted);
    started.observe(executing / Math.max(seats, 1), lasted);
    queued.observe(waiting / places, lasted);
    used.observe(seatsInUse / Math.max(seats, 1), lasted);
  }
}
