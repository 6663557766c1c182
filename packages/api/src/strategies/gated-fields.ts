import type { ApiObject } from "@svc/meta";
import type { FeatureGates } from "@svc/schema";

/**
 * Takes out of an object what the server has no use for, since the gate is off; what the old object
 * has, may stay.
 */
export type DropGated = (object: ApiObject, old: ApiObject | undefined, gates: FeatureGates) => void;

/** Field paths that a feature gate adds, by gate; `*` means every item of a list. */
type Gated = Readonly<Record<string, readonly string[]>>;

const containerLists = ["containers", "initContainers", "ephemeralContainers"];
const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];
const inEach = (lists: readonly string[], path: string): readonly string[] => lists.map((list) => `${list}.*.${path}`);

const podSpec: Gated = {
  ClusterTrustBundleProjection: ["volumes.*.projected.sources.*.clusterTrustBundle"],
  ContainerStopSignals: inEach(containerLists, "lifecycle.stopSignal"),
  DynamicResourceAllocation: ["resourceClaims", ...inEach(containerLists, "resources.claims")],
  InPlacePodVerticalScaling: inEach(containerLists, "resizePolicy"),
  MatchLabelKeysInPodTopologySpread: ["topologySpreadConstraints.*.matchLabelKeys"],
  PodLevelResources: ["resources"],
  ProcMountType: inEach(containerLists, "securityContext.procMount"),
  SELinuxChangePolicy: ["securityContext.seLinuxChangePolicy"],
  SupplementalGroupsPolicy: ["securityContext.supplementalGroupsPolicy"],
  UserNamespacesSupport: ["hostUsers"],
};

const podStatus: Gated = {
  DynamicResourceAllocation: ["resourceClaimStatuses"],
  PodObservedGenerationTracking: ["observedGeneration", "conditions.*.observedGeneration"],
  ResourceHealthStatus: inEach(statusLists, "allocatedResourcesStatus"),
};

const terminating: Gated = { DeploymentReplicaSetTerminatingReplicas: ["status.terminatingReplicas"] };

/** The paths of pod specs, by group and kind. */
const podSpecs: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "/Pod": "spec",
    "/PodTemplate": "template.spec",
    "/ReplicationController": "spec.template.spec",
    "apps/DaemonSet": "spec.template.spec",
    "apps/Deployment": "spec.template.spec",
    "apps/ReplicaSet": "spec.template.spec",
    "apps/StatefulSet": "spec.template.spec",
    "batch/CronJob": "spec.jobTemplate.spec.template.spec",
    "batch/Job": "spec.template.spec",
  }),
);

const claimAttributes = ["spec.volumeAttributesClassName", "status.currentVolumeAttributesClassName"];

const deviceRequests: Gated = {
  DRAAdminAccess: ["requests.*.exactly.adminAccess"],
  DRAPrioritizedList: ["requests.*.firstAvailable"],
};

/** By group, as far as all dialects spell it alike, and kind. */
const others: ReadonlyMap<string, Gated> = new Map(
  Object.entries<Gated>({
    "/PersistentVolume": { VolumeAttributesClass: ["spec.volumeAttributesClassName"] },
    "/PersistentVolumeClaim": { VolumeAttributesClass: [...claimAttributes, "status.modifyVolumeStatus"] },
    "discovery/EndpointSlice": { PreferSameTrafficDistribution: ["endpoints.*.hints.forNodes"] },
    "resource/ResourceClaim": {
      ...below("spec.devices", deviceRequests),
      DRAAdminAccess: [
        "spec.devices.requests.*.exactly.adminAccess",
        "status.allocation.devices.results.*.adminAccess",
      ],
      DRAResourceClaimDeviceStatus: ["status.devices"],
    },
    "resource/ResourceClaimTemplate": below("spec.spec.devices", deviceRequests),
    "resource/ResourceSlice": {
      DRADeviceTaints: ["spec.devices.*.taints"],
      DRAPartitionableDevices: [
        "spec.sharedCounters",
        "spec.perDeviceNodeSelection",
        ...["consumesCounters", "nodeName", "nodeSelector", "allNodes"].map((name) => `spec.devices.*.${name}`),
      ],
    },
    "storage/CSIDriver": { MutableCSINodeAllocatableCount: ["spec.nodeAllocatableUpdatePeriodSeconds"] },
    "storage/VolumeAttachment": {
      MutableCSINodeAllocatableCount: ["status.attachError.errorCode", "status.detachError.errorCode"],
    },
    "/Pod": below("status", podStatus),
    "apps/Deployment": terminating,
    "apps/ReplicaSet": terminating,
    "autoscaling/HorizontalPodAutoscaler": below("spec.behavior", {
      HPAConfigurableTolerance: ["scaleUp.tolerance", "scaleDown.tolerance"],
    }),
    "apps/StatefulSet": { MaxUnavailableStatefulSet: ["spec.updateStrategy.rollingUpdate.maxUnavailable"] },
  }),
);

function below(prefix: string, gated: Gated): Gated {
  return Object.fromEntries(
    Object.entries(gated).map(([gate, paths]) => [gate, paths.map((path) => `${prefix}.${path}`)]),
  );
}

/**
 * Returns the function that drops fields of disabled feature gates from objects of a kind;
 * undefined if the kind has none.
 */
export function dropGated(group: string, kind: string): DropGated | undefined {
  const at = podSpecs.get(`${group}/${kind}`);
  const tables = [at === undefined ? {} : below(at, podSpec), others.get(`${group.split(".")[0]}/${kind}`) ?? {}];
  const all = tables.flatMap((table) =>
    Object.entries(table).map(([gate, paths]) => ({ gate, paths: paths.map((path) => path.split(".")) })),
  );
  if (all.length === 0) return undefined;
  const spec = at?.split(".");
  return (object, old, gates) => {
    for (const { gate, paths } of all) {
      if (gates.enabled(gate) || !anySet(object, paths) || anySet(old, paths)) continue;
      for (const path of paths) clear(object, path);
    }
    if (spec !== undefined && !gates.enabled("ImageVolume")) imageVolumes(valueAt(object, spec), valueAt(old, spec));
  };
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((node, step) => (isNode(node) ? node[step] : undefined), value);
}

function isSet(value: unknown, path: readonly string[], depth = 0): boolean {
  const step = path[depth];
  if (step === undefined) return value !== undefined;
  if (step !== "*") return isNode(value) && isSet(value[step], path, depth + 1);
  if (!Array.isArray(value)) return false;
  for (const item of value) if (isSet(item, path, depth + 1)) return true;
  return false;
}

function anySet(value: unknown, paths: readonly (readonly string[])[]): boolean {
  for (const path of paths) if (isSet(value, path)) return true;
  return false;
}

/** Members that are ignored when they are empty. */
const goWhenEmpty: ReadonlySet<string> = new Set(["lifecycle"]);

function clear(value: unknown, path: readonly string[], depth = 0): void {
  const step = path[depth] ?? "";
  if (step === "*") {
    if (Array.isArray(value)) for (const item of value) clear(item, path, depth + 1);
    return;
  }
  if (!isNode(value) || value[step] === undefined) return;
  if (depth === path.length - 1) delete value[step];
  else if (isSet(value[step], path, depth + 1)) {
    clear(value[step], path, depth + 1);
    if (goWhenEmpty.has(step) && Object.keys(value[step] as object).length === 0) delete value[step];
  }
}

/** Removes volumes of type `image` and their mounts. */
function imageVolumes(spec: unknown, old: unknown): void {
  if (!isNode(spec) || isSet(old, ["volumes", "*", "image"]) || !isSet(spec, ["volumes", "*", "image"])) return;
  const volumes = spec["volumes"] as readonly { readonly name?: string; readonly image?: unknown }[];
  const gone = new Set(volumes.filter(({ image }) => image !== undefined).map(({ name }) => name));
  const stays = ({ name }: { readonly name?: string }): boolean => !gone.has(name);
  keep(spec, "volumes", stays);
  for (const list of containerLists)
    for (const container of Array.isArray(spec[list]) ? (spec[list] as unknown[]) : [])
      if (isNode(container)) keep(container, "volumeMounts", stays);
}

function keep(owner: Record<string, unknown>, list: string, stays: (item: { name?: string }) => boolean): void {
  if (!Array.isArray(owner[list])) return;
  const rest = (owner[list] as { name?: string }[]).filter(stays);
  if (rest.length === 0) delete owner[list];
  else owner[list] = rest;
}
