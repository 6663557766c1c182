import type { Counter, Gauge, Histogram, Metrics, Series } from "@svc/metrics";

/** The metrics of requests. */
export interface RequestCells {
  readonly total: Series<Counter>;
  readonly duration: Series<Histogram>;
  readonly sli: Series<Histogram>;
  readonly slo: Series<Histogram>;
  readonly responseSizes: Series<Histogram>;
  readonly bodySizes: Series<Histogram>;
  readonly longRunning: Series<Gauge>;
  readonly deprecated: Series<Gauge>;
  readonly inflight: { readonly readOnly: Gauge; readonly mutating: Gauge };
}

/** The labels of requests, in alphabetical order. */
const target = ["component", "group", "resource", "scope", "subresource", "verb", "version"] as const;
const targetAndDryRun = [
  "component",
  "dry_run",
  "group",
  "resource",
  "scope",
  "subresource",
  "verb",
  "version",
] as const;

const durations: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const promised: readonly number[] = durations.filter((seconds) => seconds >= 0.05);
const answerBytes: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const bodyBytes: readonly number[] = Array.from({ length: 31 }, (_, i) => 50_000 + i * 100_000);

export function createRequestCells(metrics: Metrics): RequestCells {
  const inflight = metrics.gauge({
    name: "apiserver_current_inflight_requests",
    help: "Requests in progress, without long-running ones.",
    labels: ["request_kind"],
    stability: "STABLE",
  });
  const sli = {
    help: "Duration of requests, without long-running ones.",
    labels: target,
    stability: "ALPHA",
    buckets: promised,
  } as const;
  return {
    inflight: { readOnly: inflight("readOnly"), mutating: inflight("mutating") },
    total: metrics.counter({
      name: "apiserver_request_total",
      help: "Requests that were answered.",
      labels: ["code", ...targetAndDryRun],
      stability: "STABLE",
    }),
    duration: metrics.histogram({
      name: "apiserver_request_duration_seconds",
      help: "How long requests took.",
      labels: targetAndDryRun,
      stability: "STABLE",
      buckets: durations,
    }),
    sli: metrics.histogram({ name: "apiserver_request_sli_duration_seconds", ...sli }),
    slo: metrics.histogram({
      name: "apiserver_request_slo_duration_seconds",
      ...sli,
      deprecated: "1.27.0",
      hidden: true,
    }),
    responseSizes: metrics.histogram({
      name: "apiserver_response_sizes",
      help: "Bytes of answers to requests that only read, before compression.",
      labels: target,
      stability: "STABLE",
      buckets: answerBytes,
    }),
    bodySizes: metrics.histogram({
      name: "apiserver_request_body_size_bytes",
      help: "Bytes of the bodies of requests that write.",
      labels: ["resource", "verb"],
      stability: "ALPHA",
      buckets: bodyBytes,
    }),
    longRunning: metrics.gauge({
      name: "apiserver_longrunning_requests",
      help: "Long-running requests in progress.",
      labels: target,
      stability: "STABLE",
    }),
    deprecated: metrics.gauge({
      name: "apiserver_requested_deprecated_apis",
      help: "Deprecated resources that were requested since the server started.",
      labels: ["group", "removed_release", "resource", "subresource", "version"],
      stability: "STABLE",
    }),
  };
}
