import { compareQuantities, formatQuantity } from "@svc/base";
import { displayAs } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { isOfPods, requestsTogether } from "../../defaults/pod-resources.ts";
import { type Check, sortedKeys } from "../common/check.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { amountOf, type ResourceNames } from "../common/resources.ts";
import type { ClaimNames, RequirementsCheck } from "./container-resources.ts";

const supported = ["cpu", "hugepages-", "memory"];

/**
 * Validates pod-level resources: requests must be at least those of the containers, and at most the
 * limits.
 */
export function podResources(
  requirements: RequirementsCheck,
  { anyName }: ResourceNames,
): (spec: core.PodSpec, at: FieldPath, claims: ClaimNames) => void {
  const name: Check<string> = (resource, at) => {
    if (passes(at, () => anyName(resource, at)) && !isOfPods(resource)) at.notSupported(displayAs(resource), supported);
  };
  return (spec, at, claims) => {
    const { resources } = spec;
    if (resources === undefined || !at.context.gates.enabled("PodLevelResources")) return;
    if (resources.claims !== undefined) at.field("claims").forbidden("claims cannot be set for Resources at pod-level");
    requirements(resources, at, { claims, name });
    aggregates(spec, resources, at);
  };
}

function aggregates(
  spec: core.PodSpec,
  { requests = {}, limits = {} }: core.ResourceRequirements,
  at: FieldPath,
): void {
  const together = requestsTogether(spec as unknown as Record<string, unknown>);
  for (const resource of [...together.keys()].filter(isOfPods).sort()) {
    const [total, request] = [together.get(resource) ?? amountOf("0"), requests[resource] ?? "0"];
    if (compareQuantities(amountOf(request), total) >= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${formatQuantity(total)}`;
    at.field("requests").item(resource).invalid(request, detail);
  }
  for (const [i, container] of (spec.containers ?? []).entries()) {
    const own = container.resources?.limits ?? {};
    for (const resource of sortedKeys(own)) {
      const [limit, most] = [own[resource] ?? "0", limits[resource]];
      if (most === undefined || !isOfPods(resource) || compareQuantities(amountOf(limit), amountOf(most)) <= 0)
        continue;
      const place = at.field("containers").item(i).item(resource).field("limits");
      place.invalid(limit, `must be less than or equal to pod limits of ${most}`);
    }
  }
}
