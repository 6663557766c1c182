import type { ConversionCall, DefinitionObserver } from "@svc/apiextensions";
import type { Clock } from "@svc/base";
import type { Metrics } from "@svc/metrics";

/** Measures the rules and the conversion webhooks of extension types. */
export function definitionMetrics(metrics: Metrics, clock: Clock): DefinitionObserver {
  return metrics.once(createObserver, clock);
}

function createObserver(metrics: Metrics, clock: Clock): DefinitionObserver {
  return { clock, ...ruleMetrics(metrics), converted: conversionMetrics(metrics) };
}

const ruleBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function ruleMetrics(metrics: Metrics): Pick<DefinitionObserver, "ruleCompiled" | "rulesEvaluated"> {
  const histogram = (name: string, help: string) =>
    metrics.histogram({ name, help, stability: "BETA", buckets: ruleBuckets })();
  const compilation = histogram(
    "apiserver_cel_compilation_duration_seconds",
    "How long it took to compile a rule of an extension type.",
  );
  const evaluation = histogram(
    "apiserver_cel_evaluation_duration_seconds",
    "How long the rules of an extension type took for one write, with pauses for other requests.",
  );
  return {
    ruleCompiled: (seconds) => compilation.observe(seconds),
    rulesEvaluated: (seconds) => evaluation.observe(seconds),
  };
}

function conversionMetrics(metrics: Metrics): (call: ConversionCall) => void {
  const labels = ["failure_type", "result"];
  const duration = metrics.histogram({
    name: "apiserver_conversion_webhook_duration_seconds",
    help: "Duration of calls of conversion webhooks.",
    labels,
    stability: "ALPHA",
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
  });
  const total = metrics.counter({
    name: "apiserver_conversion_webhook_request_total",
    help: "Calls of conversion webhooks.",
    labels,
    stability: "ALPHA",
  });
  const ofDefinition = metrics.histogram({
    name: "apiserver_crd_conversion_webhook_duration_seconds",
    help: "Duration of conversions by a webhook, by definition and versions.",
    labels: ["crd_name", "from_version", "succeeded", "to_version"],
    stability: "ALPHA",
    buckets: Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i),
  });
  return ({ definition, from, to, seconds, failure }) => {
    const values = failure === undefined ? ["", "success"] : [`conversion_webhook_${failure}_failure`, "failure"];
    duration(...values).observe(seconds);
    total(...values).add();
    ofDefinition(definition, from, String(failure === undefined), to).observe(seconds);
  };
}
