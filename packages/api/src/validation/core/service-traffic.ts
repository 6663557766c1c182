import { qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { portNumber } from "../common/number.ts";

const qualified = named(qualifiedName);

type Spec = core.ServiceSpec;

const balancersOnly = "may only be used when `type` is 'LoadBalancer'";
const policies = oneOf("Cluster", "Local");
const distributions = oneOf("PreferClose");
const allDistributions = oneOf("PreferClose", "PreferSameNode", "PreferSameZone");

/** Whether packets come from elsewhere than the cluster. */
function isReachable({ type, externalIPs = [] }: Spec): boolean {
  return type === "NodePort" || type === "LoadBalancer" || (type === "ClusterIP" && externalIPs.length > 0);
}

/** Validates the traffic policies, the distribution and the load balancer class of a service. */
export function serviceTraffic(spec: Spec, at: FieldPath): void {
  const { type, allocateLoadBalancerNodePorts: allocate, internalTrafficPolicy, trafficDistribution } = spec;
  if (allocate !== undefined && type !== "LoadBalancer")
    at.field("allocateLoadBalancerNodePorts").forbidden(balancersOnly);
  if (allocate === undefined && type === "LoadBalancer") at.field("allocateLoadBalancerNodePorts").required();
  loadBalancerClass(spec, at, undefined);
  externalPolicy(spec, at);
  if (internalTrafficPolicy !== undefined) policies(internalTrafficPolicy, at.field("internalTrafficPolicy"));
  if (trafficDistribution === undefined) return;
  const known = at.context.gates.enabled("PreferSameTrafficDistribution") ? allDistributions : distributions;
  known(trafficDistribution, at.field("trafficDistribution"));
}

function externalPolicy(spec: Spec, at: FieldPath): void {
  const { externalTrafficPolicy: policy = "" as string, healthCheckNodePort: health = 0 } = spec;
  const place = at.field("externalTrafficPolicy");
  if (!isReachable(spec)) {
    if (policy !== "") place.invalid(policy, "may only be set for externally-accessible services");
  } else if (policy === "") place.required();
  else policies(policy, place);
  const healthPlace = at.field("healthCheckNodePort");
  if (spec.type === "LoadBalancer" && policy === "Local") {
    if (health === 0) healthPlace.required();
    else portNumber(health, healthPlace);
  } else if (health !== 0)
    healthPlace.invalid(health, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
}

/** The class can be set only when the service becomes a load balancer. */
export function loadBalancerClass(spec: Spec, at: FieldPath, old: Spec | undefined): void {
  const { type, loadBalancerClass: name } = spec;
  const place = at.field("loadBalancerClass");
  if (type !== "LoadBalancer") {
    if (name !== undefined) place.forbidden(balancersOnly);
    return;
  }
  if (old?.type === "LoadBalancer" && name !== old.loadBalancerClass)
    place.invalid(name ?? "null", "may not change once set");
  if (name !== undefined) qualified(name, place);
}
