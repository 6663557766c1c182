import type { Dialect } from "@svc/meta";
import { canonicalIpName } from "../validation/common/address-spelling.ts";
import { apiService } from "./api-service.ts";
import { certificateSigningRequest } from "./certificate-signing-request.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import { deviceTaints, resourceSlice } from "./device-taints.ts";
import { endpointSlice } from "./endpoint-slice.ts";
import {
  anyFinalizer,
  anyName,
  checksAnyFinalizer,
  checksChangeAnyFinalizer,
  checksChangeOnly,
  checksObjectFirst,
  checksObjectOnly,
  checksObjectTwice,
  type KindStrategy,
  rbacKind,
  returnsObject,
  webhooks,
} from "./kind-strategy.ts";
import { lease } from "./lease.ts";
import { priorityClass } from "./priority-class.ts";
import { keepMetadata, partOf } from "./status.ts";
import { csiDriver } from "./volumes.ts";

/** Their status is all that a write of it changes. */
const flowControl: KindStrategy = {
  ...checksObjectOnly,
  subresources: {
    status: partOf(["status"], [], { keepsGeneration: true, metadataChecks: [], prepareUpdate: keepMetadata }),
  },
};

/** Strategies of kinds of the groups under the dialect's domain. */
export function groupKinds(dialect: Dialect): Readonly<Record<string, KindStrategy>> {
  const rbac = dialect.expand("rbac.authorization.{api}");
  const storage = dialect.expand("storage.{api}");
  const resource = dialect.expand("resource.{api}");
  return {
    [`${rbac}/Role`]: rbacKind,
    [`${rbac}/ClusterRole`]: rbacKind,
    [`${rbac}/RoleBinding`]: rbacKind,
    [`${rbac}/ClusterRoleBinding`]: rbacKind,
    [`${storage}/StorageClass`]: { ...returnsObject, ...checksObjectFirst },
    [`${storage}/CSIStorageCapacity`]: checksObjectFirst,
    [`${storage}/CSIDriver`]: { ...csiDriver, ...returnsObject, ...checksChangeOnly },
    [`${storage}/CSINode`]: { ...returnsObject, ...checksObjectTwice },
    [`${storage}/VolumeAttachment`]: {
      ...returnsObject,
      ...checksObjectTwice,
      subresources: { status: partOf(["status"], [], { keepsGeneration: true, metadataChecks: ["object", "object"] }) },
    },
    [`${storage}/VolumeAttributesClass`]: {
      ...returnsObject,
      metadataChecks: { onUpdate: ["object", "change", "object"] },
    },
    [dialect.expand("discovery.{api}/EndpointSlice")]: { ...endpointSlice, ...checksObjectOnly },
    [dialect.expand("networking.{api}/IPAddress")]: {
      nameRule: canonicalIpName,
      generatedNames: "prefix",
      ...checksObjectFirst,
    },
    [dialect.expand("networking.{api}/NetworkPolicy")]: checksObjectFirst,
    [dialect.expand("networking.{api}/ServiceCIDR")]: {
      ...checksChangeOnly,
      prepareCreate: () => undefined,
      prepareUpdate: () => undefined,
    },
    [dialect.expand("certificates.{api}/CertificateSigningRequest")]: certificateSigningRequest(dialect),
    [dialect.expand("certificates.{api}/ClusterTrustBundle")]: { nameRule: anyName },
    [dialect.expand("admissionregistration.{api}/MutatingWebhookConfiguration")]: webhooks,
    [dialect.expand("admissionregistration.{api}/ValidatingWebhookConfiguration")]: webhooks,
    [dialect.expand("admissionregistration.{api}/ValidatingAdmissionPolicy")]: {
      ...checksAnyFinalizer,
      statusCreates: "apply",
      subresources: { status: partOf(["status"], [], { keepsGeneration: true, metadataChecks: [] }) },
    },
    [dialect.expand("admissionregistration.{api}/ValidatingAdmissionPolicyBinding")]: checksAnyFinalizer,
    [dialect.expand("scheduling.{api}/PriorityClass")]: priorityClass,
    [dialect.expand("flowcontrol.apiserver.{api}/FlowSchema")]: flowControl,
    [dialect.expand("flowcontrol.apiserver.{api}/PriorityLevelConfiguration")]: flowControl,
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
    [`${resource}/DeviceTaintRule`]: { ...returnsObject, ...deviceTaints, ...checksChangeOnly },
    [`${resource}/ResourceSlice`]: { ...returnsObject, ...resourceSlice, ...checksChangeOnly },
    [`${resource}/DeviceClass`]: { ...returnsObject, ...checksObjectFirst },
    [`${resource}/ResourceClaimTemplate`]: { ...returnsObject, ...checksObjectFirst },
    [`${resource}/ResourceClaim`]: {
      ...returnsObject,
      ...checksObjectFirst,
      subresources: { status: partOf(["status"], []) },
    },
  };
}
