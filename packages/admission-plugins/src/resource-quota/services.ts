import type { Quantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { type Counted, countOf, isWrite, nothing, one } from "./counted.ts";

interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly allocateLoadBalancerNodePorts?: boolean | null;
    readonly ports?: readonly { readonly nodePort?: number }[];
  };
}

const names = ["count/services", "services", "services.loadbalancers", "services.nodeports"];

export const countedService: Counted = {
  counts: (request) => isWrite(request, "CREATE", "UPDATE"),
  limits: (name) => names.includes(name),
  usage: ({ spec }: Service) =>
    new Map<string, Quantity>([
      ["count/services", one],
      ["services", one],
      ["services.loadbalancers", spec?.type === "LoadBalancer" ? one : nothing],
      ["services.nodeports", countOf(nodePorts(spec))],
    ]),
};

function nodePorts({ type, ports = [], allocateLoadBalancerNodePorts }: NonNullable<Service["spec"]> = {}): number {
  if (type === "NodePort") return ports.length;
  if (type !== "LoadBalancer") return 0;
  return allocateLoadBalancerNodePorts === false
    ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
    : ports.length;
}
