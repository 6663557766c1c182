import { createMetricsRegistry, type Metrics } from "@svc/metrics";

/** Called for each check. */
type CheckObserver = (endpoint: string, name: string, problem: string | undefined) => void;

/** The metrics of `/metrics/slis`: the last result of each check, and the number of each result. */
interface HealthMetrics {
  readonly metrics: Metrics;
  readonly observe: CheckObserver;
}

export function createHealthMetrics(product: string): HealthMetrics {
  const { metrics } = createMetricsRegistry();
  const startedSeconds = Math.round(Date.now() / 1000 - process.uptime());
  metrics.collected({
    name: "process_start_time_seconds",
    help: "Start time of the process in seconds since 1970.",
    stability: "ALPHA",
    type: "gauge",
    collect: () => [{ labels: {}, value: startedSeconds }],
  });
  const last = metrics.gauge({
    name: `${product}_healthcheck`,
    help: "How a check went last: 1 well, 0 not.",
    labels: ["name", "type"],
    stability: "STABLE",
  });
  const total = metrics.counter({
    name: `${product}_healthchecks_total`,
    help: "Number of checks, by result.",
    labels: ["name", "status", "type"],
    stability: "STABLE",
  });
  return {
    metrics,
    observe: (type, name, problem) => {
      last(name, type).set(problem === undefined ? 1 : 0);
      total(name, problem === undefined ? "success" : "error", type).add();
    },
  };
}
