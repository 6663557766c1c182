import type { AdmissionRequest } from "@svc/admission";
import type { PodSecurityObserver } from "@svc/admission-plugins";
import type { Metrics } from "@svc/metrics";

/** Counts evaluations of pods and pod templates against Pod Security Standards. */
export function podSecurityMetrics(metrics: Metrics): PodSecurityObserver {
  const requestLabels = ["request_operation", "resource", "subresource"];
  const evaluations = metrics.counter({
    name: "pod_security_evaluations_total",
    help: "Comparisons of pods with the enforced policy, and violations of the policies for audit and warnings.",
    labels: ["decision", "mode", "policy_level", "policy_version", ...requestLabels],
    stability: "ALPHA",
  });
  const exemptions = metrics.counter({
    name: "pod_security_exemptions_total",
    help: "Requests for which no policy held.",
    labels: requestLabels,
    stability: "ALPHA",
  });
  for (const operation of ["create", "update"])
    for (const resource of ["pod", "controller"]) exemptions(operation, resource, "");
  return {
    evaluated: ({ request, mode, policy: { level, version }, isAllowed }) =>
      evaluations(isAllowed ? "allow" : "deny", mode, level, version, ...placeOf(request)).add(),
    exempted: (request) => exemptions(...placeOf(request)).add(),
  };
}

function placeOf({ operation, resource: { resource }, subresource }: AdmissionRequest): readonly string[] {
  return [operation.toLowerCase(), resource === "pods" ? "pod" : "controller", subresource];
}
