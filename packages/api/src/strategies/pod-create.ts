import type { ApiObject, Labels } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { corev1 as core } from "@svc/types";

/** Sets the condition of a pod with scheduling gates, so that the scheduler skips it. */
export function waitForGates(pod: ApiObject, { now }: WriteContext): void {
  const { spec, status } = pod as { readonly spec?: core.PodSpec; readonly status?: core.PodStatus };
  if ((spec?.schedulingGates ?? []).length === 0 || status === undefined) return;
  const waiting: core.PodCondition = {
    type: "PodScheduled",
    status: "False",
    lastTransitionTime: now,
    reason: "SchedulingGated",
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
  status.conditions = [...(status.conditions ?? []), waiting];
}

/** Labels of the pod that others must, or must not, share become part of what selects them. */
export function selectByOwnLabels({ spec, metadata }: ApiObject): void {
  const { podAffinity, podAntiAffinity } = (spec as core.PodSpec | undefined)?.affinity ?? {};
  for (const affinity of [podAffinity, podAntiAffinity]) {
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [])
      selectBy(term, metadata.labels ?? {});
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
      if (podAffinityTerm !== undefined) selectBy(podAffinityTerm, metadata.labels ?? {});
  }
}

function selectBy(term: core.PodAffinityTerm, labels: Labels): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  if (labelSelector === undefined) return;
  const requirements = (keys: readonly string[], operator: string) =>
    keys.flatMap((key) => {
      const value = labels[key];
      return value === undefined ? [] : [{ key, operator, values: [value] }];
    });
  const own = [...requirements(matchLabelKeys, "In"), ...requirements(mismatchLabelKeys, "NotIn")];
  if (own.length > 0) labelSelector.matchExpressions = [...(labelSelector.matchExpressions ?? []), ...own];
}
