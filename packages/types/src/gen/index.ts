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
    /** Puts a pod on a node. It is only ever created: the pod remembers the outcome. */
    bindings: { kind: corev1.Binding; namespaced: true };
    /** How a part of the control plane is, as the server finds it when asked. Deprecated: ask the parts themselves. */
    componentstatuses: { kind: corev1.ComponentStatus; namespaced: false };
    /** Settings that pods read: as variables, as arguments, or as files. Not for what must be kept secret. */
    configmaps: { kind: corev1.ConfigMap; namespaced: true };
    /** The addresses behind a service. Deprecated: slices say the same, and grow with the service. */
    endpoints: { kind: corev1.Endpoints; namespaced: true };
    /** Something that happened, for people to read. Events are dropped after a while and are no place to keep anything. */
    events: { kind: corev1.Event; namespaced: true };
    /** What pods, containers and claims of a namespace may ask for, and what they get when they do not say. */
    limitranges: { kind: corev1.LimitRange; namespaced: true };
    /** A room of its own for names: objects of two namespaces may be called the same. */
    namespaces: { kind: corev1.Namespace; namespaced: false };
    /** A machine that runs pods, as the control plane knows it. */
    nodes: { kind: corev1.Node; namespaced: false };
    /** A wish for storage, which a volume is bound to. Pods name claims, not volumes. */
    persistentvolumeclaims: { kind: corev1.PersistentVolumeClaim; namespaced: true };
    /** A piece of storage that outlives the pods that use it. */
    persistentvolumes: { kind: corev1.PersistentVolume; namespaced: false };
    /** Containers that run together on one node and share its network and volumes. */
    pods: { kind: corev1.Pod; namespaced: true };
    /** A pod as it is to be made. */
    podtemplates: { kind: corev1.PodTemplate; namespaced: true };
    /** Keeps a number of like pods running. Replica sets and deployments are newer and do more. */
    replicationcontrollers: { kind: corev1.ReplicationController; namespaced: true };
    /** How much of everything a namespace may have. */
    resourcequotas: { kind: corev1.ResourceQuota; namespaced: true };
    /** Something that few may know: passwords, tokens, keys. Whoever reads it has it. */
    secrets: { kind: corev1.Secret; namespaced: true };
    /** Who pods are when they speak with the API. */
    serviceaccounts: { kind: corev1.ServiceAccount; namespaced: true };
    /** A name, an address and ports behind which some pods are reached, whichever they are at the moment. */
    services: { kind: corev1.Service; namespaced: true };
  };
  "apiregistration/v1": {
    /** Which server answers for one version of one group of the API: this one, or another behind a service. */
    apiservices: { kind: apiregistrationv1.APIService; namespaced: false };
  };
  "apps/v1": {
    /** A state that a controller was in, kept so that it can go back to it. Written by controllers alone. */
    controllerrevisions: { kind: appsv1.ControllerRevision; namespaced: true };
    /** Keeps one copy of a pod on every node, or on every node of a kind. */
    daemonsets: { kind: appsv1.DaemonSet; namespaced: true };
    /** Keeps a number of like pods running, and replaces them step by step when their template changes. */
    deployments: { kind: appsv1.Deployment; namespaced: true };
    /** Keeps a number of like pods running. Usually made by a deployment. */
    replicasets: { kind: appsv1.ReplicaSet; namespaced: true };
    /** Keeps pods that are not alike: each has a name, a place in the order, and storage of its own. */
    statefulsets: { kind: appsv1.StatefulSet; namespaced: true };
  };
  "events/v1": {
    /** Something that happened, for people to read. Events are dropped after a while and are no place to keep anything. */
    events: { kind: eventsv1.Event; namespaced: true };
  };
  "authentication/v1": {
    /** Asks who one is, as the server sees it. */
    selfsubjectreviews: { kind: authenticationv1.SelfSubjectReview; namespaced: false };
    /** Asks whose a token is. */
    tokenreviews: { kind: authenticationv1.TokenReview; namespaced: false };
  };
  "authorization/v1": {
    /** Asks whether somebody may do something in one namespace. */
    localsubjectaccessreviews: { kind: authorizationv1.LocalSubjectAccessReview; namespaced: true };
    /** Asks whether one may do something oneself. */
    selfsubjectaccessreviews: { kind: authorizationv1.SelfSubjectAccessReview; namespaced: false };
    /** Asks what one may do in a namespace, as far as it can be listed. */
    selfsubjectrulesreviews: { kind: authorizationv1.SelfSubjectRulesReview; namespaced: false };
    /** Asks whether somebody may do something. */
    subjectaccessreviews: { kind: authorizationv1.SubjectAccessReview; namespaced: false };
  };
  "autoscaling/v2": {
    /** Changes how many copies of something run, by what it measures of them. */
    horizontalpodautoscalers: { kind: autoscalingv2.HorizontalPodAutoscaler; namespaced: true };
  };
  "autoscaling/v1": {
    /** Changes how many copies of something run, by what it measures of them. */
    horizontalpodautoscalers: { kind: autoscalingv1.HorizontalPodAutoscaler; namespaced: true };
  };
  "batch/v1": {
    /** Makes a job again and again, at the times of a schedule. */
    cronjobs: { kind: batchv1.CronJob; namespaced: true };
    /** Runs pods until so many of them have succeeded. */
    jobs: { kind: batchv1.Job; namespaced: true };
  };
  "certificates/v1": {
    /** A wish for a certificate: somebody approves or denies it, and a signer issues it. */
    certificatesigningrequests: { kind: certificatesv1.CertificateSigningRequest; namespaced: false };
  };
  "certificates/v1beta1": {
    /** Certificate authorities to be trusted by whoever reads them, for one signer or for anybody. */
    clustertrustbundles: { kind: certificatesv1beta1.ClusterTrustBundle; namespaced: false };
  };
  "certificates/v1alpha1": {
    /** Certificate authorities to be trusted by whoever reads them, for one signer or for anybody. */
    clustertrustbundles: { kind: certificatesv1alpha1.ClusterTrustBundle; namespaced: false };
  };
  "networking/v1": {
    /** Which controller makes ingresses of this class true, and with which settings. */
    ingressclasses: { kind: networkingv1.IngressClass; namespaced: false };
    /** Leads requests from outside to services, by host and path. */
    ingresses: { kind: networkingv1.Ingress; namespaced: true };
    /** An address that is taken, and by what. Its name is the address. */
    ipaddresses: { kind: networkingv1.IPAddress; namespaced: false };
    /** Who may speak with the pods that it selects. Pods that no policy selects may speak with all. */
    networkpolicies: { kind: networkingv1.NetworkPolicy; namespaced: true };
    /** A range of addresses that services get theirs from. */
    servicecidrs: { kind: networkingv1.ServiceCIDR; namespaced: false };
  };
  "networking/v1beta1": {
    /** An address that is taken, and by what. Its name is the address. */
    ipaddresses: { kind: networkingv1beta1.IPAddress; namespaced: false };
    /** A range of addresses that services get theirs from. */
    servicecidrs: { kind: networkingv1beta1.ServiceCIDR; namespaced: false };
  };
  "policy/v1": {
    /** How many of some pods must stay when others are evicted on purpose. */
    poddisruptionbudgets: { kind: policyv1.PodDisruptionBudget; namespaced: true };
  };
  "rbac/v1": {
    /** Gives the rights of a cluster role to somebody, everywhere. */
    clusterrolebindings: { kind: rbacv1.ClusterRoleBinding; namespaced: false };
    /** A named set of rights, in all namespaces or in any one of them, and to what belongs to no namespace. */
    clusterroles: { kind: rbacv1.ClusterRole; namespaced: false };
    /** Gives the rights of a role to somebody, in one namespace. */
    rolebindings: { kind: rbacv1.RoleBinding; namespaced: true };
    /** A named set of rights in one namespace. */
    roles: { kind: rbacv1.Role; namespaced: true };
  };
  "storage/v1": {
    /** What a storage driver can do and what it needs to be told, so that volumes of it are handled rightly. */
    csidrivers: { kind: storagev1.CSIDriver; namespaced: false };
    /** The storage drivers that are installed on a node, and how the node is known to each. */
    csinodes: { kind: storagev1.CSINode; namespaced: false };
    /** How much room a storage class has left on some nodes, for schedulers that look before they place a pod. */
    csistoragecapacities: { kind: storagev1.CSIStorageCapacity; namespaced: true };
    /** A sort of storage that claims can ask for by name, and how volumes of it are made. */
    storageclasses: { kind: storagev1.StorageClass; namespaced: false };
    /** A wish that a volume be attached to a node, and how far it has come. */
    volumeattachments: { kind: storagev1.VolumeAttachment; namespaced: false };
  };
  "storage/v1beta1": {
    /** Properties of volumes that can be changed while they are used, such as their speed. */
    volumeattributesclasses: { kind: storagev1beta1.VolumeAttributesClass; namespaced: false };
  };
  "storage/v1alpha1": {
    /** Properties of volumes that can be changed while they are used, such as their speed. */
    volumeattributesclasses: { kind: storagev1alpha1.VolumeAttributesClass; namespaced: false };
  };
  "admissionregistration/v1": {
    /** Servers that may change or refuse objects on their way in. */
    mutatingwebhookconfigurations: { kind: admissionregistrationv1.MutatingWebhookConfiguration; namespaced: false };
    /** What objects must be like to be let in, by expressions. */
    validatingadmissionpolicies: { kind: admissionregistrationv1.ValidatingAdmissionPolicy; namespaced: false };
    /** Where a validating policy holds, with which parameters, and what happens to what fails it. */
    validatingadmissionpolicybindings: { kind: admissionregistrationv1.ValidatingAdmissionPolicyBinding; namespaced: false };
    /** Servers that may refuse objects on their way in. */
    validatingwebhookconfigurations: { kind: admissionregistrationv1.ValidatingWebhookConfiguration; namespaced: false };
  };
  "admissionregistration/v1beta1": {
    /** What objects must be like to be let in, by expressions. */
    validatingadmissionpolicies: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicy; namespaced: false };
    /** Where a validating policy holds, with which parameters, and what happens to what fails it. */
    validatingadmissionpolicybindings: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicyBinding; namespaced: false };
  };
  "admissionregistration/v1alpha1": {
    /** How objects are changed on their way in, by expressions. */
    mutatingadmissionpolicies: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicy; namespaced: false };
    /** Where a mutating policy holds, and with which parameters. */
    mutatingadmissionpolicybindings: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicyBinding; namespaced: false };
  };
  "apiextensions/v1": {
    /** A type of objects that somebody adds to the API: its names, its versions and their schemas. */
    customresourcedefinitions: { kind: apiextensionsv1.CustomResourceDefinition; namespaced: false };
  };
  "scheduling/v1": {
    /** A named importance that pods can have: the more important are placed first, and others may have to go for them. */
    priorityclasses: { kind: schedulingv1.PriorityClass; namespaced: false };
  };
  "coordination/v1": {
    /** Who holds something, and until when: leaders and nodes renew theirs to show that they live. */
    leases: { kind: coordinationv1.Lease; namespaced: true };
  };
  "coordination/v1beta1": {
    /** Somebody who would like to hold a lease, for elections that choose by version. */
    leasecandidates: { kind: coordinationv1beta1.LeaseCandidate; namespaced: true };
  };
  "coordination/v1alpha2": {
    /** Somebody who would like to hold a lease, for elections that choose by version. */
    leasecandidates: { kind: coordinationv1alpha2.LeaseCandidate; namespaced: true };
  };
  "node/v1": {
    /** A way in which nodes can run containers, such as in a sandbox. */
    runtimeclasses: { kind: nodev1.RuntimeClass; namespaced: false };
  };
  "discovery/v1": {
    /** Some of the addresses behind a service, with their ports. A service has as many slices as it needs. */
    endpointslices: { kind: discoveryv1.EndpointSlice; namespaced: true };
  };
  "resource/v1beta2": {
    /** A sort of device that claims can ask for by name, with settings for all of the sort. */
    deviceclasses: { kind: resourcev1beta2.DeviceClass; namespaced: false };
    /** A wish for devices, which are set aside for the pods that use it. */
    resourceclaims: { kind: resourcev1beta2.ResourceClaim; namespaced: true };
    /** A claim as it is to be made for each pod. */
    resourceclaimtemplates: { kind: resourcev1beta2.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver offers, on a node or to several. */
    resourceslices: { kind: resourcev1beta2.ResourceSlice; namespaced: false };
  };
  "resource/v1beta1": {
    /** A sort of device that claims can ask for by name, with settings for all of the sort. */
    deviceclasses: { kind: resourcev1beta1.DeviceClass; namespaced: false };
    /** A wish for devices, which are set aside for the pods that use it. */
    resourceclaims: { kind: resourcev1beta1.ResourceClaim; namespaced: true };
    /** A claim as it is to be made for each pod. */
    resourceclaimtemplates: { kind: resourcev1beta1.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver offers, on a node or to several. */
    resourceslices: { kind: resourcev1beta1.ResourceSlice; namespaced: false };
  };
  "resource/v1alpha3": {
    /** A sort of device that claims can ask for by name, with settings for all of the sort. */
    deviceclasses: { kind: resourcev1alpha3.DeviceClass; namespaced: false };
    /** Marks devices so that new claims, or even running pods, keep away from them. */
    devicetaintrules: { kind: resourcev1alpha3.DeviceTaintRule; namespaced: false };
    /** A wish for devices, which are set aside for the pods that use it. */
    resourceclaims: { kind: resourcev1alpha3.ResourceClaim; namespaced: true };
    /** A claim as it is to be made for each pod. */
    resourceclaimtemplates: { kind: resourcev1alpha3.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver offers, on a node or to several. */
    resourceslices: { kind: resourcev1alpha3.ResourceSlice; namespaced: false };
  };
  "flowcontrol/v1": {
    /** Sorts requests: those that match share the room of one priority level, fairly among flows. */
    flowschemas: { kind: flowcontrolv1.FlowSchema; namespaced: false };
    /** How much of the server the requests of one level may take, and whether they queue. */
    prioritylevelconfigurations: { kind: flowcontrolv1.PriorityLevelConfiguration; namespaced: false };
  };
  "apiserverinternal/v1alpha1": {
    /** In which version servers write and read the objects of a resource. */
    storageversions: { kind: apiserverinternalv1alpha1.StorageVersion; namespaced: false };
  };
  "storagemigration/v1alpha1": {
    /** Rewrites the stored objects of a resource in its present version. */
    storageversionmigrations: { kind: storagemigrationv1alpha1.StorageVersionMigration; namespaced: false };
  };
}
