import type { Metrics } from "@svc/metrics";
import { type Condition, conditionOf } from "@svc/server";
import type { ApiService } from "../registration/api-service.ts";

/** Counts registrations that are not available. */
export interface AvailabilityMetrics {
  set(registration: ApiService): void;
  remove(name: string): void;
}

/** Creates the metrics of availability. */
export function availabilityMetrics(metrics: Metrics): AvailabilityMetrics {
  const current = new Map<string, Condition | undefined>();
  metrics.collected({
    name: "aggregator_unavailable_apiservice",
    help: "Registrations that are not available (1), by name.",
    labels: ["name"],
    stability: "ALPHA",
    type: "gauge",
    collect: () =>
      [...current].map(([name, condition]) => ({ labels: { name }, value: condition?.status === "False" ? 1 : 0 })),
  });
  const total = metrics.counter({
    name: "aggregator_unavailable_apiservice_total",
    help: "How often registrations became unavailable, by name and reason.",
    labels: ["name", "reason"],
    stability: "ALPHA",
  });
  return {
    set: ({ metadata: { name = "" }, status }) => {
      const wasAvailable = current.get(name)?.status === "True";
      const condition = conditionOf(status?.conditions, "Available");
      current.set(name, condition);
      if (wasAvailable && condition?.status === "False") total(name, condition.reason ?? "").add();
    },
    remove: (name) => {
      current.delete(name);
    },
  };
}
