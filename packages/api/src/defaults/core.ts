import { copyMembers, type Dialect } from "@svc/meta";
import { oneAndSeveral } from "./addresses.ts";
import { all, created, each, type Fill, ifAbsent, isMembers, type Members, members } from "./fill.ts";
import { selectorAndLabelsFromTemplate } from "./labels.ts";
import { claimSpec, podOnly, podSpec, podTemplate, volumeSource } from "./pod-spec.ts";
import { listOf, roundList } from "./quantities.ts";
import { service } from "./service.ts";

const limits = members({
  max: roundList,
  min: roundList,
  default: roundList,
  defaultRequest: roundList,
  maxLimitRequestRatio: roundList,
});

/**
 * Defaults of container requests and limits: requests default to the defaults of limits, and at
 * least to the minimum.
 */
const containerDefaults: Fill = (item) => {
  if (item["type"] !== "Container") return;
  const defaults = { ...listOf(item, "default") };
  for (const [name, value] of Object.entries(listOf(item, "max") ?? {}))
    if (!Object.hasOwn(defaults, name)) defaults[name] = value;
  if (Object.keys(defaults).length > 0) item["default"] = defaults;
  const requests = { ...listOf(item, "defaultRequest") };
  for (const source of [defaults, listOf(item, "min") ?? {}])
    for (const [name, value] of Object.entries(source)) if (!Object.hasOwn(requests, name)) requests[name] = value;
  if (Object.keys(requests).length > 0) item["defaultRequest"] = requests;
};

const nodeStatus: Fill = all(members({ capacity: roundList, allocatable: roundList }), (status) => {
  if (status["allocatable"] === undefined && isMembers(status["capacity"]))
    status["allocatable"] = { ...status["capacity"] };
});

/** `stringData` is write-only: its entries become entries of `data`. */
const textAsData: Fill = (secret) => {
  const { stringData } = secret;
  delete secret["stringData"];
  if (!isMembers(stringData)) return;
  const texts = copyMembers(stringData);
  // The members exist already, so that `__proto__` is a key like any other.
  for (const key in texts) texts[key] = Buffer.from(String(texts[key])).toString("base64");
  const { data } = secret;
  if (isMembers(data)) secret["data"] = { ...data, ...texts };
  else if (Object.keys(texts).length > 0) secret["data"] = texts;
};

export function coreDefaults(dialect: Dialect): Readonly<Record<string, Fill>> {
  const nameLabel = `${dialect.labelDomain}/metadata.name`;
  return {
    Pod: all(members({ spec: podSpec, status: oneAndSeveral("podIP", "podIPs", "ip") }), podOnly),
    PodTemplate: members({ template: podTemplate }),
    ReplicationController: all(
      members({ spec: members({ replicas: 1, template: podTemplate }) }),
      selectorAndLabelsFromTemplate,
    ),
    Service: service,
    Secret: all(members({ type: "Opaque" }), textAsData),
    PersistentVolume: all(
      members({
        spec: all(
          members({ persistentVolumeReclaimPolicy: "Retain", volumeMode: ifAbsent("Filesystem"), capacity: roundList }),
          volumeSource,
        ),
        status: created(members({ phase: "Pending" })),
      }),
    ),
    PersistentVolumeClaim: members({ spec: claimSpec, status: created(members({ phase: "Pending" })) }),
    Endpoints: members({ subsets: each(members({ ports: each(members({ protocol: "TCP" })) })) }),
    Namespace: all(members({ status: created(members({ phase: "Active" })) }), ({ metadata }) => {
      if (!isMembers(metadata) || (metadata["name"] ?? "") === "") return;
      const labels = (metadata["labels"] ??= {}) as Members;
      labels[nameLabel] = metadata["name"];
    }),
    Node: members({ spec: oneAndSeveral("podCIDR", "podCIDRs"), status: nodeStatus }),
    LimitRange: members({ spec: members({ limits: each(all(limits, containerDefaults)) }) }),
    ResourceQuota: members({
      spec: members({ hard: roundList }),
      status: members({ hard: roundList, used: roundList }),
    }),
  };
}
