import { type Dialect, dns1123Label, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, choice, each, members, named } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { labels } from "../common/label-selector.ts";
import { inRange } from "../common/number.ts";
import { resourceNames } from "../common/resources.ts";
import { whenSet } from "../common/when-set.ts";
import { affinity } from "./affinity.ts";
import { hostNetworkPorts } from "./container-ports.ts";
import { requirements } from "./container-resources.ts";
import { containerLists } from "./containers.ts";
import { dnsConfig, dnsPolicy, hostAliases } from "./dns.ts";
import { systemFields } from "./os-fields.ts";
import { podResources } from "./pod-resources.ts";
import { hostProcesses, ownUsers, podSecurity } from "./pod-security.ts";
import { resourceClaims } from "./resource-claims.ts";
import { tolerations } from "./tolerations.ts";
import { topologySpread } from "./topology-spread.ts";
import { volumes } from "./volumes.ts";

const subdomain = whenSet(named(dns1123Subdomain));
const label = whenSet(named(dns1123Label));
const qualified = named(qualifiedName);
const restartPolicy = choice("Always", "OnFailure", "Never");

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

const placement = members<core.PodSpec>({ nodeSelector: labels });
const gates = members<core.PodSpec>({ readinessGates, schedulingGates, topologySpreadConstraints: topologySpread });

const maxDeadlineSeconds = 2 ** 31 - 1;
const names = members<core.PodSpec>({
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

/** @param podName of which claims of its own volumes are named; empty in templates */
type PodSpecCheck = (spec: core.PodSpec, at: FieldPath, owner: { readonly podName: string }) => void;

/** What pods and templates of pods have in common. */
export function podSpec(dialect: Dialect): PodSpecCheck {
  const volumesOf = volumes(dialect);
  const lists = containerLists(dialect);
  const resources = requirements(dialect);
  const ofPod = podResources(resources, resourceNames(dialect));
  return (spec, at, owner) => {
    const scope = {
      spec,
      volumes: volumesOf(spec.volumes ?? [], at.field("volumes"), owner),
      claims: resourceClaims(spec.resourceClaims ?? [], at.field("resourceClaims")),
      graceSeconds: spec.terminationGracePeriodSeconds ?? 0,
      os: spec.os?.name ?? "",
    };
    lists(scope, at);
    if (spec.hostNetwork === true) hostNetworkPorts(spec.containers ?? [], at.field("containers"));
    ofPod(spec, at.field("resources"), scope.claims);
    restartPolicy(spec.restartPolicy ?? "", at.field("restartPolicy"));
    dnsPolicy(spec.dnsPolicy ?? "", at.field("dnsPolicy"));
    placement(spec, at);
    podSecurity(spec, at.field("securityContext"));
    if (spec.affinity !== undefined) affinity(spec.affinity, at.field("affinity"));
    dnsConfig(spec, at.field("dnsConfig"));
    gates(spec, at);
    hostProcesses(spec, at);
    ownUsers(spec, at);
    names(spec, at);
    if (spec.overhead !== undefined)
      resources({ limits: spec.overhead }, at.field("overhead"), { claims: scope.claims });
    systemFields(spec, at);
  };
}
