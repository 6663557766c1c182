/**
 * What single kinds do differently. Everything else follows from the tables: see `strategy-of.ts`.
 */
import { type Dialect, dns1035Label, dns1123Label, dns1123Subdomain, type NameRule, pathSegment } from "@svc/meta";
import type { DeletionStrategy, Strategy } from "@svc/schema";
import { canonicalIpName } from "../validation/common/address-spelling.ts";
import { same } from "../validation/common/equal.ts";
import { apiService } from "./api-service.ts";
import { certificateSigningRequest } from "./certificate-signing-request.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import { daemonSet } from "./daemon-set.ts";
import { deviceTaints } from "./device-taints.ts";
import { endpointSlice } from "./endpoint-slice.ts";
import { job } from "./job.ts";
import { lease } from "./lease.ts";
import { namespace } from "./namespace.ts";
import { node } from "./node.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";
import { pod } from "./pod.ts";
import { service } from "./service.ts";
import { serviceAccount } from "./service-account.ts";
import { partOf } from "./status.ts";
import { csiDriver, persistentVolume } from "./volumes.ts";

/** A part of a strategy; what it leaves out is as for all kinds. */
export type KindStrategy = Partial<Strategy>;

const returnsObject: KindStrategy = { deletion: { returnsObject: true } };
const orphansDependents: DeletionStrategy = { dependents: "orphan" };
/** Names that need only be one segment of a path. */
const freeName: KindStrategy = { nameRule: pathSegment };
const rbacKind: KindStrategy = { ...freeName, metadataChecks: { onUpdate: ["object", "object", "change"] } };
/** The kind's own validation says what names it takes. */
const anyName: NameRule = () => [];
/** Which checks of metadata kinds make of an update, where they are not the usual ones. */
const checksChangeOnly: KindStrategy = { metadataChecks: { onUpdate: ["change"] } };
const checksObjectOnly: KindStrategy = { metadataChecks: { onUpdate: ["object"] } };
const checksObjectFirst: KindStrategy = { metadataChecks: { onUpdate: ["object", "change"] } };
const checksObjectTwice: KindStrategy = { metadataChecks: { onUpdate: ["object", "object"] } };
const checksNothing: KindStrategy = { metadataChecks: { onCreate: "none", onUpdate: [] } };
/** Kinds that take any qualified name for a finalizer. */
const anyFinalizer = { finalizers: "qualified" } as const;
const checksAnyFinalizer: KindStrategy = { metadataChecks: { onUpdate: ["object"], ...anyFinalizer } };
const checksChangeAnyFinalizer: KindStrategy = { metadataChecks: { onUpdate: ["change"], ...anyFinalizer } };
/** They have no spec: all of them counts. */
const webhooks: KindStrategy = { ...checksAnyFinalizer, generation: "webhooks" };

/** By storage group and kind. */
export function kindStrategies(dialect: Dialect): Readonly<Record<string, KindStrategy>> {
  const rbac = dialect.expand("rbac.authorization.{api}");
  const storage = dialect.expand("storage.{api}");
  return {
    "/Namespace": { ...namespace(dialect), ...checksObjectFirst },
    "/Pod": pod(dialect),
    "/Node": { ...node, ...checksObjectFirst },
    "/Event": {
      nameRule: anyName,
      ...checksNothing,
      metadataRulesOf: new Map([[dialect.expand("events.{api}"), { nameRule: dns1123Subdomain, ...checksChangeOnly }]]),
      deletion: { dependents: "unsupported" },
    },
    "/Service": { nameRule: dns1035Label, ...returnsObject, ...service },
    "/ServiceAccount": { ...returnsObject, ...serviceAccount },
    "/PodTemplate": {
      ...returnsObject,
      ...checksChangeOnly,
      generation: (object, old) => !same(object["template"], old["template"]),
    },
    "/LimitRange": checksObjectOnly,
    "/ResourceQuota": { ...returnsObject, ...checksChangeOnly },
    "/PersistentVolume": { ...persistentVolume, ...returnsObject, ...checksObjectTwice },
    "/PersistentVolumeClaim": {
      ...persistentVolumeClaim(dialect),
      ...returnsObject,
      metadataChecks: { onUpdate: ["object", "change", "object"] },
    },
    "/ReplicationController": { deletion: orphansDependents, ...checksObjectFirst },
    "apps/DaemonSet": { ...daemonSet, ...checksObjectFirst },
    "apps/ReplicaSet": checksObjectFirst,
    // Controllers of old took annotations for their instructions.
    "apps/Deployment": {
      ...checksChangeOnly,
      generation: (object, old) =>
        !same(object["spec"], old["spec"]) || !same(object.metadata.annotations, old.metadata.annotations),
    },
    "apps/StatefulSet": { nameRule: dns1123Label, ...checksChangeOnly },
    "batch/CronJob": checksChangeOnly,
    "autoscaling/HorizontalPodAutoscaler": checksChangeOnly,
    "batch/Job": { ...job(dialect), ...checksObjectFirst },
    "policy/PodDisruptionBudget": { nameRule: anyName, ...checksNothing },
    [`${rbac}/Role`]: rbacKind,
    [`${rbac}/ClusterRole`]: rbacKind,
    [`${rbac}/RoleBinding`]: rbacKind,
    [`${rbac}/ClusterRoleBinding`]: rbacKind,
    [`${storage}/StorageClass`]: { ...returnsObject, ...checksObjectFirst },
    [`${storage}/CSIStorageCapacity`]: checksObjectFirst,
    [`${storage}/CSIDriver`]: { ...csiDriver, ...returnsObject, ...checksChangeOnly },
    [`${storage}/CSINode`]: { ...returnsObject, ...checksObjectTwice },
    [`${storage}/VolumeAttachment`]: { ...returnsObject, ...checksObjectTwice },
    [`${storage}/VolumeAttributesClass`]: returnsObject,
    [dialect.expand("discovery.{api}/EndpointSlice")]: { ...endpointSlice, ...checksObjectOnly },
    [dialect.expand("networking.{api}/IPAddress")]: { nameRule: canonicalIpName, ...checksObjectFirst },
    [dialect.expand("networking.{api}/NetworkPolicy")]: checksObjectFirst,
    [dialect.expand("networking.{api}/ServiceCIDR")]: checksChangeOnly,
    [dialect.expand("certificates.{api}/CertificateSigningRequest")]: certificateSigningRequest(dialect),
    [dialect.expand("certificates.{api}/ClusterTrustBundle")]: { nameRule: anyName },
    [dialect.expand("admissionregistration.{api}/MutatingWebhookConfiguration")]: webhooks,
    [dialect.expand("admissionregistration.{api}/ValidatingWebhookConfiguration")]: webhooks,
    [dialect.expand("admissionregistration.{api}/ValidatingAdmissionPolicy")]: {
      ...checksAnyFinalizer,
      statusCreates: "apply",
    },
    [dialect.expand("admissionregistration.{api}/ValidatingAdmissionPolicyBinding")]: checksAnyFinalizer,
    [dialect.expand("scheduling.{api}/PriorityClass")]: checksChangeOnly,
    [dialect.expand("flowcontrol.apiserver.{api}/FlowSchema")]: checksObjectOnly,
    [dialect.expand("flowcontrol.apiserver.{api}/PriorityLevelConfiguration")]: checksObjectOnly,
    [dialect.expand("node.{api}/RuntimeClass")]: {
      metadataChecks: { onUpdate: ["object", "change"], ...anyFinalizer },
    },
    [dialect.expand("coordination.{api}/Lease")]: { ...lease, ...checksChangeAnyFinalizer },
    [dialect.expand("internal.apiserver.{api}/StorageVersion")]: { nameRule: anyName },
    [dialect.expand("coordination.{api}/LeaseCandidate")]: { nameRule: anyName, ...checksChangeAnyFinalizer },
    [dialect.expand("apiextensions.{api}/CustomResourceDefinition")]: {
      ...customResourceDefinition(dialect),
      ...checksChangeAnyFinalizer,
    },
    [dialect.expand("apiregistration.{api}/APIService")]: { ...apiService, metadataChecks: anyFinalizer },
    [dialect.expand("resource.{api}/DeviceTaintRule")]: deviceTaints,
    [dialect.expand("resource.{api}/ResourceSlice")]: deviceTaints,
    [dialect.expand("resource.{api}/ResourceClaim")]: {
      subresources: { status: partOf(["status"], []) },
    },
  };
}
