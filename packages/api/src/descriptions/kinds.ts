import type { TypeDescriptions } from "@svc/schema";

const rules = "Actions that the role permits, and the resources on which it permits them.";
const subjects = "Users, groups and service accounts that receive the permissions of the role.";
const roleRef = "Role whose permissions the binding grants. Immutable.";
const immutable =
  "If true, the data can't be changed, and the field can't be set back. Deleting and creating the object is the only way to change it.";
const webhooks = "Webhooks, each with the requests for which the server calls it.";

/**
 * The kinds. Where several groups or versions have a kind of the same name, its description holds
 * for all.
 */
export const kindDescriptions: TypeDescriptions = {
  APIService: {
    description:
      "Registers the server of one version of an API group: this server, or an extension server behind a service.",
  },
  Binding: {
    description: "Assigns a pod to a node. Bindings can only be created; the result is stored in the pod.",
    fields: { target: "Node to which the pod is assigned." },
  },
  CSIDriver: {
    description:
      "Describes the capabilities of a CSI storage driver, so that the control plane and the nodes use its volumes correctly.",
  },
  CSINode: { description: "Lists the CSI drivers installed on a node, with the name of the node in each driver." },
  CSIStorageCapacity: {
    description:
      "Reports the free capacity of a storage class in one part of the topology. Schedulers use it to choose a node for pods with new volumes.",
    fields: {
      nodeTopology: "Selects the nodes that can reach this storage. If absent, no node can.",
      storageClassName: "Storage class whose capacity is reported.",
      capacity: "Total free capacity.",
      maximumVolumeSize: "Size of the largest single volume that can be created.",
    },
  },
  CertificateSigningRequest: {
    description:
      "Requests a certificate. An approver approves or denies the request, then a signer issues the certificate.",
  },
  ClusterRole: {
    description:
      "A named set of permissions for cluster-scoped resources, for paths that are no resources, and for namespaced resources in one or all namespaces.",
    fields: {
      rules,
      aggregationRule:
        "Selects the cluster roles whose rules are combined into this role. If set, a controller overwrites the rules.",
    },
  },
  ClusterRoleBinding: {
    description: "Grants the permissions of a cluster role in all namespaces and on cluster-scoped resources.",
    fields: { subjects, roleRef },
  },
  ClusterTrustBundle: {
    description:
      "Publishes X.509 root certificates to the whole cluster. Pods can mount them. A bundle belongs to one signer or to none.",
  },
  ComponentStatus: {
    description:
      "Health of a component of the control plane, determined at each request. Deprecated: use the health endpoints of the component.",
    fields: { conditions: "Conditions of the component; the type Healthy tells whether it is healthy." },
  },
  ConfigMap: {
    description:
      "Configuration data that pods read from environment variables, command line arguments or mounted files. Use a Secret for confidential data.",
    fields: {
      immutable,
      data: "UTF-8 text by key. A key consists of letters, digits, '-', '_' and '.', and can't be in binaryData as well.",
      binaryData: "Binary data by key, encoded in base64. A key can't be in data as well.",
    },
  },
  ControllerRevision: {
    description:
      "Immutable snapshot of the configuration of a workload, with which its controller performs updates and rollbacks. Only controllers write it.",
    fields: {
      data: "Snapshot, in the format of the controller.",
      revision: "Number of the revision. Later revisions have higher numbers.",
    },
  },
  CronJob: { description: "Creates jobs on a repeating schedule." },
  CustomResourceDefinition: {
    description: "Adds a resource type to the API: its names, scope, versions, and the schema of each version.",
  },
  DaemonSet: { description: "Runs one copy of a pod on every node that matches the pod template." },
  Deployment: {
    description:
      "Runs a number of identical pods and rolls out changes of the pod template gradually, by means of replica sets.",
  },
  DeviceClass: {
    description:
      "Named category of devices that resource claims can request, with selectors and configuration for all devices of the category.",
  },
  DeviceTaintRule: {
    description:
      "Adds a taint to matching devices. New claims don't get the devices without a toleration; the effect NoExecute also evicts running pods.",
  },
  EndpointSlice: {
    description: "A subset of the network endpoints of a service. One service can have many slices.",
    fields: {
      addressType: "Type of all addresses in the slice: IPv4, IPv6 or FQDN. Immutable.",
      endpoints: "Endpoints of the slice. At most 1000.",
      ports: "Ports that every endpoint of the slice exposes. If empty, the slice has no defined ports. At most 100.",
    },
  },
  Endpoints: {
    description:
      "Network endpoints of a service. Deprecated: use EndpointSlice, which supports services with many endpoints and dual-stack.",
    fields: { subsets: "Endpoints, grouped by the ports that they expose." },
  },
  Event: {
    description:
      "Report of something that happened to an object. Events are informative and expire, so programs must not rely on them.",
    fields: {
      involvedObject: "Object that the event is about.",
      regarding: "Object that the event is about.",
      related: "Second object involved, for actions that concern two objects.",
      reason: "Short machine-readable cause of the event, in CamelCase. At most 128 characters.",
      message: "Human-readable description of the event.",
      note: "Human-readable description of the event. At most 1 kB.",
      source: "Component that reported the event.",
      reportingComponent: "Name of the controller that reported the event, for example example.com/my-controller.",
      reportingController: "Name of the controller that reported the event, for example example.com/my-controller.",
      reportingInstance: "Instance of the controller, for example the name of its pod.",
      firstTimestamp: "Time of the first occurrence.",
      lastTimestamp: "Time of the latest occurrence.",
      eventTime: "Time of the first occurrence, in microseconds.",
      count: "Number of occurrences.",
      type: "Type of the event: Normal or Warning. Further types can be added.",
      series: "Series to which the event belongs. Absent if the event happened only once.",
      action: "Action that was taken or that failed.",
      deprecatedSource: "Source of the event in the core/v1 format.",
      deprecatedFirstTimestamp: "First timestamp of the event in the core/v1 format.",
      deprecatedLastTimestamp: "Last timestamp of the event in the core/v1 format.",
      deprecatedCount: "Count of the event in the core/v1 format.",
    },
  },
  Eviction: {
    description: "Requests the deletion of a pod, which is refused if it would violate a disruption budget.",
    fields: { deleteOptions: "Options of the deletion." },
  },
  FlowSchema: {
    description: "Assigns matching requests to a priority level and divides them into flows that share it fairly.",
  },
  HorizontalPodAutoscaler: { description: "Adjusts the number of replicas of a workload to observed metrics." },
  IPAddress: {
    description: "An IP address that a service or another object has allocated. The name of the object is the address.",
  },
  Ingress: {
    description: "Routes HTTP and HTTPS requests from outside the cluster to services, by host and path.",
  },
  IngressClass: {
    description: "Class of ingresses: the controller that implements them, and optionally its parameters.",
  },
  Job: { description: "Runs pods until a given number of them has succeeded." },
  Lease: { description: "A lock with an expiry. Used for leader election and node heartbeats." },
  LeaseCandidate: {
    description: "Candidate for a lease in a coordinated leader election, which chooses the leader by version.",
  },
  LimitRange: {
    description: "Minimum, maximum and default resources of the pods, containers and volume claims of a namespace.",
  },
  LocalSubjectAccessReview: {
    description: "Checks whether a user or group is authorized to perform an action in one namespace.",
  },
  MutatingAdmissionPolicy: { description: "Changes objects during admission, by CEL expressions." },
  MutatingAdmissionPolicyBinding: {
    description: "Activates a mutating admission policy for matching resources, with parameters if the policy has any.",
  },
  MutatingWebhookConfiguration: {
    description: "Webhooks that can change or reject objects during admission.",
    fields: { webhooks },
  },
  Namespace: { description: "A scope for names, permissions, quotas and policies of namespaced objects." },
  NetworkPolicy: {
    description: "Restricts the network traffic of the selected pods. Pods that no policy selects are unrestricted.",
  },
  Node: { description: "A worker machine of the cluster, which runs pods." },
  PersistentVolume: { description: "Storage of the cluster, whose life is independent of the pods that use it." },
  PersistentVolumeClaim: {
    description: "Request for storage, which is bound to a matching persistent volume. Pods mount claims.",
  },
  Pod: { description: "A group of containers that run together on one node and share its network and volumes." },
  PodDisruptionBudget: {
    description: "Limits how many of the selected pods can be unavailable at the same time because of evictions.",
  },
  PodTemplate: {
    description: "A template from which pods are created.",
    fields: { template: "Template of the pods." },
  },
  PriorityClass: {
    description:
      "Maps a name to a scheduling priority. Pods with a higher priority are scheduled first and can preempt others.",
    fields: {
      value: "Priority of pods with this class. Higher numbers are more important. Immutable.",
      globalDefault: "True if pods that name no class get this one. Only one class should be the default.",
      description: "Human-readable guidance about when to use the class.",
      preemptionPolicy:
        "Whether pods of this class can preempt pods with a lower priority: PreemptLowerPriority or Never. Default PreemptLowerPriority. Immutable.",
    },
  },
  PriorityLevelConfiguration: {
    description: "Limits how many requests of a priority level run concurrently, and how excess requests queue.",
  },
  ReplicaSet: { description: "Runs a given number of identical pods. Usually created by a deployment." },
  ReplicationController: {
    description: "Runs a given number of identical pods. Prefer deployments, which replace it.",
  },
  ResourceClaim: { description: "Request for devices, which are allocated for the pods that use the claim." },
  ResourceClaimTemplate: { description: "Template from which a resource claim is created for each pod." },
  ResourceQuota: { description: "Limits the total resource use of a namespace." },
  ResourceSlice: { description: "Devices that a driver publishes for one node, or for several." },
  Role: { description: "A named set of permissions in one namespace.", fields: { rules } },
  RoleBinding: {
    description: "Grants the permissions of a role or cluster role in one namespace.",
    fields: { subjects, roleRef },
  },
  RuntimeClass: {
    description: "A container runtime configuration that pods can select, for example a sandbox.",
    fields: {
      handler: "Name of the configuration in the container runtime of the nodes. Immutable.",
      overhead: "Resources that a pod needs with this runtime, in addition to those of its containers.",
      scheduling: "Restricts the pods to nodes that support the runtime. If absent, all nodes do.",
    },
  },
  Scale: { description: "Desired and observed number of replicas of a scalable resource." },
  Secret: {
    description: "Confidential data such as passwords, tokens and keys. Every client with read access sees the values.",
    fields: {
      immutable,
      data: "Confidential data by key, encoded in base64.",
      stringData: "Confidential text by key. Write-only: the server merges it into data and never returns it.",
      type: "Type of the secret, which determines the keys that it must have. Default Opaque. Immutable.",
    },
  },
  SelfSubjectAccessReview: { description: "Checks whether the client is authorized to perform an action." },
  SelfSubjectReview: { description: "Returns the identity of the client, as the server has authenticated it." },
  SelfSubjectRulesReview: {
    description: "Lists the actions that the client can perform in a namespace. The list can be incomplete.",
  },
  Service: { description: "A stable name, address and set of ports for a changing group of pods." },
  ServiceAccount: {
    description: "Identity of the processes of pods in the API.",
    fields: {
      secrets: "Secrets that pods of the account can use, if the account restricts them by annotation.",
      imagePullSecrets: "Secrets with the registry credentials for the images of pods of the account.",
      automountServiceAccountToken: "Whether pods of the account get a mounted token by default. Pods can override it.",
    },
  },
  ServiceCIDR: { description: "Address ranges from which cluster IPs of services are allocated." },
  StatefulSet: {
    description: "Runs pods with a stable name, a defined order, and persistent storage for each.",
  },
  StorageClass: {
    description: "Named type of storage that claims can request, with the parameters of new volumes.",
    fields: {
      provisioner: "Name of the driver that creates the volumes.",
      parameters: "Parameters of new volumes, in the format of the provisioner.",
      reclaimPolicy: "What happens to a volume after its claim is deleted: Delete or Retain. Default Delete.",
      mountOptions: "Mount options of new volumes. They aren't validated: an invalid option makes the mount fail.",
      allowVolumeExpansion: "Whether claims of the class can request a larger size after creation.",
      volumeBindingMode:
        "When claims are bound and volumes created: Immediate, or WaitForFirstConsumer, that is, when a pod that uses the claim is scheduled. Default Immediate.",
      allowedTopologies: "Restricts the topology in which volumes are created. If empty, there is no restriction.",
    },
  },
  StorageVersion: { description: "Versions in which each API server encodes and decodes objects of a resource." },
  StorageVersionMigration: { description: "Rewrites all stored objects of a resource in its current storage version." },
  SubjectAccessReview: { description: "Checks whether a user or group is authorized to perform an action." },
  TokenRequest: { description: "Requests a token of a service account, with an audience, expiry and bound object." },
  TokenReview: { description: "Authenticates a token and returns the identity of its user." },
  ValidatingAdmissionPolicy: { description: "Accepts or rejects objects during admission, by CEL expressions." },
  ValidatingAdmissionPolicyBinding: {
    description:
      "Activates a validating admission policy for matching resources, with parameters and the actions on failure.",
  },
  ValidatingWebhookConfiguration: {
    description: "Webhooks that can reject objects during admission, without changing them.",
    fields: { webhooks },
  },
  VolumeAttachment: { description: "Requests that a volume be attached to a node, and reports the progress." },
  VolumeAttributesClass: {
    description: "Named set of volume attributes that can be changed on existing volumes, such as throughput.",
    fields: {
      driverName: "Name of the CSI driver that the attributes are for. Immutable.",
      parameters: "Attributes, in the format of the driver. Immutable.",
    },
  },
};
