import type { AdmissionRequest } from "@svc/admission";
import { quote } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { PodLike } from "./pod.ts";
import { type Policy, policyText } from "./policy.ts";
import type { Evaluate } from "./standards.ts";

/** The largest number of existing pods that are checked, since the client waits for the result. */
const maxPods = 3_000;

/** Warns about running pods that violate the policy; they keep running. */
export function warnOfExistingPods(
  request: AdmissionRequest,
  pods: readonly ApiObject[],
  { policy, evaluate }: { readonly policy: Policy; readonly evaluate: Evaluate },
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
    `existing pods in namespace ${quote(name)} violate the new PodSecurity enforce level "${policyText(policy)}"`,
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
