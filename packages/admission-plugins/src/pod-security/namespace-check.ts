import type { AdmissionRequest } from "@svc/admission";
import { type MaybePromise, quote } from "@svc/base";
import { type ApiObject, invalidObject } from "@svc/meta";
import { isExemptPod, type PodSecurityExemptions } from "./exemptions.ts";
import { warnOfExistingPods } from "./existing-pods.ts";
import { isStricter, type PolicyLabels, samePolicy } from "./policy.ts";
import type { Evaluate } from "./standards.ts";

interface NamespaceCheckOptions {
  readonly evaluate: Evaluate;
  readonly exemptions: PodSecurityExemptions;
  readonly labels: PolicyLabels;
  readonly pods: (namespace: string) => MaybePromise<readonly ApiObject[]>;
}

type NamespaceCheck = (request: AdmissionRequest, namespace: ApiObject) => MaybePromise<void>;

/** Validates the labels of a namespace; warns about existing pods when it becomes stricter. */
export function namespaceCheck({ evaluate, exemptions, labels, pods }: NamespaceCheckOptions): NamespaceCheck {
  return (request, { metadata }) => {
    const { oldObject } = request;
    const { name = "" } = metadata;
    const problems = labels.problems(metadata.labels, oldObject?.metadata.labels);
    if (problems.length > 0) throw invalidObject({ group: "", kind: request.kind.kind, name }, problems);
    const { enforce } = labels.policiesOf(metadata.labels);
    if (oldObject !== undefined) {
      const { enforce: before } = labels.policiesOf(oldObject.metadata.labels);
      if (enforce.level === "privileged" || samePolicy(enforce, before)) return undefined;
      if (enforce.version === before.version && !isStricter(enforce, before)) return undefined;
    }
    if (exemptions.namespaces.has(name)) {
      const requestedPolicy = labels.shownPolicy(metadata.labels);
      const warning = `namespace ${quote(name)} is exempt from Pod Security, and the policy (${requestedPolicy}) will be ignored`;
      if (requestedPolicy !== "") request.warn(warning);
      return undefined;
    }
    if (oldObject === undefined) return undefined;
    const warn = (found: readonly ApiObject[]): void => {
      const held = exemptions.runtimeClasses.size === 0 ? found : found.filter((pod) => !isExemptPod(exemptions, pod));
      warnOfExistingPods(request, held, { policy: enforce, evaluate });
    };
    const found = pods(name);
    return found instanceof Promise ? found.then(warn) : warn(found);
  };
}
