import type { Dialect } from "@svc/meta";
import type { Strategy } from "@svc/schema";

type ResetFields = NonNullable<Strategy["resetFields"]>;

/** Their status changes nothing besides itself. */
const statusAlone: ResetFields = { status: ["metadata", "spec"] };

/**
 * Fields that writes of single kinds reset and never own, where a kind differs from the general
 * rule.
 */
export function resetFieldsByKind({ expand }: Dialect): Readonly<Record<string, ResetFields>> {
  return {
    "/Namespace": { finalize: ["status"] },
    "/Pod": { status: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"] },
    "apps/Deployment": { status: ["spec", "metadata.labels"] },
    [expand("certificates.{api}/CertificateSigningRequest")]: {
      "": ["spec", "status"],
      status: ["spec", "status.conditions"],
      approval: ["spec", "status.certificate"],
    },
    // Its writes change no more than others', but clients own the fields that they send.
    [expand("networking.{api}/ServiceCIDR")]: { "": [], status: [] },
    [expand("admissionregistration.{api}/ValidatingAdmissionPolicy")]: statusAlone,
    [expand("apiextensions.{api}/CustomResourceDefinition")]: statusAlone,
    [expand("apiregistration.{api}/APIService")]: statusAlone,
    [expand("flowcontrol.apiserver.{api}/FlowSchema")]: statusAlone,
    [expand("flowcontrol.apiserver.{api}/PriorityLevelConfiguration")]: statusAlone,
    [expand("internal.apiserver.{api}/StorageVersion")]: statusAlone,
    // Its status changes no metadata, but clients own the fields that they send.
    [expand("resource.{api}/ResourceClaim")]: { status: ["spec"] },
    [expand("storage.{api}/VolumeAttachment")]: statusAlone,
    [expand("storagemigration.{api}/StorageVersionMigration")]: statusAlone,
  };
}
