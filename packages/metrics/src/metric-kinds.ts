import {
  aBoolean,
  aFunction,
  aNumber,
  aString,
  type Expected,
  listOf,
  type OptionTable,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
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

const metricOptions: OptionTable<MetricOptions> = {
  name: aString,
  help: aString,
  labels: optional(listOf(aString)),
  stability: optional(oneOf("STABLE", "BETA", "ALPHA")),
  deprecated: optional(aString),
  hidden: optional(aBoolean),
};

/** Expects the options of a counter or gauge. */
export const expectedMetric: Expected<MetricOptions> = optionsOf<MetricOptions>(metricOptions);
/** Expects the options of a histogram. */
export const expectedHistogram: Expected<HistogramOptions> = optionsOf<HistogramOptions>({
  ...metricOptions,
  buckets: listOf(aNumber),
});
/** Expects the options of a metric whose values are read at each scrape. */
export const expectedCollected: Expected<CollectedOptions> = optionsOf<CollectedOptions>({
  ...metricOptions,
  type: oneOf("counter", "gauge"),
  collect: aFunction,
});
