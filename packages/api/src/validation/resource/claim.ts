import { displayAs } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import type { metav1, resourcev1beta2 as resource } from "@svc/types";
import { type Check, isEmpty, maxBytes, members, needed, text } from "../common/check.ts";
import { conditions } from "../common/condition.ts";
import { immutable, same } from "../common/equal.ts";
import { type ChangeCheck, kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { annotations, labels } from "../common/label-selector.ts";
import { nodeSelector } from "../core/node-selector.ts";
import { interfaceAddress } from "./addresses.ts";
import { driverName, label, poolName } from "./names.ts";
import {
  configuration,
  deviceClaim,
  parameters,
  type RequestNames,
  requestNames,
  requestReference,
  requestReferences,
} from "./requests.ts";
import { atMost, setOf } from "./sets.ts";

const maxResults = 32;
const maxConfigurations = 64;
const maxConsumers = 256;
const maxDevices = 32;
const maxConditions = 8;
const maxAddresses = 16;

interface DeviceName {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
}

const deviceName: Check<DeviceName> = members<DeviceName>({
  driver: text(driverName),
  pool: text(poolName),
  device: text(label),
});

const idOf = ({ driver = "", pool = "", device = "" }: DeviceName): string => `${driver}/${pool}/${device}`;

const adminAccessMessage = "admin access to devices is not given by this server";
const sources = ["FromClaim", "FromClass"];

/** The allocation of a scheduler; each part belongs to a request. */
function allocation(names: RequestNames): Check<resource.AllocationResult> {
  const reference = requestReference(names);
  const references = requestReferences(names);
  return ({ devices = {}, nodeSelector: nodes }, at) => {
    const place = at.field("devices");
    atMost<resource.DeviceRequestAllocationResult>(maxResults, (result, item) => {
      reference(result.request, item.field("request"));
      deviceName(result, item);
      if (result.adminAccess === true) item.field("adminAccess").forbidden(adminAccessMessage);
    })(devices.results ?? [], place.field("results"));
    atMost<resource.DeviceAllocationConfiguration>(maxConfigurations, (config, item) => {
      const source = item.field("source");
      if ((config.source ?? "") === "") source.required();
      else if (!sources.includes(config.source)) source.notSupported(config.source, sources);
      references(config.requests ?? [], item.field("requests"));
      configuration(config, item);
    })(devices.config ?? [], place.field("config"));
    if (nodes !== undefined) nodeSelector(nodes, at.field("nodeSelector"));
  };
}

const consumers = setOf<resource.ResourceClaimConsumerReference>(
  maxConsumers,
  members<resource.ResourceClaimConsumerReference>({ resource: needed(), name: needed(), uid: needed() }),
  { keyOf: ({ uid = "" }) => uid, member: "uid" },
);

const networkData: Check<resource.NetworkDeviceData> = members<resource.NetworkDeviceData>({
  interfaceName: maxBytes(256),
  hardwareAddress: maxBytes(128),
  ips: setOf(maxAddresses, interfaceAddress, { keyOf: (address) => address }),
});

/** The status of allocated devices, which drivers report. */
function deviceStatuses(status: resource.ResourceClaimStatus): Check<readonly resource.AllocatedDeviceStatus[]> {
  const allocated = new Set((status.allocation?.devices?.results ?? []).map(idOf));
  return setOf<resource.AllocatedDeviceStatus>(
    maxDevices,
    (value, at) => {
      deviceName(value, at);
      if (!allocated.has(idOf(value))) at.invalid(displayAs(idOf(value)), "must be an allocated device in the claim");
      const list = value.conditions ?? [];
      if (list.length > maxConditions) at.field("conditions").tooMany(list.length, maxConditions);
      conditions(list, at.field("conditions"));
      if (value.data !== undefined && value.data !== null) parameters(value.data, at.field("data"));
      if (value.networkData !== undefined) networkData(value.networkData, at.field("networkData"));
    },
    { keyOf: idOf, member: "deviceID", shown: displayAs },
  );
}

/** An allocation is immutable until it is released, and cannot be released while it is reserved. */
const status: ChangeCheck<resource.ResourceClaim> = ({ spec, status: now = {} }, { status: before = {} }, at) => {
  const place = at.field("status");
  const { allocation: chosen, reservedFor = [], devices = [] } = now;
  consumers(reservedFor, place.field("reservedFor"));
  if (!same(before.devices, devices)) deviceStatuses(now)(devices, place.field("devices"));
  if (chosen === undefined) {
    if (reservedFor.length > 0)
      place.field("reservedFor").forbidden("may not be specified when `allocated` is not set");
  } else if (before.allocation === undefined) allocation(requestNames(spec.devices))(chosen, place.field("allocation"));
  else immutable(chosen, before.allocation, place.field("allocation"));
};

/**
 * Admin access requires a namespace label, which this validation cannot see: it is always rejected.
 */
const noAdminAccess: Check<resource.DeviceClaim> = ({ requests = [] }, at) => {
  for (const [i, { exactly }] of requests.entries())
    if (exactly?.adminAccess === true) at.field("requests").item(i).field("adminAccess").forbidden(adminAccessMessage);
};

/** Errors of the object come before and after those of its change. */
function unchanged<T extends { readonly spec: unknown }>(check: Check<T>): ChangeCheck<T> {
  return (object, old, at) => {
    check(object, at);
    immutable(object.spec, old.spec, at.field("spec"));
    check(object, at);
  };
}

export function resourceClaim(expressions: Expressions | undefined): KindValidation {
  const devices = deviceClaim(expressions);
  const claim: Check<resource.ResourceClaim> = ({ spec }, at) => {
    const place = at.field("spec").field("devices");
    noAdminAccess(spec.devices ?? {}, place);
    devices(spec.devices ?? {}, place);
  };
  return kind<resource.ResourceClaim>({ create: claim, update: unchanged(claim), subresources: { status } });
}

/** Members of metadata that a template does not give. */
const ownMetadata = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "ownerReferences",
  "finalizers",
  "managedFields",
] as const;

const templateMetadata: Check<metav1.ObjectMeta> = (metadata, at) => {
  annotations(metadata.annotations ?? {}, at.field("annotations"));
  labels(metadata.labels ?? {}, at.field("labels"));
  for (const name of ownMetadata) {
    const value = metadata[name];
    const isUnset = (isEmpty(value) && !Array.isArray(value)) || (name === "generation" && value === 0);
    if (!isUnset) at.field(name === "uid" ? "uID" : name).forbidden("cannot be set");
  }
};

export function resourceClaimTemplate(expressions: Expressions | undefined): KindValidation {
  const devices = deviceClaim(expressions);
  const template: Check<resource.ResourceClaimTemplate> = ({ spec: { metadata = {}, spec } }, at) => {
    templateMetadata(metadata, at.field("spec").field("metadata"));
    const place = at.field("spec").field("spec").field("devices");
    noAdminAccess(spec.devices ?? {}, place);
    devices(spec.devices ?? {}, place);
  };
  return kind<resource.ResourceClaimTemplate>({ create: template, update: unchanged(template) });
}
