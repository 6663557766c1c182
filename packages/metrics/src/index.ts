export type { Counter, Gauge, Histogram } from "./cells.ts";
export type { Exposition, ExpositionFormat } from "./exposition.ts";
export type { MetricOptions, Sample, Series, Stability } from "./family.ts";
export {
  createMetrics,
  createMetricsRegistry,
  type MetricDescription,
  type Metrics,
  type MetricsOptions,
} from "./metrics.ts";
export { type ClientCall, restClientMetrics } from "./rest-client-metrics.ts";
export { workQueueMetrics } from "./work-queue-metrics.ts";
