import { all, each, type Fill, isMembers, type Members, members } from "./fill.ts";

const stickySeconds = 10_800;

const port: Fill = all(members({ protocol: "TCP" }), (value) => {
  const { targetPort } = value;
  if (targetPort === undefined || targetPort === 0 || targetPort === "") value["targetPort"] = value["port"];
});

const sessions: Fill = (spec, gates) => {
  if (spec["sessionAffinity"] === "None") delete spec["sessionAffinityConfig"];
  if (spec["sessionAffinity"] !== "ClientIP") return;
  const config = (spec["sessionAffinityConfig"] ??= {}) as Members;
  sticky((config["clientIP"] ??= {}) as Members, gates);
};
const sticky = members({ timeoutSeconds: stickySeconds });

/** Which nodes take part in traffic, depends on how it comes in. */
const traffic: Fill = (spec) => {
  const { type, externalIPs } = spec;
  const fromOutside = type === "NodePort" || type === "LoadBalancer";
  const byAddress = type === "ClusterIP" && Array.isArray(externalIPs) && externalIPs.length > 0;
  if ((fromOutside || byAddress) && (spec["externalTrafficPolicy"] ?? "") === "")
    spec["externalTrafficPolicy"] = "Cluster";
  if (fromOutside || type === "ClusterIP") spec["internalTrafficPolicy"] ??= "Cluster";
  if (type === "LoadBalancer") spec["allocateLoadBalancerNodePorts"] ??= true;
};

const ingress: Fill = (entry) => {
  if ((entry["ip"] ?? "") !== "") entry["ipMode"] ??= "VIP";
};
const balancers = members({ status: members({ loadBalancer: members({ ingress: each(ingress) }) }) });

export const service: Fill = all(
  members({ spec: all(members({ sessionAffinity: "None", type: "ClusterIP", ports: each(port) }), sessions, traffic) }),
  (object, gates) => {
    if (isMembers(object["spec"]) && object["spec"]["type"] === "LoadBalancer") balancers(object, gates);
  },
);
