import type { LocalClient } from "@svc/registry";

interface PodLogMetrics {
  requested(skipsVerification: boolean): void;
  tlsFailed(): void;
}

/** The names of the metrics, and their names before 1.27, which are hidden. */
const prefixes = [
  { prefix: "kube_apiserver_pod_logs_" },
  { prefix: "kube_apiserver_pod_logs_pods_logs_", deprecated: "1.27.0", hidden: true },
] as const;

/**
 * Counts requests for logs by whether the kubelet's certificate is verified, and failures of the
 * verification.
 */
export function podLogMetrics(metrics: LocalClient["environment"]["metrics"]): PodLogMetrics {
  const cells = prefixes.map(({ prefix, ...age }) => {
    const usage = metrics.counter({
      name: `${prefix}insecure_backend_total`,
      help: "Requests for logs of pods, by whether the certificate of the kubelet was verified.",
      labels: ["usage"],
      stability: "ALPHA",
      ...age,
    });
    const failures = metrics.counter({
      name: `${prefix}backend_tls_failure_total`,
      help: "Requests for logs of pods that failed since the certificate of the kubelet was not accepted.",
      stability: "ALPHA",
      ...age,
    });
    return { enforced: usage("enforce_tls"), skipped: usage("skip_tls_allowed"), failed: failures() };
  });
  return {
    requested: (skipsVerification) => {
      for (const { enforced, skipped } of cells) (skipsVerification ? skipped : enforced).add();
    },
    tlsFailed: () => {
      for (const { failed } of cells) failed.add();
    },
  };
}
