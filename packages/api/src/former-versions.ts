import type { Dialect } from "@svc/meta";

const access = ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];
const flows = ["FlowSchema", "PriorityLevelConfiguration"];
const accessReviews = [
  "LocalSubjectAccessReview",
  "SelfSubjectAccessReview",
  "SelfSubjectRulesReview",
  "SubjectAccessReview",
];
const addresses = ["IPAddress", "ServiceCIDR"];
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
  ["networking.{api}/v1alpha1", addresses],
  ["authentication.{api}/v1beta1", ["SelfSubjectReview", "TokenReview"]],
  ["authentication.{api}/v1alpha1", ["SelfSubjectReview"]],
  ["authorization.{api}/v1beta1", accessReviews],
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
  ["apiextensions.{api}/v1beta1", ["CustomResourceDefinition"]],
  ["apiregistration.{api}/v1beta1", ["APIService"]],
  ["flowcontrol.apiserver.{api}/v1beta1", flows],
  ["flowcontrol.apiserver.{api}/v1beta2", flows],
  ["flowcontrol.apiserver.{api}/v1beta3", flows],
];

/**
 * The versions, as `<group>/<version>`, in which a built-in kind was served once. @param group the
 * one in which it is now
 */
export function formerVersions({ expand }: Dialect): (group: string, kind: string) => readonly string[] {
  const found = new Map<string, string[]>();
  for (const [version, kinds, group = version.slice(0, version.indexOf("/"))] of rows) {
    for (const kind of kinds) {
      const key = `${expand(group)}/${kind}`;
      const versions = found.get(key);
      if (versions === undefined) found.set(key, [expand(version)]);
      else versions.push(expand(version));
    }
  }
  return (group, kind) => found.get(`${group}/${kind}`) ?? [];
}
