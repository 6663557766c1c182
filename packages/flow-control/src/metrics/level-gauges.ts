import type { Clock } from "@svc/base";
import type { Metrics, Sample } from "@svc/metrics";
import type { PriorityLevel } from "../levels/priority-level.ts";
import type { PriorityLevels } from "../levels/priority-levels.ts";

const prefix = "apiserver_flowcontrol_";

/** Registers gauges whose values are looked up when the metrics are read. */
export function levelGauges<T>(metrics: Metrics, levels: PriorityLevels<T>, clock: Pick<Clock, "monotonic">): void {
  const gauge = (name: string, options: GaugeOptions): void =>
    metrics.collected({ stability: "ALPHA", ...options, name: prefix + name, type: "gauge" });
  const byLevel = (value: (level: PriorityLevel<T>) => number) => () =>
    levels.measured().map((level) => ({ labels: { priority_level: level.name }, value: value(level) }));
  const labels = ["priority_level"];
  for (const [name, help, value] of perLevel<T>()) {
    const stability = name === "nominal_limit_seats" ? ("BETA" as const) : ("ALPHA" as const);
    gauge(name, { help, collect: byLevel(value), labels, stability });
  }
  const started = [
    ["dispatch_r", "Virtual time when a request was last started, in seat-seconds."],
    ["latest_s", "Virtual start of the request that was started last, in seat-seconds."],
  ] as const;
  for (const [name, help] of started) gauge(name, { help, collect: virtualStarts(levels), labels });
  gauge("request_concurrency_limit", {
    help: "Seats of each level.",
    collect: byLevel(({ limits }) => limits.nominal),
    labels,
    deprecated: "1.30.0",
    hidden: true,
  });
  gauge("seat_fair_frac", {
    help: "Part of what levels can use that each of them gets.",
    collect: () => [{ labels: {}, value: levels.fairFraction }],
    labels: [],
  });
  for (const bound of ["next_s_bounds", "next_discounted_s_bounds"] as const) {
    const isDiscounted = bound === "next_discounted_s_bounds";
    gauge(bound, {
      help: "Least and greatest virtual time at which a queue's next request starts.",
      collect: () => levels.measured().flatMap((level) => boundsOf(level, { nowMs: clock.monotonic(), isDiscounted })),
      labels: ["bound", "priority_level"],
    });
  }
}

interface GaugeOptions {
  readonly help: string;
  readonly collect: () => Iterable<Sample>;
  readonly labels: readonly string[];
  /** @default "ALPHA" */
  readonly stability?: "ALPHA" | "BETA";
  readonly deprecated?: string;
  readonly hidden?: boolean;
}

type LevelValue<T> = readonly [name: string, help: string, value: (level: PriorityLevel<T>) => number];

function virtualSeconds<T>({ queues }: PriorityLevel<T>): number {
  return queues.virtualMs / 1000;
}

/** Of levels with queues in which a request was started. */
function virtualStarts<T>(levels: PriorityLevels<T>): () => readonly Sample[] {
  return () =>
    levels
      .measured()
      .filter((level) => !level.isExempt && level.dispatched > 0)
      .map((level) => ({ labels: { priority_level: level.name }, value: virtualSeconds(level) }));
}

function perLevel<T>(): readonly LevelValue<T>[] {
  return [
    ["nominal_limit_seats", "Seats of each level by its shares.", ({ limits }) => limits.nominal],
    ["lower_limit_seats", "The fewest seats that each level has.", ({ limits }) => limits.lower],
    ["upper_limit_seats", "The most seats that each level has.", ({ limits }) => limits.upper],
    ["current_limit_seats", "Seats that each level has now.", ({ queues }) => queues.seats],
    ["target_seats", "Seats that each level can use.", ({ demand }) => demand.target],
    ["demand_seats_average", "Seats wanted in the last period, on average.", ({ demand }) => demand.average],
    [
      "demand_seats_stdev",
      "Standard deviation of the seats wanted in the last period.",
      ({ demand }) => demand.deviation,
    ],
    ["demand_seats_high_watermark", "The most seats wanted in the last period.", ({ demand }) => demand.highest],
    ["demand_seats_smoothed", "Seats wanted, smoothed over the periods.", ({ demand }) => demand.smoothed],
    ["current_r", "Virtual time, in seat-seconds.", virtualSeconds],
  ];
}

/** Of levels with queues in which a request was started; where none waits, when that one was. */
function boundsOf<T>(
  level: PriorityLevel<T>,
  { nowMs, isDiscounted }: { readonly nowMs: number; readonly isDiscounted: boolean },
): readonly Sample[] {
  const { name, queues, isExempt, dispatched } = level;
  const starts: number[] = [];
  for (const queue of queues.queues)
    if (queue.waiting.length > 0)
      starts.push((queue.virtualStart(nowMs) - (isDiscounted ? queue.waitingWork : 0)) / 1000);
  if (starts.length === 0 && !isExempt && dispatched > 0) starts.push(virtualSeconds(level));
  if (starts.length === 0) return [];
  return (["max", "min"] as const).map((bound) => ({
    labels: { bound, priority_level: name },
    value: starts.reduce((a, b) => Math[bound](a, b)),
  }));
}
