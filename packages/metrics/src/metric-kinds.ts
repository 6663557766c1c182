import type { MetricOptions, Sample } from "./family.ts";

/** Options of a histogram. */
export interface HistogramOptions extends MetricOptions {
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

/** Options of a metric whose values are read at each scrape. */
export interface CollectedOptions extends MetricOptions {
  readonly type: "counter" | "gauge";
  /** Called for each scrape. */
  readonly collect: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}
