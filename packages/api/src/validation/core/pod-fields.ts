import { dns1123Label, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, choice, each, members, named } from "../common/check.ts";
import { labels } from "../common/label-selector.ts";
import { inRange } from "../common/number.ts";
import { whenSet } from "../common/when-set.ts";
import { affinity } from "./affinity.ts";
import { hostAliases } from "./dns.ts";
import { tolerations } from "./tolerations.ts";
import { topologySpread } from "./topology-spread.ts";

const subdomain = whenSet(named(dns1123Subdomain));
const label = whenSet(named(dns1123Label));
const qualified = named(qualifiedName);
export const restartPolicy: Check<string> = choice("Always", "OnFailure", "Never");

const schedulingGates: Check<readonly core.PodSchedulingGate[]> = (gates, at) => {
  const names = new Set<string>();
  for (const [i, { name = "" }] of gates.entries()) {
    qualified(name, at.item(i));
    if (names.has(name)) at.item(i).duplicate(name);
    names.add(name);
  }
};

const readinessGates = each<core.PodReadinessGate>(({ conditionType = "" }, at) =>
  qualified(conditionType, at.field("conditionType")),
);

export const placement: Check<core.PodSpec> = members<core.PodSpec>({ nodeSelector: labels });
export const podAffinity: Check<core.PodSpec> = members<core.PodSpec>({ affinity });
export const gates: Check<core.PodSpec> = members<core.PodSpec>({
  readinessGates,
  schedulingGates,
  topologySpreadConstraints: topologySpread,
});

const maxDeadlineSeconds = 2 ** 31 - 1;
export const names: Check<core.PodSpec> = members<core.PodSpec>({
  serviceAccountName: subdomain,
  nodeName: subdomain,
  activeDeadlineSeconds: inRange(1, maxDeadlineSeconds),
  hostname: label,
  subdomain: label,
  tolerations,
  hostAliases,
  priorityClassName: subdomain,
  runtimeClassName: named(dns1123Subdomain),
  preemptionPolicy: choice("PreemptLowerPriority", "Never"),
});
