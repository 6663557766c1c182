import type { Dialect } from "@svc/meta";
import { all, created, each, type Fill, isMembers, type Members, members } from "./fill.ts";
import { claimSpec, podOnly, podSpec, podTemplate, volumeSource } from "./pod-spec.ts";
import { listOf, roundList } from "./quantities.ts";

/** Selector and labels of older workloads are those of what they make, where nothing is said. */
function labelsFromTemplate(object: Members): void {
  const spec = object["spec"];
  const template = isMembers(spec) ? spec["template"] : undefined;
  const metadata = isMembers(template) ? template["metadata"] : undefined;
  const labels = isMembers(metadata) ? metadata["labels"] : undefined;
  if (!isMembers(spec) || !isMembers(labels) || Object.keys(labels).length === 0) return;
  if (!isMembers(spec["selector"]) || Object.keys(spec["selector"]).length === 0) spec["selector"] = { ...labels };
  labelsOf(object, labels);
}

/** Labels of the object itself, where it has none. */
export function labelsOf(object: Members, labels: Members): void {
  const metadata = object["metadata"] as Members;
  if (!isMembers(metadata["labels"]) || Object.keys(metadata["labels"]).length === 0)
    metadata["labels"] = { ...labels };
}

const servicePort: Fill = all(members({ protocol: "TCP" }), (port) => {
  if (port["targetPort"] === undefined || port["targetPort"] === 0 || port["targetPort"] === "")
    port["targetPort"] = port["port"];
});

const service: Fill = all(
  members({ spec: members({ sessionAffinity: "None", type: "ClusterIP", ports: each(servicePort) }) }),
  (object) => {
    const spec = object["spec"];
    if (!isMembers(spec)) return;
    const { type } = spec;
    if (spec["sessionAffinity"] === "None") delete spec["sessionAffinityConfig"];
    if (spec["sessionAffinity"] === "ClientIP") {
      const config = (spec["sessionAffinityConfig"] ??= {}) as Members;
      const client = (config["clientIP"] ??= {}) as Members;
      client["timeoutSeconds"] ??= 10_800;
    }
    const outside = type === "NodePort" || type === "LoadBalancer";
    const external = Array.isArray(spec["externalIPs"]) && spec["externalIPs"].length > 0 && type === "ClusterIP";
    if ((outside || external) && (spec["externalTrafficPolicy"] ?? "") === "")
      spec["externalTrafficPolicy"] = "Cluster";
    if (outside || type === "ClusterIP") spec["internalTrafficPolicy"] ??= "Cluster";
    if (type === "LoadBalancer") {
      spec["allocateLoadBalancerNodePorts"] ??= true;
      const status = object["status"];
      const balancer = isMembers(status) ? status["loadBalancer"] : undefined;
      const ingress = isMembers(balancer) ? balancer["ingress"] : undefined;
      for (const entry of Array.isArray(ingress) ? (ingress as Members[]) : [])
        if ((entry["ip"] ?? "") !== "") entry["ipMode"] ??= "VIP";
    }
  },
);

/** What a claim is filled from is said in two fields, the newer of which can say more. */
const claimSources: Fill = members({
  spec: (spec) => {
    const usable = (source: unknown): source is Members =>
      isMembers(source) &&
      ((source["kind"] === "PersistentVolumeClaim" && (source["apiGroup"] ?? "") === "") ||
        (source["kind"] === "VolumeSnapshot" && typeof source["apiGroup"] === "string"));
    const { dataSource, dataSourceRef } = spec;
    if (isMembers(dataSource) && !usable(dataSource)) delete spec["dataSource"];
    else if (isMembers(dataSource) && dataSourceRef === undefined) spec["dataSourceRef"] = { ...dataSource };
    if (
      isMembers(dataSourceRef) &&
      dataSource === undefined &&
      usable(dataSourceRef) &&
      dataSourceRef["namespace"] === undefined
    )
      spec["dataSource"] = { ...dataSourceRef };
  },
});

const limitRangeItem: Fill = (item) => {
  for (const name of ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"]) {
    const list = listOf(item, name);
    if (list !== undefined) roundList(list, noGates);
  }
  if (item["type"] !== "Container") return;
  const given = { ...listOf(item, "default") };
  for (const [name, value] of Object.entries(listOf(item, "max") ?? {})) given[name] ??= value;
  if (Object.keys(given).length > 0) item["default"] = given;
  const requests = { ...listOf(item, "defaultRequest") };
  for (const source of [given, listOf(item, "min") ?? {}])
    for (const [name, value] of Object.entries(source)) requests[name] ??= value;
  if (Object.keys(requests).length > 0) item["defaultRequest"] = requests;
};

const noGates = { enabled: () => false };

export function coreDefaults(dialect: Dialect): Readonly<Record<string, Fill>> {
  const nameLabel = `${dialect.labelDomain}/metadata.name`;
  return {
    Pod: all(members({ spec: podSpec }), podOnly),
    PodTemplate: members({ template: podTemplate }),
    ReplicationController: all(members({ spec: members({ replicas: 1, template: podTemplate }) }), labelsFromTemplate),
    Service: service,
    Secret: members({ type: "Opaque" }),
    PersistentVolume: all(
      members({
        spec: all(
          members({ persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem", capacity: roundList }),
          volumeSource,
        ),
        status: created(members({ phase: "Pending" })),
      }),
    ),
    PersistentVolumeClaim: all(
      members({ spec: claimSpec, status: created(members({ phase: "Pending" })) }),
      claimSources,
    ),
    Endpoints: members({ subsets: each(members({ ports: each(members({ protocol: "TCP" })) })) }),
    Namespace: ({ metadata }) => {
      if (!isMembers(metadata) || (metadata["name"] ?? "") === "") return;
      const labels = (metadata["labels"] ??= {}) as Members;
      labels[nameLabel] = metadata["name"];
    },
    Node: ({ status }) => {
      if (!isMembers(status)) return;
      for (const name of ["capacity", "allocatable"]) {
        const list = listOf(status, name);
        if (list !== undefined) roundList(list, noGates);
      }
      if (status["allocatable"] === undefined && isMembers(status["capacity"]))
        status["allocatable"] = { ...status["capacity"] };
    },
    LimitRange: members({ spec: members({ limits: each(limitRangeItem) }) }),
    ResourceQuota: members({
      spec: members({ hard: roundList }),
      status: members({ hard: roundList, used: roundList }),
    }),
  };
}
