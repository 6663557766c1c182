import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/common/equal.ts";
import { restore } from "./status.ts";

interface ServiceSpec {
  readonly type?: string;
  readonly externalIPs?: readonly string[];
  [field: string]: unknown;
}

interface ServiceObject extends ApiObject {
  spec?: ServiceSpec;
}

const isInside = ({ type }: ServiceSpec): boolean => type !== "ExternalName";
const isBalanced = ({ type }: ServiceSpec): boolean => type === "LoadBalancer";
const isReachable = ({ type, externalIPs = [] }: ServiceSpec): boolean =>
  type === "NodePort" || type === "LoadBalancer" || (type === "ClusterIP" && externalIPs.length > 0);

/** Fields that only some services have, and which those are. */
const ofSome: readonly (readonly [has: (spec: ServiceSpec) => boolean, fields: readonly string[]])[] = [
  [isInside, ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]],
  [isBalanced, ["allocateLoadBalancerNodePorts", "loadBalancerClass"]],
  [isReachable, ["externalTrafficPolicy"]],
  [isInside, ["internalTrafficPolicy"]],
];

/**
 * A service that becomes one of another type loses what that type does not have, unless a client
 * has just changed it.
 */
export const service: Partial<Strategy> = {
  statusCreates: "update",
  prepareUpdate: (object: ServiceObject, old: ServiceObject) => {
    restore(object, old, "status");
    const [spec, before] = [object.spec ?? {}, old.spec ?? {}];
    for (const [has, fields] of ofSome) {
      if (!has(before) || has(spec)) continue;
      for (const field of fields) if (same(spec[field], before[field])) delete spec[field];
    }
  },
};
