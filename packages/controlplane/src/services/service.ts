import type { ApiObject } from "@svc/meta";

export interface ServicePort {
  name?: string;
  port?: number;
  protocol?: string;
  nodePort?: number;
}

export interface ServiceSpec {
  type?: string;
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  ports?: ServicePort[];
  healthCheckNodePort?: number;
  externalTrafficPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  selector?: Record<string, string>;
  externalName?: string;
}

export interface Service extends ApiObject {
  spec?: ServiceSpec;
}

export const headless = "None";

/** True if a service has cluster addresses. */
export function needsClusterIp({ type, clusterIP }: ServiceSpec): boolean {
  return type !== "ExternalName" && clusterIP !== headless;
}

/** True if a service is headless and has no selector. */
export function isFree({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === headless && Object.keys(selector).length === 0;
}

/** True if a service may have node ports. */
export function mayHaveNodePorts({ type }: ServiceSpec): boolean {
  return type === "NodePort" || type === "LoadBalancer";
}

/** True if each port of a service gets a node port. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

export function needsHealthCheckPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}
