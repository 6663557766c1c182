import type { AdmissionRequest } from "@svc/admission";
import type { ApiObject } from "@svc/meta";
import type { PodLike } from "./pod.ts";
import { type Policy, policyText } from "./policy.ts";
import type { Evaluate } from "./standards.ts";

/** More are not looked at: who makes a namespace stricter waits for it. */
const maxPods = 3_000;

/** Tells of pods that could not be made any more; they go on running. */
export function warnOfExistingPods(
  request: AdmissionRequest,
  evaluate: Evaluate,
  policy: Policy,
  pods: readonly ApiObject[],
): void {
  const byReasons = new Map<string, string[]>();
  for (const pod of pods.slice(0, maxPods)) {
    const reasons = evaluate(policy, pod as PodLike)
      .map(({ reason }) => reason)
      .join(", ");
    if (reasons === "") continue;
    const names = byReasons.get(reasons) ?? [];
    names.push(pod.metadata.name ?? "");
    byReasons.set(reasons, names);
  }
  if (byReasons.size === 0) return;
  const { name } = request;
  request.warn(
    `existing pods in namespace ${JSON.stringify(name)} violate the new PodSecurity enforce level "${policyText(policy)}"`,
  );
  if (pods.length > maxPods)
    request.warn(
      `new PodSecurity enforce level only checked against the first ${maxPods} of ${pods.length} existing pods`,
    );
  for (const [reasons, [first = "", ...others]] of byReasons) {
    const more = others.length === 0 ? "" : ` (and ${others.length} other pod${others.length === 1 ? "" : "s"})`;
    request.warn(`${first}${more}: ${reasons}`);
  }
}
