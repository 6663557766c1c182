import type { PolicyConditions } from "@svc/admission";
import type { Counter, Histogram, Metrics, Series } from "@svc/metrics";

interface ConditionSeries {
  readonly evaluation: Series<Histogram>;
  readonly errors: Series<Counter>;
  readonly exclusions: Series<Counter>;
}

/** The match conditions of a webhook or a policy for one request. */
export interface CheckedConditions extends Omit<PolicyConditions, "policy"> {
  /** Of the webhook, or the policy. */
  readonly name: string;
  /** True if a webhook is not called where its conditions fail. @default false */
  readonly isIgnored?: boolean;
}

/**
 * Measures match conditions that exclude a request or fail; those of webhooks and of policies count
 * in the same metrics.
 */
export function matchConditionMetrics(
  metrics: Metrics,
  kind: "webhook" | "policy",
): (checked: CheckedConditions) => void {
  const { evaluation, errors, exclusions } = metrics.once(conditionSeries);
  const isWebhook = kind === "webhook";
  return ({ name, operation, type, seconds, outcome, isIgnored }) => {
    if (outcome === "matched") return;
    // The label has another value for exclusions, and policies have no series of those.
    const evaluated = [kind, name, operation, isWebhook && type === "validate" ? "validating" : type];
    evaluation(...evaluated).observe(seconds);
    if (outcome === "failed") errors(...evaluated).add();
    if (isWebhook && (outcome === "excluded" || isIgnored === true)) exclusions(kind, name, operation, type).add();
  };
}

function conditionSeries(metrics: Metrics): ConditionSeries {
  const common = { labels: ["kind", "name", "operation", "type"], stability: "ALPHA" } as const;
  return {
    evaluation: metrics.histogram({
      ...common,
      name: "apiserver_admission_match_condition_evaluation_seconds",
      help: "How long the evaluation of match conditions took that did not match.",
      buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
    }),
    errors: metrics.counter({
      ...common,
      name: "apiserver_admission_match_condition_evaluation_errors_total",
      help: "Evaluations of match conditions that failed.",
    }),
    exclusions: metrics.counter({
      ...common,
      name: "apiserver_admission_match_condition_exclusions_total",
      help: "Requests that match conditions of webhooks excluded.",
    }),
  };
}
