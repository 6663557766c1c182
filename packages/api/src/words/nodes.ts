import type { Words } from "./words.ts";

const conditions = "What it has come to.";
const readOnly = "Whether nothing can be written to it.";
const fsType = "The file system.";
const quantities = "By the name of what is counted: cpu, memory, pods and others.";

/** The parts of namespaces, nodes and volumes. */
export const nodeWords: Words = {
  NamespaceSpec: { is: "What keeps a namespace.", fields: { finalizers: "Who has to do something before it goes." } },
  NamespaceStatus: { is: "How a namespace is.", fields: { phase: "Active or Terminating.", conditions } },
  NodeSpec: {
    is: "What is wanted of a node.",
    fields: {
      unschedulable: "Whether no more pods are placed on it.",
      taints: "What keeps pods off it.",
      podCIDR: "The addresses of its pods.",
      podCIDRs: "The addresses of its pods, one range a family.",
      providerID: "What its provider calls it.",
      configSource: "No longer used.",
      externalID: "No longer used.",
    },
  },
  NodeStatus: {
    is: "How a node is, as it tells itself.",
    fields: {
      capacity: `What it has. ${quantities}`,
      allocatable: `What of it pods can have. ${quantities}`,
      conditions: "Ready, MemoryPressure, DiskPressure, PIDPressure and others.",
      addresses: "Where it is reached.",
      nodeInfo: "What runs on it.",
      images: "Images that it has.",
      volumesInUse: "Volumes that its pods use.",
      volumesAttached: "Volumes that are attached to it.",
      daemonEndpoints: "At which ports its agents listen.",
      runtimeHandlers: "What its runtimes can do.",
      features: "What its agents can do.",
      phase: "No longer used.",
      config: "No longer used.",
    },
  },
  NodeAddress: {
    is: "An address of a node.",
    fields: { type: "InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS.", address: "The address." },
  },
  NodeSystemInfo: {
    is: "What runs on a node.",
    fields: {
      kubeletVersion: "The version of its agent.",
      kubeProxyVersion: "No longer set.",
      containerRuntimeVersion: "What runs its containers.",
      operatingSystem: "linux or windows.",
      osImage: "Which system.",
      kernelVersion: "Which kernel.",
      architecture: "Which processor.",
      machineID: "Which machine.",
      systemUUID: "Which hardware.",
      bootID: "Which start of it.",
      swap: "What can be swapped.",
    },
  },
  ContainerImage: { is: "An image on a node.", fields: { names: "Its names.", sizeBytes: "How large it is." } },
  AttachedVolume: { is: "A volume on a node.", fields: { name: "Which.", devicePath: "As which device." } },
  PersistentVolumeSpec: {
    is: "A volume: how large, how it can be used, and where it is.",
    fields: {
      capacity: "How large it is.",
      accessModes: "ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.",
      persistentVolumeReclaimPolicy: "What becomes of it when its claim is gone: Retain or Delete.",
      storageClassName: "Of which class it is.",
      claimRef: "The claim that has it.",
      volumeMode: "Filesystem or Block. Default Filesystem.",
      mountOptions: "How it is mounted.",
      nodeAffinity: "From which nodes it can be reached.",
      volumeAttributesClassName: "The class of its attributes.",
      csi: "By a CSI driver.",
      hostPath: "A folder of a node, for trying things out.",
      local: "A disk of a node.",
      nfs: "A folder of an NFS server.",
      iscsi: "An iSCSI device.",
      fc: "A Fibre Channel device.",
    },
  },
  PersistentVolumeStatus: {
    is: "How a volume is.",
    fields: {
      phase: "Pending, Available, Bound, Released or Failed.",
      message: "Why it is so.",
      reason: "Why, in one word.",
      lastPhaseTransitionTime: "Since when.",
    },
  },
  CSIPersistentVolumeSource: {
    is: "A volume of a CSI driver.",
    fields: {
      driver: "The driver.",
      volumeHandle: "What the driver calls the volume.",
      fsType,
      readOnly,
      volumeAttributes: "Settings that the driver understands.",
      controllerPublishSecretRef: "A secret for attaching it.",
      nodeStageSecretRef: "A secret for preparing it on a node.",
      nodePublishSecretRef: "A secret for mounting it.",
      controllerExpandSecretRef: "A secret for making it larger.",
      nodeExpandSecretRef: "A secret for making it larger on a node.",
    },
  },
  LocalVolumeSource: { is: "A disk of a node.", fields: { path: "Where it is.", fsType } },
  VolumeNodeAffinity: { is: "From which nodes a volume can be reached.", fields: { required: "From these." } },
  PersistentVolumeClaimSpec: {
    is: "What a claim asks for.",
    fields: {
      accessModes: "ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.",
      resources: "How large the volume has to be.",
      storageClassName: "Of which class. Absent for the default one, empty for none.",
      volumeName: "The volume. Set when one is found.",
      volumeMode: "Filesystem or Block. Default Filesystem.",
      selector: "Which volumes come into question, by their labels.",
      dataSource: "What it is filled from.",
      dataSourceRef: "What it is filled from; other kinds too.",
      volumeAttributesClassName: "The class of its attributes.",
    },
  },
  PersistentVolumeClaimStatus: {
    is: "How a claim is.",
    fields: {
      phase: "Pending, Bound or Lost.",
      accessModes: "How its volume can be used.",
      capacity: "How large its volume is.",
      conditions,
      allocatedResources: "How large it is becoming.",
      allocatedResourceStatuses: "How far that has come.",
      currentVolumeAttributesClassName: "The class of its attributes now.",
      modifyVolumeStatus: "How far a change of that has come.",
    },
  },
  ResourceQuotaSpec: {
    is: "How much a namespace may have.",
    fields: {
      hard: "So much. By the name of what is counted: requests.cpu, pods, count/configmaps and others.",
      scopes: "Of which objects. Default of all.",
      scopeSelector: "The same, with values.",
    },
  },
  ResourceQuotaStatus: {
    is: "How much a namespace has.",
    fields: { hard: "How much it may have.", used: "How much it has." },
  },
  ScopeSelector: { is: "Which objects count.", fields: { matchExpressions: "All of it has to fit." } },
  ScopedResourceSelectorRequirement: {
    is: "What holds for objects that count.",
    fields: {
      scopeName: "Of what: PriorityClass, Terminating, BestEffort and others.",
      operator: "In, NotIn, Exists or DoesNotExist.",
      values: "What In and NotIn compare with.",
    },
  },
  VolumeAttachmentSource: {
    is: "A volume: one of these.",
    fields: { persistentVolumeName: "By name,", inlineVolumeSpec: "or as it is." },
  },
  VolumeError: {
    is: "What went wrong with a volume.",
    fields: { time: "When.", message: "What.", errorCode: "What, as a number of gRPC." },
  },
  VolumeNodeResources: { is: "How many volumes a node takes.", fields: { count: "So many." } },
  TopologySelectorTerm: { is: "Where something is.", fields: { matchLabelExpressions: "All of it has to fit." } },
  TopologySelectorLabelRequirement: {
    is: "What holds for a label of nodes.",
    fields: { key: "The label.", values: "Its values; one of them." },
  },
  LimitRangeSpec: { is: "Bounds for single objects of a namespace.", fields: { limits: "The bounds." } },
  LimitRangeItem: {
    is: "Bounds of one type of object.",
    fields: {
      type: "Container, Pod or PersistentVolumeClaim.",
      max: "At most so much.",
      min: "At least so much.",
      default: "Limits of those that have none.",
      defaultRequest: "Requests of those that have none.",
      maxLimitRequestRatio: "How many times the request the limit may be.",
    },
  },
  EventSource: { is: "Who told of an event.", fields: { component: "Which program.", host: "On which node." } },
  EventSeries: {
    is: "An event that goes on.",
    fields: { count: "How often it happened.", lastObservedTime: "When it last did." },
  },
  CSIDriverSpec: {
    is: "What a driver can do, and wants.",
    fields: {
      attachRequired: "Whether volumes have to be attached first.",
      podInfoOnMount: "Whether it is told of the pod.",
      fsGroupPolicy: "Whether owners of files are changed: ReadWriteOnceWithFSType, File or None.",
      volumeLifecycleModes: "Persistent, Ephemeral.",
      storageCapacity: "Whether it tells how much there is.",
      tokenRequests: "Tokens of the pod's account that it gets.",
      requiresRepublish: "Whether it is asked again and again.",
      seLinuxMount: "Whether it can mount with labels for SELinux.",
      nodeAllocatableUpdatePeriodSeconds: "How often it tells how many volumes a node takes.",
    },
  },
  CSINodeSpec: { is: "Drivers on a node.", fields: { drivers: "The drivers." } },
  CSINodeDriver: {
    is: "A driver on a node.",
    fields: {
      name: "Which driver.",
      nodeID: "What it calls the node.",
      topologyKeys: "Labels that say where the node is.",
      allocatable: "How many volumes the node takes.",
    },
  },
  VolumeAttachmentSpec: {
    is: "A volume that is to be attached.",
    fields: { attacher: "By whom.", nodeName: "To which node.", source: "Which volume." },
  },
  VolumeAttachmentStatus: {
    is: "Whether a volume is attached.",
    fields: {
      attached: "Whether it is.",
      attachmentMetadata: "What the driver notes.",
      attachError: "What went wrong.",
      detachError: "What went wrong when it was to be detached.",
    },
  },
  Overhead: { is: "What a runtime needs beside the containers.", fields: { podFixed: "For each pod." } },
  Scheduling: {
    is: "Which nodes can run it.",
    fields: { nodeSelector: "Labels that they have.", tolerations: "Taints that do not keep its pods away." },
  },
};
