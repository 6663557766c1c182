import { checkArgument, type Expected, withMethods } from "@svc/base/check";
import type { Metrics } from "@svc/metrics";
import type { AuditLevel } from "./policy.ts";

/** Counts of recorded events. */
export interface AuditCounts {
  event(): void;
  level(level: AuditLevel): void;
  /** @param backend the name of the backend that failed @param events that it did not write */
  error(backend: string, events: number): void;
  /** A request was refused that could not be recorded. */
  rejected(): void;
}

/** Expects `Metrics` as an argument. */
export const expectedMetrics: Expected<object> = withMethods(
  "Metrics of @svc/metrics",
  "counter",
  "gauge",
  "histogram",
  "collected",
  "once",
);

/**
 * Registers the metrics of audit events. To be called once for each set of metrics, by `once`.
 * @throws {TypeError} for a wrong argument
 */
export function auditMetrics(metrics: Metrics): AuditCounts {
  checkArgument("auditMetrics: metrics", metrics, expectedMetrics);
  const stability = "ALPHA";
  const events = metrics.counter({
    name: "apiserver_audit_event_total",
    help: "Audit events created.",
    stability,
  })();
  const levels = metrics.counter({
    name: "apiserver_audit_level_total",
    help: "Requests, by how much of them is recorded.",
    labels: ["level"],
    stability,
  });
  const errors = metrics.counter({
    name: "apiserver_audit_error_total",
    help: "Audit events that were not written.",
    labels: ["plugin"],
    stability,
  });
  const rejected = metrics.counter({
    name: "apiserver_audit_requests_rejected_total",
    help: "Requests that were refused since they could not be recorded.",
    stability,
  })();
  return {
    event: () => events.add(),
    level: (level) => levels(level).add(),
    error: (backend, events) => errors(backend).add(events),
    rejected: () => rejected.add(),
  };
}
