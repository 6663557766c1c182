import type { PolicyObserver } from "@svc/admission";
import type { Metrics } from "@svc/metrics";
import { matchConditionMetrics } from "../conditions/match-condition-metrics.ts";

const labels = ["enforcement_action", "error_type", "policy", "policy_binding"];

/** Counts what policies find; those of both kinds count in the same metrics. */
export function policyMetrics(metrics: Metrics): PolicyObserver {
  return metrics.once(createObserver);
}

function createObserver(metrics: Metrics): PolicyObserver {
  const total = metrics.counter({
    name: "apiserver_validating_admission_policy_check_total",
    help: "Expressions of ValidatingAdmissionPolicies that did not hold, by policy, binding and action.",
    labels,
    stability: "BETA",
  });
  const duration = metrics.histogram({
    name: "apiserver_validating_admission_policy_check_duration_seconds",
    help: "Duration of the evaluation of expressions of ValidatingAdmissionPolicies that did not hold.",
    labels,
    stability: "BETA",
    buckets: [5e-7, 0.001, 0.01, 0.1, 1],
  });
  const conditions = matchConditionMetrics(metrics, "policy");
  return {
    conditions: ({ policy, ...checked }) => conditions({ name: policy, ...checked }),
    checked: ({ policy, binding, action, error, seconds }) => {
      const values = [action, error, policy, binding];
      total(...values).add();
      duration(...values).observe(seconds);
    },
  };
}
