import type { Dialect } from "@svc/meta";

/** A version of a group that is known, and not served. */
export interface FormerVersion {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** The group in which the kinds are now. */
  readonly group: string;
}

const access = ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];
const flows = ["FlowSchema", "PriorityLevelConfiguration"];
const classesOfStorage = ["CSIStorageCapacity", "VolumeAttachment"];
const policies = ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];
const webhooks = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/** Version, its kinds, and their group now, where it is another one. */
const rows: readonly (readonly [version: string, kinds: readonly string[], group?: string])[] = [
  ["extensions/v1beta1", ["DaemonSet", "Deployment", "ReplicaSet"], "apps"],
  ["extensions/v1beta1", ["Ingress", "NetworkPolicy"], "networking.{api}"],
  ["apps/v1beta1", ["ControllerRevision", "Deployment", "StatefulSet"]],
  ["apps/v1beta2", ["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]],
  ["policy/v1beta1", ["Eviction", "PodDisruptionBudget"]],
  ["batch/v1beta1", ["CronJob"]],
  ["autoscaling/v2beta1", ["HorizontalPodAutoscaler"]],
  ["autoscaling/v2beta2", ["HorizontalPodAutoscaler"]],
  ["networking.{api}/v1beta1", ["Ingress", "IngressClass"]],
  ["rbac.authorization.{api}/v1beta1", access],
  ["rbac.authorization.{api}/v1alpha1", access],
  ["storage.{api}/v1beta1", [...classesOfStorage, "CSIDriver", "CSINode", "StorageClass"]],
  ["storage.{api}/v1alpha1", classesOfStorage],
  ["scheduling.{api}/v1beta1", ["PriorityClass"]],
  ["scheduling.{api}/v1alpha1", ["PriorityClass"]],
  ["coordination.{api}/v1beta1", ["Lease"]],
  ["discovery.{api}/v1beta1", ["EndpointSlice"]],
  ["events.{api}/v1beta1", ["Event"], ""],
  ["certificates.{api}/v1beta1", ["CertificateSigningRequest"]],
  ["node.{api}/v1beta1", ["RuntimeClass"]],
  ["node.{api}/v1alpha1", ["RuntimeClass"]],
  ["admissionregistration.{api}/v1beta1", [...policies, ...webhooks]],
  ["admissionregistration.{api}/v1alpha1", policies],
  ["flowcontrol.apiserver.{api}/v1beta1", flows],
  ["flowcontrol.apiserver.{api}/v1beta2", flows],
  ["flowcontrol.apiserver.{api}/v1beta3", flows],
];

/** Versions of built-in kinds that were served once: bodies may name them, but there are no paths for them. */
export function formerVersions({ expand }: Dialect): readonly FormerVersion[] {
  return rows.map(([version, kinds, group = version.slice(0, version.indexOf("/"))]) => ({
    apiVersion: expand(version),
    kinds,
    group: expand(group),
  }));
}
