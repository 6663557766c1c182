import { isStatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { createAdmission } from "../admission-chain.ts";

/** The result of a step for a request. */
export interface StepRun {
  readonly outcome: "admitted" | "refused";
  /** An error that is not a refusal; undefined if there was none. */
  readonly fault: unknown;
  readonly request: AdmissionRequest;
  readonly warnings: readonly string[];
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

/** The whole request for a sample, with objects of its own. */
function requestOf(
  sample: Partial<AdmissionRequest>,
  reports: Pick<AdmissionRequest, "warn" | "annotate">,
): AdmissionRequest {
  const { operation = "CREATE", kind, resource, name = "a", namespace = "default" } = sample;
  const hasObject = operation === "CREATE" || operation === "UPDATE";
  const object = sample.object ?? (hasObject ? { metadata: { name, namespace } } : undefined);
  const { user = { name: "jane", uid: "", groups: [], extra: {} }, type } = sample;
  return {
    operation,
    kind: kind ?? { group: "", version: "v1", kind: "ConfigMap" },
    resource: resource ?? { group: "", version: "v1", resource: "configmaps" },
    subresource: sample.subresource ?? "",
    name,
    namespace,
    object: structuredClone(object),
    oldObject: structuredClone(sample.oldObject),
    dryRun: sample.dryRun ?? false,
    options: sample.options,
    type,
    user,
    ...reports,
  };
}

/**
 * Runs a step over a sample as a server does: mutation, then validation.
 * @param between called with the request when it was mutated
 */
export async function runStep(
  step: AdmissionPlugin,
  sample: Partial<AdmissionRequest>,
  between: (request: AdmissionRequest) => void = () => undefined,
): Promise<StepRun> {
  const warnings: string[] = [];
  const annotations: (readonly [string, string])[] = [];
  const request = requestOf(sample, {
    warn: (text) => void warnings.push(text),
    annotate: (key, value) => void annotations.push([key, value]),
  });
  const admission = createAdmission([step]);
  let outcome: StepRun["outcome"] = "admitted";
  let fault: unknown;
  try {
    await admission.mutate(request);
    between(request);
    await admission.validate(request);
  } catch (error) {
    outcome = "refused";
    if (!isStatusError(error)) fault = error;
  }
  return { outcome, fault, request, warnings, annotations };
}
