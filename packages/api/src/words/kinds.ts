import type { Words } from "./words.ts";

const rules = "What may be done, and to what.";
const subjects = "Who gets the rights: users, groups and service accounts.";
const roleRef = "The role whose rights are given. It cannot be changed later.";
const immutable = "When true, the content can never be changed again, and this cannot be taken back.";
const webhooks = "The servers that are asked, each with what it wants to be asked about.";

/** The kinds. One name may stand in several groups and versions: what is said holds for all. */
export const kindWords: Words = {
  APIService: {
    is: "Which server answers for one version of one group of the API: this one, or another behind a service.",
  },
  Binding: {
    is: "Puts a pod on a node. It is only ever created: the pod remembers the outcome.",
    fields: { target: "What the pod is bound to: a node." },
  },
  CSIDriver: {
    is: "What a storage driver can do and what it needs to be told, so that volumes of it are handled rightly.",
  },
  CSINode: { is: "The storage drivers that are installed on a node, and how the node is known to each." },
  CSIStorageCapacity: {
    is: "How much room a storage class has left on some nodes, for schedulers that look before they place a pod.",
    fields: {
      nodeTopology: "The nodes that this is about.",
      storageClassName: "The storage class that this is about.",
      capacity: "How much room there is altogether.",
      maximumVolumeSize: "The largest volume that can be made there at once.",
    },
  },
  CertificateSigningRequest: {
    is: "A wish for a certificate: somebody approves or denies it, and a signer issues it.",
  },
  ClusterRole: {
    is: "A named set of rights, in all namespaces or in any one of them, and to what belongs to no namespace.",
    fields: {
      rules,
      aggregationRule: "Which other roles this one is put together from; its rules are then kept by a controller.",
    },
  },
  ClusterRoleBinding: {
    is: "Gives the rights of a cluster role to somebody, everywhere.",
    fields: { subjects, roleRef },
  },
  ClusterTrustBundle: {
    is: "Certificate authorities to be trusted by whoever reads them, for one signer or for anybody.",
  },
  ComponentStatus: {
    is: "How a part of the control plane is, as the server finds it when asked. Deprecated: ask the parts themselves.",
    fields: { conditions: "Whether it is well." },
  },
  ConfigMap: {
    is: "Settings that pods read: as variables, as arguments, or as files. Not for what must be kept secret.",
    fields: {
      immutable,
      data: "Text by key. A key is letters, digits, '-', '_' and '.'.",
      binaryData: "Bytes by key, for what is no text. A key stands here or in data, not in both.",
    },
  },
  ControllerRevision: {
    is: "A state that a controller was in, kept so that it can go back to it. Written by controllers alone.",
    fields: {
      data: "The state, in the controller's own form.",
      revision: "Which state came before which: later ones are higher.",
    },
  },
  CronJob: { is: "Makes a job again and again, at the times of a schedule." },
  CustomResourceDefinition: {
    is: "A type of objects that somebody adds to the API: its names, its versions and their schemas.",
  },
  DaemonSet: { is: "Keeps one copy of a pod on every node, or on every node of a kind." },
  Deployment: {
    is: "Keeps a number of like pods running, and replaces them step by step when their template changes.",
  },
  DeviceClass: { is: "A sort of device that claims can ask for by name, with settings for all of the sort." },
  DeviceTaintRule: { is: "Marks devices so that new claims, or even running pods, keep away from them." },
  EndpointSlice: {
    is: "Some of the addresses behind a service, with their ports. A service has as many slices as it needs.",
    fields: {
      addressType: "What the addresses are: IPv4, IPv6 or names. It cannot be changed later.",
      endpoints: "The addresses, each with what is known of it. At most 1,000.",
      ports: "The ports that all these addresses answer at. None means all ports.",
    },
  },
  Endpoints: {
    is: "The addresses behind a service. Deprecated: slices say the same, and grow with the service.",
    fields: { subsets: "Addresses that answer at the same ports, in groups." },
  },
  Event: {
    is: "Something that happened, for people to read. Events are dropped after a while and are no place to keep anything.",
    fields: {
      involvedObject: "What it happened to.",
      regarding: "What it happened to.",
      related: "Another object that had to do with it.",
      reason: "Why it was told, in one word that programs can match.",
      message: "What happened, for people.",
      note: "What happened, for people.",
      source: "Who told it.",
      reportingComponent: "Which program told it.",
      reportingController: "Which program told it.",
      reportingInstance: "Which instance of the program told it.",
      firstTimestamp: "When it was first seen.",
      lastTimestamp: "When it was last seen.",
      eventTime: "When it was first seen, to the microsecond.",
      count: "How often it was seen.",
      type: "Normal or Warning; more may come.",
      series: "How it goes on, where it happens again and again.",
      action: "What was done, or what failed.",
      deprecatedSource: "Who told it, for readers of the older version.",
      deprecatedFirstTimestamp: "When it was first seen, for readers of the older version.",
      deprecatedLastTimestamp: "When it was last seen, for readers of the older version.",
      deprecatedCount: "How often it was seen, for readers of the older version.",
    },
  },
  Eviction: {
    is: "Asks that a pod be ended, unless a disruption budget forbids it at the moment.",
    fields: { deleteOptions: "How it is deleted." },
  },
  FlowSchema: { is: "Sorts requests: those that match share the room of one priority level, fairly among flows." },
  HorizontalPodAutoscaler: { is: "Changes how many copies of something run, by what it measures of them." },
  IPAddress: { is: "An address that is taken, and by what. Its name is the address." },
  Ingress: { is: "Leads requests from outside to services, by host and path." },
  IngressClass: { is: "Which controller makes ingresses of this class true, and with which settings." },
  Job: { is: "Runs pods until so many of them have succeeded." },
  Lease: { is: "Who holds something, and until when: leaders and nodes renew theirs to show that they live." },
  LeaseCandidate: { is: "Somebody who would like to hold a lease, for elections that choose by version." },
  LimitRange: {
    is: "What pods, containers and claims of a namespace may ask for, and what they get when they do not say.",
  },
  LocalSubjectAccessReview: { is: "Asks whether somebody may do something in one namespace." },
  MutatingAdmissionPolicy: { is: "How objects are changed on their way in, by expressions." },
  MutatingAdmissionPolicyBinding: { is: "Where a mutating policy holds, and with which parameters." },
  MutatingWebhookConfiguration: {
    is: "Servers that may change or refuse objects on their way in.",
    fields: { webhooks },
  },
  Namespace: { is: "A room of its own for names: objects of two namespaces may be called the same." },
  NetworkPolicy: { is: "Who may speak with the pods that it selects. Pods that no policy selects may speak with all." },
  Node: { is: "A machine that runs pods, as the control plane knows it." },
  PersistentVolume: { is: "A piece of storage that outlives the pods that use it." },
  PersistentVolumeClaim: { is: "A wish for storage, which a volume is bound to. Pods name claims, not volumes." },
  Pod: { is: "Containers that run together on one node and share its network and volumes." },
  PodDisruptionBudget: { is: "How many of some pods must stay when others are evicted on purpose." },
  PodTemplate: { is: "A pod as it is to be made.", fields: { template: "The pod." } },
  PriorityClass: {
    is: "A named importance that pods can have: the more important are placed first, and others may have to go for them.",
    fields: {
      value: "How important: higher goes first. It cannot be changed later.",
      globalDefault: "Whether pods that name no class have this one. At most one class should say so.",
      description: "For whom it is meant.",
      preemptionPolicy: "Whether others may have to go: PreemptLowerPriority, or Never.",
    },
  },
  PriorityLevelConfiguration: {
    is: "How much of the server the requests of one level may take, and whether they queue.",
  },
  ReplicaSet: { is: "Keeps a number of like pods running. Usually made by a deployment." },
  ReplicationController: {
    is: "Keeps a number of like pods running. Replica sets and deployments are newer and do more.",
  },
  ResourceClaim: { is: "A wish for devices, which are set aside for the pods that use it." },
  ResourceClaimTemplate: { is: "A claim as it is to be made for each pod." },
  ResourceQuota: { is: "How much of everything a namespace may have." },
  ResourceSlice: { is: "Devices that a driver offers, on a node or to several." },
  Role: { is: "A named set of rights in one namespace.", fields: { rules } },
  RoleBinding: { is: "Gives the rights of a role to somebody, in one namespace.", fields: { subjects, roleRef } },
  RuntimeClass: {
    is: "A way in which nodes can run containers, such as in a sandbox.",
    fields: {
      handler: "What nodes call it. It cannot be changed later.",
      overhead: "What running a pod so takes beside its containers.",
      scheduling: "Which nodes can do it.",
    },
  },
  Scale: { is: "How many copies there are of something, and should be, whatever it is." },
  Secret: {
    is: "Something that few may know: passwords, tokens, keys. Whoever reads it has it.",
    fields: {
      immutable,
      data: "Bytes by key, in base64.",
      stringData: "Text by key, for writing only: it is put into data and never read back.",
      type: "What kind of secret it is, which says which keys it must have. It cannot be changed later.",
    },
  },
  SelfSubjectAccessReview: { is: "Asks whether one may do something oneself." },
  SelfSubjectReview: { is: "Asks who one is, as the server sees it." },
  SelfSubjectRulesReview: { is: "Asks what one may do in a namespace, as far as it can be listed." },
  Service: { is: "A name, an address and ports behind which some pods are reached, whichever they are at the moment." },
  ServiceAccount: {
    is: "Who pods are when they speak with the API.",
    fields: {
      secrets: "Secrets that pods of this account may use, where that is restricted.",
      imagePullSecrets: "Secrets with which images of its pods are fetched.",
      automountServiceAccountToken: "Whether its pods get a token without asking. A pod may say otherwise.",
    },
  },
  ServiceCIDR: { is: "A range of addresses that services get theirs from." },
  StatefulSet: { is: "Keeps pods that are not alike: each has a name, a place in the order, and storage of its own." },
  StorageClass: {
    is: "A sort of storage that claims can ask for by name, and how volumes of it are made.",
    fields: {
      provisioner: "Who makes the volumes.",
      parameters: "What the provisioner is told.",
      reclaimPolicy: "What becomes of a volume when nobody claims it any more: Delete or Retain.",
      mountOptions: "How volumes are mounted. Nobody checks that they can be.",
      allowVolumeExpansion: "Whether claims may ask for more later.",
      volumeBindingMode:
        "Whether a volume is chosen at once, or when a pod needs it: Immediate, or WaitForFirstConsumer.",
      allowedTopologies: "Where volumes may be made.",
    },
  },
  StorageVersion: { is: "In which version servers write and read the objects of a resource." },
  StorageVersionMigration: { is: "Rewrites the stored objects of a resource in its present version." },
  SubjectAccessReview: { is: "Asks whether somebody may do something." },
  TokenRequest: { is: "Asks for a token of a service account: for whom, for how long, and bound to what." },
  TokenReview: { is: "Asks whose a token is." },
  ValidatingAdmissionPolicy: { is: "What objects must be like to be let in, by expressions." },
  ValidatingAdmissionPolicyBinding: {
    is: "Where a validating policy holds, with which parameters, and what happens to what fails it.",
  },
  ValidatingWebhookConfiguration: { is: "Servers that may refuse objects on their way in.", fields: { webhooks } },
  VolumeAttachment: { is: "A wish that a volume be attached to a node, and how far it has come." },
  VolumeAttributesClass: {
    is: "Properties of volumes that can be changed while they are used, such as their speed.",
    fields: {
      driverName: "Which driver knows them.",
      parameters: "What the driver is told. They cannot be changed later.",
    },
  },
  APIGroup: {
    is: "A group of the API, and the versions of it that are served.",
    fields: {
      name: "What it is called.",
      versions: "Its versions.",
      preferredVersion: "The version that clients should take when they have no wish of their own.",
      serverAddressByClientCIDRs: "Where clients of a network should go.",
    },
  },
  APIVersions: {
    is: "The versions of the core group that are served.",
    fields: {
      versions: "The versions.",
      serverAddressByClientCIDRs: "Where clients of a network should go.",
    },
  },
  Status: {
    is: "How a request ended, where it did not end with an object.",
    fields: {
      code: "The HTTP status.",
      message: "What happened, for people.",
      reason: "What happened, in one word that programs can match.",
      details: "More of it, by the kind of reason.",
    },
  },
};
