import { type ApiObject, type Dialect, formatAge } from "@svc/meta";
import { age, isSet } from "./age.ts";
import {
  balancerAddresses,
  type Cells,
  type CellsOfKinds,
  type Condition,
  cells,
  clipped,
  conditionOf,
  firstText,
} from "./cells.ts";
import { containerCells, type PodTemplate } from "./containers.ts";
import { podCells } from "./core-pods.ts";
import { labelsText } from "./labels.ts";
import { claimCells, volumeCells } from "./storage.ts";

type Labels = Readonly<Record<string, string>>;

interface PodTemplateObject extends ApiObject {
  readonly template?: PodTemplate;
}

interface ReplicationController extends ApiObject {
  readonly spec?: { readonly replicas?: number; readonly selector?: Labels; readonly template?: PodTemplate };
  readonly status?: { readonly replicas?: number; readonly readyReplicas?: number };
}

interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly selector?: Labels;
    readonly ports?: readonly { readonly port: number; readonly nodePort?: number; readonly protocol?: string }[];
  };
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
  };
}

interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly { readonly port: number }[];
  }[];
}

interface Node extends ApiObject {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly nodeInfo?: {
      readonly kubeletVersion?: string;
      readonly osImage?: string;
      readonly kernelVersion?: string;
      readonly containerRuntimeVersion?: string;
    };
  };
}

interface Event extends ApiObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly firstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly eventTime?: string;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly involvedObject?: { readonly kind?: string; readonly name?: string; readonly fieldPath?: string };
}

interface Namespace extends ApiObject {
  readonly status?: { readonly phase?: string };
}

interface Filled extends ApiObject {
  readonly type?: string;
  readonly data?: object;
  readonly binaryData?: object;
}

interface ServiceAccount extends ApiObject {
  readonly secrets?: readonly object[];
}

interface ComponentStatus extends ApiObject {
  readonly conditions?: readonly (Condition & { readonly error?: string })[];
}

interface ResourceQuota extends ApiObject {
  readonly status?: { readonly hard?: Labels; readonly used?: Labels };
}

/** Events look the same in either of their groups. */
export const eventCells: Cells = cells((event: Event, nowMs) => {
  const { series, involvedObject = {}, source = {} } = event;
  const first = isSet(event.firstTimestamp) ? event.firstTimestamp : event.eventTime;
  const last = series === undefined ? firstText(event.lastTimestamp, first) : series.lastObservedTime;
  return [
    formatAge(last, nowMs),
    event.type ?? "",
    event.reason ?? "",
    `${(involvedObject.kind ?? "").toLowerCase()}${firstText(involvedObject.name) === "" ? "" : `/${involvedObject.name}`}`,
    involvedObject.fieldPath ?? "",
    eventSource(firstText(source.component, event.reportingComponent), firstText(source.host, event.reportingInstance)),
    (event.message ?? "").trim(),
    formatAge(first, nowMs),
    series === undefined ? event.count || 1 : (series.count ?? 0),
    event.metadata.name ?? "",
  ];
});

function eventSource(component: string, instance: string): string {
  return instance === "" ? component : `${component}, ${instance}`;
}

const replicationControllerCells: Cells = cells((object: ReplicationController, nowMs) => {
  const { metadata, spec = {}, status = {} } = object;
  return [
    metadata.name ?? "",
    spec.replicas ?? 0,
    status.replicas ?? 0,
    status.readyReplicas ?? 0,
    age(object, nowMs),
    ...containerCells(spec.template),
    labelsText(spec.selector),
  ];
});

const serviceCells: Cells = cells((object: Service, nowMs) => {
  const { metadata, spec = {} } = object;
  return [
    metadata.name ?? "",
    spec.type ?? "",
    spec.clusterIPs?.[0] ?? "<none>",
    externalAddress(object),
    servicePorts(object),
    age(object, nowMs),
    labelsText(spec.selector),
  ];
});

const componentStatusCells: Cells = cells(({ metadata, conditions }: ComponentStatus) => {
  const healthy = conditionOf(conditions, "Healthy");
  const state = healthy?.status === "True" ? "Healthy" : "Unhealthy";
  return [metadata.name ?? "", healthy === undefined ? "Unknown" : state, healthy?.message ?? "", healthy?.error ?? ""];
});

export function coreCells(dialect: Dialect): CellsOfKinds {
  return {
    Pod: cells(podCells),
    PersistentVolume: volumeCells(dialect),
    PersistentVolumeClaim: claimCells(dialect),
    Event: eventCells,

    PodTemplate: cells(({ metadata, template }: PodTemplateObject) => [
      metadata.name ?? "",
      ...containerCells(template),
      labelsText(template?.metadata?.labels),
    ]),

    ReplicationController: replicationControllerCells,
    Service: serviceCells,

    Endpoints: cells((object: Endpoints, nowMs) => [
      object.metadata.name ?? "",
      endpointsText(object),
      age(object, nowMs),
    ]),

    Node: nodeCells(dialect),

    Namespace: cells((object: Namespace, nowMs) => [
      object.metadata.name ?? "",
      object.status?.phase ?? "",
      age(object, nowMs),
    ]),

    Secret: cells((object: Filled, nowMs) => [
      object.metadata.name ?? "",
      object.type ?? "",
      sizeOf(object.data),
      age(object, nowMs),
    ]),

    ConfigMap: cells((object: Filled, nowMs) => [
      object.metadata.name ?? "",
      sizeOf(object.data) + sizeOf(object.binaryData),
      age(object, nowMs),
    ]),

    ServiceAccount: cells((object: ServiceAccount, nowMs) => [
      object.metadata.name ?? "",
      object.secrets?.length ?? 0,
      age(object, nowMs),
    ]),

    ComponentStatus: componentStatusCells,

    ResourceQuota: cells((object: ResourceQuota, nowMs) => [
      object.metadata.name ?? "",
      quotaText(object, (name) => !name.startsWith("limits.")),
      quotaText(object, (name) => name.startsWith("limits.")),
      age(object, nowMs),
    ]),
  };
}

function sizeOf(map: object | undefined): number {
  return Object.keys(map ?? {}).length;
}

function externalAddress({ spec = {}, status }: Service): string {
  const { type, externalIPs = [] } = spec;
  switch (type) {
    case "ClusterIP":
    case "NodePort":
      return externalIPs.length > 0 ? externalIPs.join(",") : "<none>";
    case "LoadBalancer":
      return firstText([...balancerAddresses(status?.loadBalancer?.ingress), ...externalIPs].join(","), "<pending>");
    case "ExternalName":
      return spec.externalName ?? "";
    default:
      return "<unknown>";
  }
}

function servicePorts({ spec = {} }: Service): string {
  const { ports = [] } = spec;
  if (ports.length === 0) return "<none>";
  return ports
    .map(({ port, nodePort = 0, protocol = "" }) => `${port}${nodePort > 0 ? `:${nodePort}` : ""}/${protocol}`)
    .join(",");
}

function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return "<none>";
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) => addresses.map(({ ip }) => `${ip.includes(":") ? `[${ip}]` : ip}:${port}`)),
  );
  return clipped(all, 3);
}

function nodeCells({ expand }: Dialect): CellsOfKinds[string] {
  const rolePrefix = expand("node-role.{labels}/");
  const roleLabel = expand("{labels}/role");

  function rolesText({ metadata }: Node): string {
    const roles = new Set<string>();
    for (const [label, value] of Object.entries(metadata.labels ?? {})) {
      if (label.startsWith(rolePrefix)) roles.add(label.slice(rolePrefix.length));
      else if (label === roleLabel) roles.add(value);
    }
    roles.delete("");
    return roles.size === 0 ? "<none>" : [...roles].sort().join(",");
  }

  return cells((node: Node, nowMs) => {
    const { nodeInfo = {}, addresses = [] } = node.status ?? {};
    const address = (type: string): string => addresses.find((a) => a.type === type)?.address ?? "<none>";
    return [
      node.metadata.name ?? "",
      nodeStatus(node),
      rolesText(node),
      age(node, nowMs),
      nodeInfo.kubeletVersion ?? "",
      address("InternalIP"),
      address("ExternalIP"),
      firstText(nodeInfo.osImage, "<unknown>"),
      firstText(nodeInfo.kernelVersion, "<unknown>"),
      firstText(nodeInfo.containerRuntimeVersion, "<unknown>"),
    ];
  });
}

function nodeStatus({ spec, status }: Node): string {
  const ready = conditionOf(status?.conditions, "Ready");
  const state = ready?.status === "True" ? "Ready" : "NotReady";
  return `${ready === undefined ? "Unknown" : state}${spec?.unschedulable === true ? ",SchedulingDisabled" : ""}`;
}

/** `cpu: 1/2, memory: 0/1Gi` */
function quotaText({ status = {} }: ResourceQuota, isIncluded: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status;
  return Object.keys(hard)
    .filter(isIncluded)
    .sort()
    .map((name) => `${name}: ${used[name] ?? "0"}/${hard[name]}`)
    .join(", ");
}
