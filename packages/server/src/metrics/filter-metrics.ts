import type { Metrics } from "@svc/metrics";
import type { RequestState } from "../request/request-state.ts";

/**
 * Measures the stages before the handlers. Those of audit and impersonation take less than the
 * first bucket, and are counted only.
 */
export function filterMetrics(metrics: Metrics): (state: RequestState, status: number) => void {
  const durations = metrics.histogram({
    name: "apiserver_request_filter_duration_seconds",
    help: "Duration of the steps before the handler of a request.",
    labels: ["filter"],
    stability: "ALPHA",
    buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30],
  });
  const [authentication, authorization] = [durations("authentication"), durations("authorization")];
  // Stages that took no time are counted by number, and added when the metrics are read.
  const instant = { audit: 0, impersonation: 0, priorityandfairness: 0 };
  /** False for a server without flow control, which has no series of it. */
  let isClassified = false;
  metrics.beforeRead(() => {
    for (const filter of ["audit", "impersonation", "priorityandfairness"] as const) {
      if (filter === "priorityandfairness" && !isClassified) continue;
      if (instant[filter] > 0) durations(filter).observe(0, instant[filter]);
      instant[filter] = 0;
    }
  });
  return ({ startedMs, authenticatedMs, queuedMs, dispatchedMs, respondedMs, flowPlace }, status) => {
    if (Number.isNaN(authenticatedMs)) {
      if (status === 401) authentication.observe((respondedMs - startedMs) / 1000);
      return;
    }
    authentication.observe((authenticatedMs - startedMs) / 1000);
    instant.audit++;
    const isAuthorized = !Number.isNaN(dispatchedMs);
    if (flowPlace !== undefined) isClassified = true;
    if (flowPlace !== undefined || isAuthorized) instant.impersonation++;
    if (isAuthorized || (flowPlace !== undefined && status !== 429)) {
      if (queuedMs === 0) instant.priorityandfairness++;
      else durations("priorityandfairness").observe(queuedMs / 1000);
    }
    if (isAuthorized) authorization.observe((dispatchedMs - authenticatedMs - queuedMs) / 1000);
  };
}
