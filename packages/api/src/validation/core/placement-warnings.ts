import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { sortedKeys } from "../common/check.ts";
import { deprecatedLabels } from "../common/deprecated-labels.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/**
 * Warnings about the placement of a pod: renamed node labels, and selectors that match no pod.
 */
export function placementWarnings(dialect: Dialect): (spec: core.PodSpec, at: string) => readonly string[] {
  const textOf = deprecatedLabels(dialect);
  const labelWarning = (key: string, path: string, subject = `${key} is `): readonly string[] => {
    const text = textOf(key);
    return text === undefined ? [] : [`${path}: ${subject}${text}`];
  };
  const termWarnings = (term: core.NodeSelectorTerm | undefined, path: string): readonly string[] =>
    (term?.matchExpressions ?? []).flatMap(({ key }, i) => labelWarning(key, `${path}.matchExpressions[${i}].key`));
  return ({ nodeSelector = {}, affinity = {}, topologySpreadConstraints = [] }, at) => {
    const nodes = affinity.nodeAffinity ?? {};
    const path = `${at}.affinity.nodeAffinity`;
    return [
      ...sortedKeys(nodeSelector).flatMap((key) => labelWarning(key, `${at}.nodeSelector[${key}]`, "")),
      ...(nodes[required]?.nodeSelectorTerms ?? []).flatMap((term, i) =>
        termWarnings(term, `${path}.${required}.nodeSelectorTerms[${i}]`),
      ),
      ...(nodes[preferred] ?? []).flatMap(({ preference }, i) =>
        termWarnings(preference, `${path}.${preferred}[${i}].preference`),
      ),
      ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, i) => {
        const constraint = `${at}.topologySpreadConstraints[${i}]`;
        return [
          ...labelWarning(topologyKey, `${constraint}.topologyKey`),
          ...selectorWarning(labelSelector, constraint),
        ];
      }),
      ...affinityWarnings(affinity.podAffinity, `${at}.affinity.podAffinity`),
      ...affinityWarnings(affinity.podAntiAffinity, `${at}.affinity.podAntiAffinity`),
    ];
  };
}

function selectorWarning(selector: object | undefined, path: string): readonly string[] {
  return selector === undefined ? [`${path}.labelSelector: a null labelSelector results in matching no pod`] : [];
}

function affinityWarnings(affinity: core.PodAffinity = {}, path: string): readonly string[] {
  return [
    ...(affinity[required] ?? []).flatMap(({ labelSelector }, i) =>
      selectorWarning(labelSelector, `${path}.${required}[${i}]`),
    ),
    ...(affinity[preferred] ?? []).flatMap(({ podAffinityTerm }, i) =>
      selectorWarning(podAffinityTerm?.labelSelector, `${path}.${preferred}[${i}].podAffinityTerm`),
    ),
  ];
}
