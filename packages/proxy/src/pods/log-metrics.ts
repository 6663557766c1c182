import type { LocalClient } from "@svc/registry";

interface PodLogMetrics {
  requested(skipsVerification: boolean): void;
  tlsFailed(): void;
}

/**
 * Counts requests for logs by whether the kubelet's certificate is verified, and failures of the
 * verification.
 */
export function podLogMetrics(metrics: LocalClient["environment"]["metrics"]): PodLogMetrics {
  const usage = metrics.counter({
    name: "kube_apiserver_pod_logs_insecure_backend_total",
    help: "Requests for logs of pods, by whether the certificate of the kubelet was verified.",
    labels: ["usage"],
    stability: "ALPHA",
  });
  const failures = metrics.counter({
    name: "kube_apiserver_pod_logs_backend_tls_failure_total",
    help: "Requests for logs of pods that failed since the certificate of the kubelet was not accepted.",
    stability: "ALPHA",
  });
  const [enforced, skipped] = [usage("enforce_tls"), usage("skip_tls_allowed")];
  const failed = failures();
  return {
    requested: (skipsVerification) => (skipsVerification ? skipped : enforced).add(),
    tlsFailed: () => failed.add(),
  };
}
