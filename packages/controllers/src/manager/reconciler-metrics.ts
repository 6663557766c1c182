import type { Metrics } from "@svc/metrics";

export interface ReconcilerMetrics {
  reconciled(reconciler: string, result: "success" | "error", ms: number): void;
}

/** @param depths by reconciler, keys that wait or are worked on */
export function createReconcilerMetrics(
  metrics: Metrics,
  depths: () => readonly (readonly [reconciler: string, depth: number])[],
): ReconcilerMetrics {
  const total = metrics.counter({
    name: "controller_reconcile_total",
    help: "Reconciliations by controller and result.",
    labels: ["controller", "result"],
  });
  const seconds = metrics.histogram({
    name: "controller_reconcile_seconds",
    help: "Durations of reconciliations.",
    labels: ["controller"],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
  });
  metrics.collected({
    name: "controller_queue_depth",
    help: "Keys that wait or are worked on.",
    labels: ["controller"],
    type: "gauge",
    collect: () => depths().map(([controller, value]) => ({ labels: { controller }, value })),
  });
  return {
    reconciled: (reconciler, result, ms) => {
      total(reconciler, result).add();
      seconds(reconciler).observe(ms / 1000);
    },
  };
}
