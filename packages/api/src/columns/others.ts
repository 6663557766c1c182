import { type ApiObject, formatAge, formatSpan } from "@svc/meta";
import { age, isSet } from "./age.ts";
import { type CellsOfKinds, type Condition, cells, clipped, conditionOf, firstText, isTrue } from "./cells.ts";

interface PodDisruptionBudget extends ApiObject {
  readonly spec?: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status?: { readonly disruptionsAllowed?: number };
}

export const policyCells: CellsOfKinds = {
  PodDisruptionBudget: cells((object: PodDisruptionBudget, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      `${spec.minAvailable ?? "N/A"}`,
      `${spec.maxUnavailable ?? "N/A"}`,
      status.disruptionsAllowed ?? 0,
      age(object, nowMs),
    ];
  }),
};

interface CertificateSigningRequest extends ApiObject {
  readonly spec?: { readonly signerName?: string; readonly username?: string; readonly expirationSeconds?: number };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly certificate?: string };
}

interface ClusterTrustBundle extends ApiObject {
  readonly spec?: { readonly signerName?: string };
}

export const certificatesCells: CellsOfKinds = {
  CertificateSigningRequest: cells((object: CertificateSigningRequest, nowMs) => {
    const { metadata, spec = {} } = object;
    const { expirationSeconds } = spec;
    return [
      metadata.name ?? "",
      age(object, nowMs),
      firstText(spec.signerName, "<none>"),
      spec.username ?? "",
      expirationSeconds === undefined ? "<none>" : formatSpan(expirationSeconds * 1000),
      requestState(object),
    ];
  }),

  ClusterTrustBundle: cells(({ metadata, spec }: ClusterTrustBundle) => [
    metadata.name ?? "",
    firstText(spec?.signerName, "<none>"),
  ]),
};

function requestState({ status = {} }: CertificateSigningRequest): string {
  const { conditions, certificate = "" } = status;
  const has = (type: string): boolean => conditionOf(conditions, type) !== undefined;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return `${decision}${has("Failed") ? ",Failed" : ""}${certificate === "" ? "" : ",Issued"}`;
}

interface Lease extends ApiObject {
  readonly spec?: { readonly holderIdentity?: string };
}

interface LeaseCandidate extends ApiObject {
  readonly spec?: {
    readonly leaseName?: string;
    readonly binaryVersion?: string;
    readonly emulationVersion?: string;
  };
}

export const coordinationCells: CellsOfKinds = {
  Lease: cells((object: Lease, nowMs) => [
    object.metadata.name ?? "",
    object.spec?.holderIdentity ?? "",
    age(object, nowMs),
  ]),

  LeaseCandidate: cells((object: LeaseCandidate, nowMs) => {
    const { metadata, spec = {} } = object;
    return [
      metadata.name ?? "",
      spec.leaseName ?? "",
      spec.binaryVersion ?? "",
      spec.emulationVersion ?? "",
      age(object, nowMs),
    ];
  }),
};

interface PriorityClass extends ApiObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

export const schedulingCells: CellsOfKinds = {
  PriorityClass: cells((object: PriorityClass, nowMs) => [
    object.metadata.name ?? "",
    object.value ?? 0,
    object.globalDefault ?? false,
    age(object, nowMs),
    object.preemptionPolicy ?? "",
  ]),
};

interface RuntimeClass extends ApiObject {
  readonly handler?: string;
}

export const nodeCells: CellsOfKinds = {
  RuntimeClass: cells((object: RuntimeClass, nowMs) => [
    object.metadata.name ?? "",
    object.handler ?? "",
    age(object, nowMs),
  ]),
};

interface FlowSchema extends ApiObject {
  readonly spec?: {
    readonly priorityLevelConfiguration?: { readonly name?: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type?: string };
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface PriorityLevelConfiguration extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly limited?: {
      readonly nominalConcurrencyShares?: number;
      readonly limitResponse?: {
        readonly queuing?: {
          readonly queues?: number;
          readonly handSize?: number;
          readonly queueLengthLimit?: number;
        };
      };
    };
  };
}

/** Schemas are listed in the order in which requests meet them. */
export function byPrecedence(a: FlowSchema, b: FlowSchema): number {
  const difference = (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0);
  return difference || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1);
}

export const flowControlCells: CellsOfKinds = {
  FlowSchema: cells((object: FlowSchema, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      spec.priorityLevelConfiguration?.name ?? "",
      spec.matchingPrecedence ?? 0,
      spec.distinguisherMethod?.type ?? "<none>",
      age(object, nowMs),
      conditionOf(status.conditions, "Dangling")?.status ?? "?",
    ];
  }),

  PriorityLevelConfiguration: cells((object: PriorityLevelConfiguration, nowMs) => {
    const { metadata, spec = {} } = object;
    const queuing = spec.limited?.limitResponse?.queuing;
    return [
      metadata.name ?? "",
      spec.type ?? "",
      spec.limited?.nominalConcurrencyShares ?? "<none>",
      queuing === undefined ? "<none>" : (queuing.queues ?? 0),
      queuing === undefined ? "<none>" : (queuing.handSize ?? 0),
      queuing === undefined ? "<none>" : (queuing.queueLengthLimit ?? 0),
      age(object, nowMs),
    ];
  }),
};

interface StorageVersion extends ApiObject {
  readonly status?: {
    readonly commonEncodingVersion?: string;
    readonly storageVersions?: readonly { readonly apiServerID?: string; readonly encodingVersion?: string }[];
  };
}

export const internalCells: CellsOfKinds = {
  StorageVersion: cells((object: StorageVersion, nowMs) => {
    const { commonEncodingVersion, storageVersions = [] } = object.status ?? {};
    const versions = storageVersions.map((v) => `${v.apiServerID ?? ""}=${v.encodingVersion ?? ""}`);
    return [
      object.metadata.name ?? "",
      commonEncodingVersion ?? "<unset>",
      versions.length === 0 ? "<unset>" : clipped(versions, 3),
      age(object, nowMs),
    ];
  }),
};

interface ResourceClaim extends ApiObject {
  readonly status?: { readonly allocation?: object; readonly reservedFor?: readonly object[] };
}

interface ResourceSlice extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly driver?: string;
    readonly pool?: { readonly name?: string };
  };
}

interface DeviceTaintRule extends ApiObject {
  readonly spec?: {
    readonly taint?: {
      readonly key?: string;
      readonly value?: string;
      readonly effect?: string;
      readonly timeAdded?: string;
    };
  };
}

const nameAndAge = cells((object, nowMs) => [object.metadata.name ?? "", age(object, nowMs)]);

export const resourceCells: CellsOfKinds = {
  DeviceClass: nameAndAge,
  ResourceClaimTemplate: nameAndAge,

  ResourceClaim: cells((object: ResourceClaim, nowMs) => [
    object.metadata.name ?? "",
    claimState(object),
    age(object, nowMs),
  ]),

  ResourceSlice: cells((object: ResourceSlice, nowMs) => {
    const { metadata, spec = {} } = object;
    return [metadata.name ?? "", spec.nodeName ?? "", spec.driver ?? "", spec.pool?.name ?? "", age(object, nowMs)];
  }),

  DeviceTaintRule: cells((object: DeviceTaintRule, nowMs) => {
    const { key = "", value = "", effect = "", timeAdded } = object.spec?.taint ?? {};
    return [
      object.metadata.name ?? "",
      key,
      value,
      effect,
      isSet(timeAdded) ? formatAge(timeAdded, nowMs) : "",
      age(object, nowMs),
    ];
  }),
};

function claimState({ metadata, status = {} }: ResourceClaim): string {
  const states: string[] = [];
  if (isSet(metadata.deletionTimestamp)) states.push("deleted");
  if (status.allocation !== undefined) {
    states.push("allocated");
    if ((status.reservedFor?.length ?? 0) > 0) states.push("reserved");
  } else if (states.length === 0) states.push("pending");
  return states.join(",");
}

interface StorageVersionMigration extends ApiObject {
  readonly spec?: {
    readonly resource?: { readonly group?: string; readonly version?: string; readonly resource?: string };
  };
}

export const storageMigrationCells: CellsOfKinds = {
  StorageVersionMigration: cells(({ metadata, spec }: StorageVersionMigration) => {
    const { group = "", version = "", resource = "" } = spec?.resource ?? {};
    return [metadata.name ?? "", `${resource}.${version}.${group}`];
  }),
};

interface ApiService extends ApiObject {
  readonly spec?: { readonly service?: { readonly namespace?: string; readonly name?: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const aggregationCells: CellsOfKinds = {
  APIService: cells((object: ApiService, nowMs) => {
    const service = object.spec?.service;
    return [
      object.metadata.name ?? "",
      service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`,
      availableText(object),
      age(object, nowMs),
    ];
  }),
};

function availableText({ status }: ApiService): string {
  const available = conditionOf(status?.conditions, "Available");
  if (available === undefined) return "Unknown";
  const { status: state = "", reason = "" } = available;
  return reason === "" || isTrue(status?.conditions, "Available") ? state : `${state} (${reason})`;
}
