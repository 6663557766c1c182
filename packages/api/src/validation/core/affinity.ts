import { dns1123Label, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, each, members, named, needed, number } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { labelSelector } from "../common/label-selector.ts";
import { nodeSelector, nodeSelectorTerm } from "./node-selector.ts";

const weight = number((value, at) => {
  if (value <= 0 || value > 100) at.invalid(value, "must be in the range 1-100");
});

const nodeAffinity = members<core.NodeAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
  preferredDuringSchedulingIgnoredDuringExecution: each(
    members<core.PreferredSchedulingTerm>({ weight, preference: nodeSelectorTerm }),
  ),
});

const label = named(dns1123Label);
const key = named(qualifiedName);
const keys = each(key);
const selectors = members<core.PodAffinityTerm>({ labelSelector, namespaceSelector: labelSelector });

const podTerm: Check<core.PodAffinityTerm> = (term, at) => {
  selectors(term, at);
  for (const namespace of term.namespaces ?? []) label(namespace, at.field("namespace"));
  labelKeys(term, at);
  const { topologyKey = "" } = term;
  if (topologyKey === "") at.field("topologyKey").required("can not be empty");
  key(topologyKey, at.field("topologyKey"));
};

/** Labels of the pod itself that others must, or must not, have the same value of. */
function labelKeys(term: core.PodAffinityTerm, at: FieldPath): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  for (const name of ["matchLabelKeys", "mismatchLabelKeys"] as const) {
    const list = term[name] ?? [];
    if (term.labelSelector !== undefined) keys(list, at.field(name));
    else if (list.length > 0) at.field(name).forbidden("must not be specified when labelSelector is not set");
  }
  for (const [i, name] of matchLabelKeys.entries())
    if (mismatchLabelKeys.includes(name))
      at.field("matchLabelKeys").item(i).invalid(name, "exists in both matchLabelKeys and mismatchLabelKeys");
}

const podAffinity: Check<core.PodAffinity> = members<core.PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: each(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: each(
    members<core.WeightedPodAffinityTerm>({ weight, podAffinityTerm: needed(podTerm) }),
  ),
});

/** Validates the affinity of a pod to nodes and to other pods. */
export const affinity: Check<core.Affinity> = members<core.Affinity>({
  nodeAffinity,
  podAffinity,
  podAntiAffinity: podAffinity,
});
