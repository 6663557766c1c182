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
    /** Assigns a pod to a node. Bindings can only be created; the result is stored in the pod. */
    bindings: { kind: corev1.Binding; namespaced: true };
    /** Health of a component of the control plane, determined at each request. Deprecated: use the health endpoints of the component. */
    componentstatuses: { kind: corev1.ComponentStatus; namespaced: false };
    /** Configuration data that pods read from environment variables, command line arguments or mounted files. Use a Secret for confidential data. */
    configmaps: { kind: corev1.ConfigMap; namespaced: true };
    /** Network endpoints of a service. Deprecated: use EndpointSlice, which supports services with many endpoints and dual-stack. */
    endpoints: { kind: corev1.Endpoints; namespaced: true };
    /** Report of something that happened to an object. Events are informative and expire, so programs must not rely on them. */
    events: { kind: corev1.Event; namespaced: true };
    /** Minimum, maximum and default resources of the pods, containers and volume claims of a namespace. */
    limitranges: { kind: corev1.LimitRange; namespaced: true };
    /** A scope for names, permissions, quotas and policies of namespaced objects. */
    namespaces: { kind: corev1.Namespace; namespaced: false };
    /** A worker machine of the cluster, which runs pods. */
    nodes: { kind: corev1.Node; namespaced: false };
    /** Request for storage, which is bound to a matching persistent volume. Pods mount claims. */
    persistentvolumeclaims: { kind: corev1.PersistentVolumeClaim; namespaced: true };
    /** Storage of the cluster, whose life is independent of the pods that use it. */
    persistentvolumes: { kind: corev1.PersistentVolume; namespaced: false };
    /** A group of containers that run together on one node and share its network and volumes. */
    pods: { kind: corev1.Pod; namespaced: true };
    /** A template from which pods are created. */
    podtemplates: { kind: corev1.PodTemplate; namespaced: true };
    /** Runs a given number of identical pods. Prefer deployments, which replace it. */
    replicationcontrollers: { kind: corev1.ReplicationController; namespaced: true };
    /** Limits the total resource use of a namespace. */
    resourcequotas: { kind: corev1.ResourceQuota; namespaced: true };
    /** Confidential data such as passwords, tokens and keys. Every client with read access sees the values. */
    secrets: { kind: corev1.Secret; namespaced: true };
    /** Identity of the processes of pods in the API. */
    serviceaccounts: { kind: corev1.ServiceAccount; namespaced: true };
    /** A stable name, address and set of ports for a changing group of pods. */
    services: { kind: corev1.Service; namespaced: true };
  };
  "apiregistration/v1": {
    /** Registers the server of one version of an API group: this server, or an extension server behind a service. */
    apiservices: { kind: apiregistrationv1.APIService; namespaced: false };
  };
  "apps/v1": {
    /** Immutable snapshot of the configuration of a workload, with which its controller performs updates and rollbacks. Only controllers write it. */
    controllerrevisions: { kind: appsv1.ControllerRevision; namespaced: true };
    /** Runs one copy of a pod on every node that matches the pod template. */
    daemonsets: { kind: appsv1.DaemonSet; namespaced: true };
    /** Runs a number of identical pods and rolls out changes of the pod template gradually, by means of replica sets. */
    deployments: { kind: appsv1.Deployment; namespaced: true };
    /** Runs a given number of identical pods. Usually created by a deployment. */
    replicasets: { kind: appsv1.ReplicaSet; namespaced: true };
    /** Runs pods with a stable name, a defined order, and persistent storage for each. */
    statefulsets: { kind: appsv1.StatefulSet; namespaced: true };
  };
  "events/v1": {
    /** Report of something that happened to an object. Events are informative and expire, so programs must not rely on them. */
    events: { kind: eventsv1.Event; namespaced: true };
  };
  "authentication/v1": {
    /** Returns the identity of the client, as the server has authenticated it. */
    selfsubjectreviews: { kind: authenticationv1.SelfSubjectReview; namespaced: false };
    /** Authenticates a token and returns the identity of its user. */
    tokenreviews: { kind: authenticationv1.TokenReview; namespaced: false };
  };
  "authorization/v1": {
    /** Checks whether a user or group is authorized to perform an action in one namespace. */
    localsubjectaccessreviews: { kind: authorizationv1.LocalSubjectAccessReview; namespaced: true };
    /** Checks whether the client is authorized to perform an action. */
    selfsubjectaccessreviews: { kind: authorizationv1.SelfSubjectAccessReview; namespaced: false };
    /** Lists the actions that the client can perform in a namespace. The list can be incomplete. */
    selfsubjectrulesreviews: { kind: authorizationv1.SelfSubjectRulesReview; namespaced: false };
    /** Checks whether a user or group is authorized to perform an action. */
    subjectaccessreviews: { kind: authorizationv1.SubjectAccessReview; namespaced: false };
  };
  "autoscaling/v2": {
    /** Adjusts the number of replicas of a workload to observed metrics. */
    horizontalpodautoscalers: { kind: autoscalingv2.HorizontalPodAutoscaler; namespaced: true };
  };
  "autoscaling/v1": {
    /** Adjusts the number of replicas of a workload to observed metrics. */
    horizontalpodautoscalers: { kind: autoscalingv1.HorizontalPodAutoscaler; namespaced: true };
  };
  "batch/v1": {
    /** Creates jobs on a repeating schedule. */
    cronjobs: { kind: batchv1.CronJob; namespaced: true };
    /** Runs pods until a given number of them has succeeded. */
    jobs: { kind: batchv1.Job; namespaced: true };
  };
  "certificates/v1": {
    /** Requests a certificate. An approver approves or denies the request, then a signer issues the certificate. */
    certificatesigningrequests: { kind: certificatesv1.CertificateSigningRequest; namespaced: false };
  };
  "certificates/v1beta1": {
    /** Publishes X.509 root certificates to the whole cluster. Pods can mount them. A bundle belongs to one signer or to none. */
    clustertrustbundles: { kind: certificatesv1beta1.ClusterTrustBundle; namespaced: false };
  };
  "certificates/v1alpha1": {
    /** Publishes X.509 root certificates to the whole cluster. Pods can mount them. A bundle belongs to one signer or to none. */
    clustertrustbundles: { kind: certificatesv1alpha1.ClusterTrustBundle; namespaced: false };
  };
  "networking/v1": {
    /** Class of ingresses: the controller that implements them, and optionally its parameters. */
    ingressclasses: { kind: networkingv1.IngressClass; namespaced: false };
    /** Routes HTTP and HTTPS requests from outside the cluster to services, by host and path. */
    ingresses: { kind: networkingv1.Ingress; namespaced: true };
    /** An IP address that a service or another object has allocated. The name of the object is the address. */
    ipaddresses: { kind: networkingv1.IPAddress; namespaced: false };
    /** Restricts the network traffic of the selected pods. Pods that no policy selects are unrestricted. */
    networkpolicies: { kind: networkingv1.NetworkPolicy; namespaced: true };
    /** Address ranges from which cluster IPs of services are allocated. */
    servicecidrs: { kind: networkingv1.ServiceCIDR; namespaced: false };
  };
  "networking/v1beta1": {
    /** An IP address that a service or another object has allocated. The name of the object is the address. */
    ipaddresses: { kind: networkingv1beta1.IPAddress; namespaced: false };
    /** Address ranges from which cluster IPs of services are allocated. */
    servicecidrs: { kind: networkingv1beta1.ServiceCIDR; namespaced: false };
  };
  "policy/v1": {
    /** Limits how many of the selected pods can be unavailable at the same time because of evictions. */
    poddisruptionbudgets: { kind: policyv1.PodDisruptionBudget; namespaced: true };
  };
  "rbac/v1": {
    /** Grants the permissions of a cluster role in all namespaces and on cluster-scoped resources. */
    clusterrolebindings: { kind: rbacv1.ClusterRoleBinding; namespaced: false };
    /** A named set of permissions for cluster-scoped resources, for paths that are no resources, and for namespaced resources in one or all namespaces. */
    clusterroles: { kind: rbacv1.ClusterRole; namespaced: false };
    /** Grants the permissions of a role or cluster role in one namespace. */
    rolebindings: { kind: rbacv1.RoleBinding; namespaced: true };
    /** A named set of permissions in one namespace. */
    roles: { kind: rbacv1.Role; namespaced: true };
  };
  "storage/v1": {
    /** Describes the capabilities of a CSI storage driver, so that the control plane and the nodes use its volumes correctly. */
    csidrivers: { kind: storagev1.CSIDriver; namespaced: false };
    /** Lists the CSI drivers installed on a node, with the name of the node in each driver. */
    csinodes: { kind: storagev1.CSINode; namespaced: false };
    /** Reports the free capacity of a storage class in one part of the topology. Schedulers use it to choose a node for pods with new volumes. */
    csistoragecapacities: { kind: storagev1.CSIStorageCapacity; namespaced: true };
    /** Named type of storage that claims can request, with the parameters of new volumes. */
    storageclasses: { kind: storagev1.StorageClass; namespaced: false };
    /** Requests that a volume be attached to a node, and reports the progress. */
    volumeattachments: { kind: storagev1.VolumeAttachment; namespaced: false };
  };
  "storage/v1beta1": {
    /** Named set of volume attributes that can be changed on existing volumes, such as throughput. */
    volumeattributesclasses: { kind: storagev1beta1.VolumeAttributesClass; namespaced: false };
  };
  "storage/v1alpha1": {
    /** Named set of volume attributes that can be changed on existing volumes, such as throughput. */
    volumeattributesclasses: { kind: storagev1alpha1.VolumeAttributesClass; namespaced: false };
  };
  "admissionregistration/v1": {
    /** Webhooks that can change or reject objects during admission. */
    mutatingwebhookconfigurations: { kind: admissionregistrationv1.MutatingWebhookConfiguration; namespaced: false };
    /** Accepts or rejects objects during admission, by CEL expressions. */
    validatingadmissionpolicies: { kind: admissionregistrationv1.ValidatingAdmissionPolicy; namespaced: false };
    /** Activates a validating admission policy for matching resources, with parameters and the actions on failure. */
    validatingadmissionpolicybindings: { kind: admissionregistrationv1.ValidatingAdmissionPolicyBinding; namespaced: false };
    /** Webhooks that can reject objects during admission, without changing them. */
    validatingwebhookconfigurations: { kind: admissionregistrationv1.ValidatingWebhookConfiguration; namespaced: false };
  };
  "admissionregistration/v1beta1": {
    /** Accepts or rejects objects during admission, by CEL expressions. */
    validatingadmissionpolicies: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicy; namespaced: false };
    /** Activates a validating admission policy for matching resources, with parameters and the actions on failure. */
    validatingadmissionpolicybindings: { kind: admissionregistrationv1beta1.ValidatingAdmissionPolicyBinding; namespaced: false };
  };
  "admissionregistration/v1alpha1": {
    /** Changes objects during admission, by CEL expressions. */
    mutatingadmissionpolicies: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicy; namespaced: false };
    /** Activates a mutating admission policy for matching resources, with parameters if the policy has any. */
    mutatingadmissionpolicybindings: { kind: admissionregistrationv1alpha1.MutatingAdmissionPolicyBinding; namespaced: false };
  };
  "apiextensions/v1": {
    /** Adds a resource type to the API: its names, scope, versions, and the schema of each version. */
    customresourcedefinitions: { kind: apiextensionsv1.CustomResourceDefinition; namespaced: false };
  };
  "scheduling/v1": {
    /** Maps a name to a scheduling priority. Pods with a higher priority are scheduled first and can preempt others. */
    priorityclasses: { kind: schedulingv1.PriorityClass; namespaced: false };
  };
  "coordination/v1": {
    /** A lock with an expiry. Used for leader election and node heartbeats. */
    leases: { kind: coordinationv1.Lease; namespaced: true };
  };
  "coordination/v1beta1": {
    /** Candidate for a lease in a coordinated leader election, which chooses the leader by version. */
    leasecandidates: { kind: coordinationv1beta1.LeaseCandidate; namespaced: true };
  };
  "coordination/v1alpha2": {
    /** Candidate for a lease in a coordinated leader election, which chooses the leader by version. */
    leasecandidates: { kind: coordinationv1alpha2.LeaseCandidate; namespaced: true };
  };
  "node/v1": {
    /** A container runtime configuration that pods can select, for example a sandbox. */
    runtimeclasses: { kind: nodev1.RuntimeClass; namespaced: false };
  };
  "discovery/v1": {
    /** A subset of the network endpoints of a service. One service can have many slices. */
    endpointslices: { kind: discoveryv1.EndpointSlice; namespaced: true };
  };
  "resource/v1beta2": {
    /** Named category of devices that resource claims can request, with selectors and configuration for all devices of the category. */
    deviceclasses: { kind: resourcev1beta2.DeviceClass; namespaced: false };
    /** Request for devices, which are allocated for the pods that use the claim. */
    resourceclaims: { kind: resourcev1beta2.ResourceClaim; namespaced: true };
    /** Template from which a resource claim is created for each pod. */
    resourceclaimtemplates: { kind: resourcev1beta2.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver publishes for one node, or for several. */
    resourceslices: { kind: resourcev1beta2.ResourceSlice; namespaced: false };
  };
  "resource/v1beta1": {
    /** Named category of devices that resource claims can request, with selectors and configuration for all devices of the category. */
    deviceclasses: { kind: resourcev1beta1.DeviceClass; namespaced: false };
    /** Request for devices, which are allocated for the pods that use the claim. */
    resourceclaims: { kind: resourcev1beta1.ResourceClaim; namespaced: true };
    /** Template from which a resource claim is created for each pod. */
    resourceclaimtemplates: { kind: resourcev1beta1.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver publishes for one node, or for several. */
    resourceslices: { kind: resourcev1beta1.ResourceSlice; namespaced: false };
  };
  "resource/v1alpha3": {
    /** Named category of devices that resource claims can request, with selectors and configuration for all devices of the category. */
    deviceclasses: { kind: resourcev1alpha3.DeviceClass; namespaced: false };
    /** Adds a taint to matching devices. New claims don't get the devices without a toleration; the effect NoExecute also evicts running pods. */
    devicetaintrules: { kind: resourcev1alpha3.DeviceTaintRule; namespaced: false };
    /** Request for devices, which are allocated for the pods that use the claim. */
    resourceclaims: { kind: resourcev1alpha3.ResourceClaim; namespaced: true };
    /** Template from which a resource claim is created for each pod. */
    resourceclaimtemplates: { kind: resourcev1alpha3.ResourceClaimTemplate; namespaced: true };
    /** Devices that a driver publishes for one node, or for several. */
    resourceslices: { kind: resourcev1alpha3.ResourceSlice; namespaced: false };
  };
  "flowcontrol/v1": {
    /** Assigns matching requests to a priority level and divides them into flows that share it fairly. */
    flowschemas: { kind: flowcontrolv1.FlowSchema; namespaced: false };
    /** Limits how many requests of a priority level run concurrently, and how excess requests queue. */
    prioritylevelconfigurations: { kind: flowcontrolv1.PriorityLevelConfiguration; namespaced: false };
  };
  "apiserverinternal/v1alpha1": {
    /** Versions in which each API server encodes and decodes objects of a resource. */
    storageversions: { kind: apiserverinternalv1alpha1.StorageVersion; namespaced: false };
  };
  "storagemigration/v1alpha1": {
    /** Rewrites all stored objects of a resource in its current storage version. */
    storageversionmigrations: { kind: storagemigrationv1alpha1.StorageVersionMigration; namespaced: false };
  };
}
