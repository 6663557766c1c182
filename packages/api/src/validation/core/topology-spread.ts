import { qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, members, named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { labelSelector } from "../common/label-selector.ts";

const actions = ["DoNotSchedule", "ScheduleAnyway"];
const nodePolicy = oneOf("Honor", "Ignore");
const policies = members<core.TopologySpreadConstraint>({
  nodeAffinityPolicy: nodePolicy,
  nodeTaintsPolicy: nodePolicy,
});
const key = named(qualifiedName);

/** Validates the topology spread constraints of a pod. */
export const topologySpread: Check<readonly core.TopologySpreadConstraint[]> = (constraints, at) => {
  const last = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]));
  for (const [i, constraint] of constraints.entries()) {
    const place = at.item(i);
    const { maxSkew = 0, topologyKey = "", whenUnsatisfiable: action } = constraint;
    if (maxSkew <= 0) place.field("maxSkew").invalid(maxSkew, "must be greater than zero");
    if (topologyKey === "") place.field("topologyKey").required("can not be empty");
    if (!actions.includes(action)) place.field("whenUnsatisfiable").notSupported(action ?? "", actions);
    if (last.get(pairOf(constraint)) !== i)
      place.field("{topologyKey, whenUnsatisfiable}").duplicate(`{${topologyKey}, ${action}}`);
    minDomains(constraint, place.field("minDomains"));
    policies(constraint, place);
    labelKeys(constraint, place.field("matchLabelKeys"));
    if (constraint.labelSelector !== undefined) labelSelector(constraint.labelSelector, place.field("labelSelector"));
  }
};

function pairOf({ topologyKey, whenUnsatisfiable }: core.TopologySpreadConstraint): string {
  return `${topologyKey ?? ""} ${whenUnsatisfiable ?? ""}`;
}

function minDomains(
  { minDomains: value, whenUnsatisfiable: action }: core.TopologySpreadConstraint,
  at: FieldPath,
): void {
  if (value === undefined) return;
  if (value <= 0) at.invalid(value, "must be greater than zero");
  if (action !== "DoNotSchedule")
    at.invalid(value, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action ?? ""}`);
}

function labelKeys(
  { matchLabelKeys = [], labelSelector: selector }: core.TopologySpreadConstraint,
  at: FieldPath,
): void {
  if (matchLabelKeys.length === 0) return;
  if (selector === undefined) at.forbidden("must not be specified when labelSelector is not set");
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const selected = new Set([...Object.keys(matchLabels), ...matchExpressions.map((expression) => expression.key)]);
  for (const [i, name] of matchLabelKeys.entries()) {
    key(name, at.item(i));
    if (selected.has(name)) at.item(i).invalid(name, "exists in both matchLabelKeys and labelSelector");
  }
}
