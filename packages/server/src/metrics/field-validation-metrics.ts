import type { Histogram, Metrics } from "@svc/metrics";
import type { RequestState } from "../request/request-state.ts";

const writes: ReadonlySet<string> = new Set(["create", "update", "patch"]);
const values = ["", "Ignore", "Warn", "Strict"] as const;

/** Measures writes by their field validation. */
export function fieldValidationMetrics(metrics: Metrics): (state: RequestState, seconds: number) => void {
  const durations = metrics.histogram({
    name: "field_validation_request_duration_seconds",
    help: "Duration of writes, by the requested field validation.",
    labels: ["field_validation"],
    stability: "ALPHA",
    buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
  });
  const cells: ReadonlyMap<string, Histogram> = new Map(values.map((value) => [value, durations(value)]));
  return ({ info: { isResource, verb, query } }, seconds) => {
    // Other values are refused.
    if (isResource && writes.has(verb)) cells.get(query.get("fieldValidation") ?? "")?.observe(seconds);
  };
}
