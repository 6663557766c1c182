// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as admissionv1 from "./admission-v1.ts";
import type * as admissionregistrationv1 from "./admissionregistration-v1.ts";
import type * as admissionregistrationv1alpha1 from "./admissionregistration-v1alpha1.ts";
import type * as admissionregistrationv1beta1 from "./admissionregistration-v1beta1.ts";
import type * as apidiscoveryv2 from "./apidiscovery-v2.ts";
import type * as apidiscoveryv2beta1 from "./apidiscovery-v2beta1.ts";
import type * as apiextensionsv1 from "./apiextensions-v1.ts";
import type * as apiregistrationv1 from "./apiregistration-v1.ts";
import type * as apiserverinternalv1alpha1 from "./apiserverinternal-v1alpha1.ts";
import type * as appsv1 from "./apps-v1.ts";
import type * as auditv1 from "./audit-v1.ts";
import type * as authenticationv1 from "./authentication-v1.ts";
import type * as authorizationv1 from "./authorization-v1.ts";
import type * as autoscalingv1 from "./autoscaling-v1.ts";
import type * as autoscalingv2 from "./autoscaling-v2.ts";
import type * as batchv1 from "./batch-v1.ts";
import type * as certificatesv1 from "./certificates-v1.ts";
import type * as certificatesv1alpha1 from "./certificates-v1alpha1.ts";
import type * as certificatesv1beta1 from "./certificates-v1beta1.ts";
import type * as coordinationv1 from "./coordination-v1.ts";
import type * as coordinationv1alpha2 from "./coordination-v1alpha2.ts";
import type * as coordinationv1beta1 from "./coordination-v1beta1.ts";
import type * as corev1 from "./core-v1.ts";
import type * as discoveryv1 from "./discovery-v1.ts";
import type * as eventsv1 from "./events-v1.ts";
import type * as flowcontrolv1 from "./flowcontrol-v1.ts";
import type * as imagepolicyv1alpha1 from "./imagepolicy-v1alpha1.ts";
import type * as metav1 from "./meta-v1.ts";
import type * as networkingv1 from "./networking-v1.ts";
import type * as networkingv1beta1 from "./networking-v1beta1.ts";
import type * as nodev1 from "./node-v1.ts";
import type * as policyv1 from "./policy-v1.ts";
import type * as rbacv1 from "./rbac-v1.ts";
import type * as resourcev1alpha3 from "./resource-v1alpha3.ts";
import type * as resourcev1beta1 from "./resource-v1beta1.ts";
import type * as resourcev1beta2 from "./resource-v1beta2.ts";
import type * as runtime from "./runtime.ts";
import type * as schedulingv1 from "./scheduling-v1.ts";
import type * as storagev1 from "./storage-v1.ts";
import type * as storagev1alpha1 from "./storage-v1alpha1.ts";
import type * as storagev1beta1 from "./storage-v1beta1.ts";
import type * as storagemigrationv1alpha1 from "./storagemigration-v1alpha1.ts";
import type * as version from "./version.ts";

export type { admissionv1, admissionregistrationv1, admissionregistrationv1alpha1, admissionregistrationv1beta1, apidiscoveryv2, apidiscoveryv2beta1, apiextensionsv1, apiregistrationv1, apiserverinternalv1alpha1, appsv1, auditv1, authenticationv1, authorizationv1, autoscalingv1, autoscalingv2, batchv1, certificatesv1, certificatesv1alpha1, certificatesv1beta1, coordinationv1, coordinationv1alpha2, coordinationv1beta1, corev1, discoveryv1, eventsv1, flowcontrolv1, imagepolicyv1alpha1, metav1, networkingv1, networkingv1beta1, nodev1, policyv1, rbacv1, resourcev1alpha3, resourcev1beta1, resourcev1beta2, runtime, schedulingv1, storagev1, storagev1alpha1, storagev1beta1, storagemigrationv1alpha1, version };

/** The type of every resource, by group version and plural name. */
export interface BuiltinTypes {
  "core/v1": {
    bindings: { kind: corev1.Binding; namespaced: true };
    componentstatuses: { kind: corev1.ComponentStatus; namespaced: false };
    configmaps: { kind: corev1.ConfigMap; namespaced: true };
    endpoints: { kind: corev1.Endpoints; namespaced: true };
    events: { kind: corev1.Event; namespaced: true };
    limitranges: { kind: corev1.LimitRange; namespaced: true };
    namespaces: { kind: corev1.Namespace; namespaced: false };
    nodes: { kind: corev1.Node; namespaced: false };
    persistentvolumeclaims: { kind: corev1.PersistentVolumeClaim; namespaced: true };
    persistentvolumes: { kind: corev1.PersistentVolume; namespaced: false };
    pods: { kind: corev1.Pod; namespaced: true };
    podtemplates: { kind: corev1.PodTemplate; namespaced: true };
    replicationcontrollers: { kind: corev1.ReplicationController; namespaced: true };
    resourcequotas: { kind: corev1.ResourceQuota; namespaced: true };
    secrets: { kind: corev1.Secret; namespaced: true };
    serviceaccounts: { kind: corev1.ServiceAccount; namespaced: true };
    services: { kind: corev1.Service; namespaced: true };
  };
  "apiregistration/v1": {
    apiservices: { kind: apiregistrationv1.APIService; namespaced: false };
  };
  "apps/v1": {
    controllerrevisions: { kind: appsv1.ControllerRevision; namespaced: true };
    daemonsets: { kind: appsv1.DaemonSet; namespaced: true };
    deployments: { kind: appsv1.Deployment; namespaced: true };
    replicasets: { kind: appsv1.ReplicaSet; namespaced: true };
    statefulsets: { kind: appsv1.StatefulSet; namespaced: true };
  };
  "events/v1": {
    events: { kind: eventsv1.Event; namespaced: true };
  };
  "authentication/v1": {
    selfsubjectreviews: { kind: authenticationv1.SelfSubjectReview; namespaced: false };
    tokenreviews: { kind: authenticationv1.TokenReview; namespaced: false };
  };
  "authorization/v1": {
    localsubjectaccessreviews: { kind: authorizationv1.LocalSubjectAccessReview; namespaced: true };
    selfsubjectaccessreviews: { kind: authorizationv1.SelfSubjectAccessReview; namespaced: false };
    selfsubjectrulesreviews: { kind: authorizationv1.SelfSubjectRulesReview; namespaced: false };
    subjectaccessreviews: { kind: authorizationv1.SubjectAccessReview; namespaced: false };
  };
  "autoscaling/v2": {
    horizontalpodautoscalers: { kind: autoscalingv2.HorizontalPodAutoscaler; namespaced: true };
  };
  "autoscaling/v1": {
    horizontalpodautoscalers: { kind: autoscalingv1.HorizontalPodAutoscaler; namespaced: true };
  };
  "batch/v1": {
    cronjobs: { kind: batchv1.CronJob; namespaced: true };
    jobs: { kind: batchv1.Job; namespaced: true };
  };
  "certificates/v1": {
    certificatesigningrequests: { kind: certificatesv1.CertificateSigningRequest; namespaced: false };
  };
  "certificates/v1beta1": {
    clustertrustbundles: { kind: certificatesv1beta1.ClusterTrustBundle; namespaced: false };
  };
  "certificates/v1alpha1": {
    clustertrustbundles: { kind: certificatesv1alpha1.ClusterTrustBundle; namespaced: false };
  };
  "networking/v1": {
    ingressclasses: { kind: networkingv1.IngressClass; namespaced: false };
    ingresses: { kind: networkingv1.Ingress; namespaced: true };
    ipaddresses: { kind: networkingv1.IPAddress; namespaced: false };
    networkpolicies: { kind: networkingv1.NetworkPolicy; namespaced: true };
    servicecidrs: { kind: networkingv1.ServiceCIDR; namespaced: false };
  };
  "networking/v1beta1": {
    ipaddresses: { kind: networkingv1beta1.IPAddress; namespaced: false };
    servicecidrs: { kind: networkingv1beta1.ServiceCIDR; namespaced: false };
  };
  "policy/v1": {
    poddisruptionbudgets: { kind: policyv1.PodDisruptionBudget; namespaced: true };
  };
  "rbac/v1": {
    clusterrolebindings: { kind: rbacv1.ClusterRoleBinding; namespaced: false };
    clusterroles: { kind: rbacv1.ClusterRole; namespaced: false };
    rolebindings: { kind: rbacv1.RoleBinding; namespaced: true };
    roles: { kind: rbacv1.Role; namespaced: true };
  };
  "storage/v1": {
    csidrivers: { kind: storagev1.CSIDriver; namespaced: false };
    csinodes: { kind: storagev1.CSINode; namespaced: false };
    csistoragecapacities: { kind: storagev1.CSIStorageCapacity; namespaced: true };
    storageclasses: { kind: storagev1.StorageClass; namespaced: false };
    volumeattachments: { kind: storagev1.VolumeAttachment; namespaced: false };
  };
  "storage/v1beta1": {
    volumeattributesclasses: { kind: storagev1beta1.VolumeAttributesClass; namespaced: false };
  };
  "storage/v1alpha1": {
    volumeattributesclasses: { kind: storagev1alpha1.VolumeAttributesClass; namespaced: false };
  };
  "admissionregistration/v1": {
    mutatingwebhookconfigurations: { kind: admissionregistrationv1.MutatingWebhookConfiguration; namespaced: false };
    validatingadmissionpolicies: { kind: admissionregistrationv1.ValidatingAdmissionPolicy; namespaced: false };
    validatingadmissionpolicybindings: { kind: admissionregistrationv1.ValidatingAdmissionPolicyBinding; namespaced: false };
    validatingwebhookconfigurations: { kind: admissionregistrationv1.ValidatingWebhookConfiguration; namespaced: false };
  };
  "admissionregistration/v1beta1": {
    validatingadmissionpolicies: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicy; namespaced: false };
    validatingadmissionpolicybindings: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicyBinding; namespaced: false };
  };
  "admissionregistration/v1alpha1": {
    mutatingadmissionpolicies: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicy; namespaced: false };
    mutatingadmissionpolicybindings: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicyBinding; namespaced: false };
  };
  "apiextensions/v1": {
    customresourcedefinitions: { kind: apiextensionsv1.CustomResourceDefinition; namespaced: false };
  };
  "scheduling/v1": {
    priorityclasses: { kind: schedulingv1.PriorityClass; namespaced: false };
  };
  "coordination/v1": {
    leases: { kind: coordinationv1.Lease; namespaced: true };
  };
  "coordination/v1beta1": {
    leasecandidates: { kind: coordinationv1beta1.LeaseCandidate; namespaced: true };
  };
  "coordination/v1alpha2": {
    leasecandidates: { kind: coordinationv1alpha2.LeaseCandidate; namespaced: true };
  };
  "node/v1": {
    runtimeclasses: { kind: nodev1.RuntimeClass; namespaced: false };
  };
  "discovery/v1": {
    endpointslices: { kind: discoveryv1.EndpointSlice; namespaced: true };
  };
  "resource/v1beta2": {
    deviceclasses: { kind: resourcev1beta2.DeviceClass; namespaced: false };
    resourceclaims: { kind: resourcev1beta2.ResourceClaim; namespaced: true };
    resourceclaimtemplates: { kind: resourcev1beta2.ResourceClaimTemplate; namespaced: true };
    resourceslices: { kind: resourcev1beta2.ResourceSlice; namespaced: false };
  };
  "resource/v1beta1": {
    deviceclasses: { kind: resourcev1beta1.DeviceClass; namespaced: false };
    resourceclaims: { kind: resourcev1beta1.ResourceClaim; namespaced: true };
    resourceclaimtemplates: { kind: resourcev1beta1.ResourceClaimTemplate; namespaced: true };
    resourceslices: { kind: resourcev1beta1.ResourceSlice; namespaced: false };
  };
  "resource/v1alpha3": {
    deviceclasses: { kind: resourcev1alpha3.DeviceClass; namespaced: false };
    devicetaintrules: { kind: resourcev1alpha3.DeviceTaintRule; namespaced: false };
    resourceclaims: { kind: resourcev1alpha3.ResourceClaim; namespaced: true };
    resourceclaimtemplates: { kind: resourcev1alpha3.ResourceClaimTemplate; namespaced: true };
    resourceslices: { kind: resourcev1alpha3.ResourceSlice; namespaced: false };
  };
  "flowcontrol/v1": {
    flowschemas: { kind: flowcontrolv1.FlowSchema; namespaced: false };
    prioritylevelconfigurations: { kind: flowcontrolv1.PriorityLevelConfiguration; namespaced: false };
  };
  "apiserverinternal/v1alpha1": {
    storageversions: { kind: apiserverinternalv1alpha1.StorageVersion; namespaced: false };
  };
  "storagemigration/v1alpha1": {
    storageversionmigrations: { kind: storagemigrationv1alpha1.StorageVersionMigration; namespaced: false };
  };
}
