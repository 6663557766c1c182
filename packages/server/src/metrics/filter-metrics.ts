import type { Metrics } from "@svc/metrics";
import type { RequestState } from "../request/request-state.ts";

/** Measures the stages before the handlers. */
export function filterMetrics(metrics: Metrics): (state: RequestState) => void {
  const durations = metrics.histogram({
    name: "apiserver_request_filter_duration_seconds",
    help: "Duration of the steps before the handler of a request.",
    labels: ["filter"],
    stability: "ALPHA",
    buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30],
  });
  const [authentication, authorization] = [durations("authentication"), durations("authorization")];
  return ({ startedMs, authenticatedMs, queuedMs, dispatchedMs }) => {
    if (Number.isNaN(authenticatedMs)) return;
    authentication.observe((authenticatedMs - startedMs) / 1000);
    if (!Number.isNaN(dispatchedMs)) authorization.observe((dispatchedMs - authenticatedMs - queuedMs) / 1000);
  };
}
