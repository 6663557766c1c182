import type { WebhookObserver, WebhookOutcome } from "@svc/admission";
import type { Metrics } from "@svc/metrics";
import { matchConditionMetrics } from "../conditions/match-condition-metrics.ts";

/** Counts what webhooks do; both kinds of them count in the same metrics. */
export function webhookMetrics(metrics: Metrics): WebhookObserver {
  return metrics.once(createObserver);
}

function createObserver(metrics: Metrics): WebhookObserver {
  return { called: callMetrics(metrics), conditions: conditionMetrics(metrics) };
}

/** The kinds of errors of the results that reject a request, as the metric names them. */
const errorTypes: ReadonlyMap<WebhookOutcome["result"], string> = new Map([
  ["denied", "no_error"],
  ["failed", "calling_webhook_error"],
  ["unusable", "apiserver_internal_error"],
]);

/** Greater codes, which a webhook may choose, are counted as this one. */
const maxCode = 600;

function callMetrics(metrics: Metrics): NonNullable<WebhookObserver["called"]> {
  const alpha = { stability: "ALPHA" } as const;
  const seconds = metrics.histogram({
    name: "apiserver_admission_webhook_admission_duration_seconds",
    help: "How long calls of admission webhooks took.",
    labels: ["name", "operation", "rejected", "type"],
    stability: "STABLE",
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
  });
  const requests = metrics.counter({
    name: "apiserver_admission_webhook_request_total",
    help: "Calls of admission webhooks.",
    labels: ["code", "name", "operation", "rejected", "type"],
    ...alpha,
  });
  const rejections = metrics.counter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Requests that admission webhooks rejected, or that were rejected since one could not be asked.",
    labels: ["error_type", "name", "operation", "rejection_code", "type"],
    ...alpha,
  });
  const failOpen = metrics.counter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Requests that went on although an admission webhook could not be asked.",
    labels: ["name", "type"],
    ...alpha,
  });
  return ({ webhook: { name, ignoresFailures }, request: { operation }, type, seconds: took, code, result }) => {
    const error = errorTypes.get(result);
    const rejected = String(error !== undefined || (result === "abandoned" && !ignoresFailures));
    const shownCode = String(Math.min(code, maxCode));
    seconds(name, operation, rejected, type).observe(took);
    requests(shownCode, name, operation, rejected, type).add();
    if (result === "ignored") failOpen(name, type).add();
    if (error !== undefined) rejections(error, name, operation, shownCode, type).add();
  };
}

function conditionMetrics(metrics: Metrics): NonNullable<WebhookObserver["conditions"]> {
  const count = matchConditionMetrics(metrics, "webhook");
  return ({ webhook: { name, ignoresFailures }, request: { operation }, type, ...result }) => {
    const isIgnored = ignoresFailures && result.outcome === "failed";
    count({ name, operation, type: type === "admit" ? "admit" : "validate", isIgnored, ...result });
  };
}
