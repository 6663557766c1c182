import type { TypeDescriptions } from "@svc/schema";

const conditions = "Conditions that describe the current state.";
const readOnly = "If true, the volume is mounted read-only. Default false.";
const fsType = "File system of the volume, for example ext4.";
const quantities = "Keys are resource names such as cpu, memory and pods.";
const accessModes =
  "Access modes: ReadWriteOnce, ReadOnlyMany and ReadWriteMany concern nodes, ReadWriteOncePod one pod.";
const volumeMode = "Filesystem or Block. Default Filesystem.";
const attributesClass = "Name of the volume attributes class.";
const unused = "Deprecated. Not used.";

/** Types of namespaces, nodes, storage, quotas and events. */
export const nodeDescriptions: TypeDescriptions = {
  NamespaceSpec: {
    description: "Desired state of a namespace.",
    fields: { finalizers: "Identifiers of the components that must finish work before the namespace is removed." },
  },
  NamespaceStatus: {
    description: "Observed state of a namespace.",
    fields: { phase: "Active or Terminating.", conditions },
  },
  NodeSpec: {
    description: "Desired state of a node.",
    fields: {
      unschedulable: "If true, no new pods are scheduled to the node.",
      taints: "Taints of the node, which repel pods without a matching toleration.",
      podCIDR: "Address range of the pods on the node.",
      podCIDRs: "Address ranges of the pods on the node, at most one for each IP family. The first equals podCIDR.",
      providerID: "ID of the node at its cloud provider: <provider>://<id>.",
      configSource: unused,
      externalID: unused,
    },
  },
  NodeStatus: {
    description: "Observed state of a node, reported by the node itself.",
    fields: {
      capacity: `Total resources of the node. ${quantities}`,
      allocatable: `Resources of the node that are available to pods. ${quantities}`,
      conditions: "Conditions of the node, for example Ready, MemoryPressure, DiskPressure and PIDPressure.",
      addresses: "Addresses of the node.",
      nodeInfo: "Software and hardware of the node.",
      images: "Container images on the node.",
      volumesInUse: "Attachable volumes that pods on the node use.",
      volumesAttached: "Volumes that are attached to the node.",
      daemonEndpoints: "Ports of the node's daemons.",
      runtimeHandlers: "Container runtime handlers of the node, with their features.",
      features: "Features that the container runtime of the node implements.",
      phase: unused,
      config: unused,
    },
  },
  NodeAddress: {
    description: "An address of a node.",
    fields: { type: "Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.", address: "IP address or name." },
  },
  NodeSystemInfo: {
    description: "Software and hardware of a node.",
    fields: {
      kubeletVersion: "Version of the node agent.",
      kubeProxyVersion: "Deprecated. Version of the service proxy.",
      containerRuntimeVersion: "Container runtime and its version: <runtime>://<version>.",
      operatingSystem: "linux or windows.",
      osImage: "Operating system release.",
      kernelVersion: "Version of the kernel.",
      architecture: "Processor architecture, for example amd64.",
      machineID: "Machine ID from the operating system.",
      systemUUID: "UUID from the firmware.",
      bootID: "ID that changes with each boot.",
      swap: "Swap space of the node.",
    },
  },
  ContainerImage: {
    description: "A container image on a node.",
    fields: { names: "Names by which the image is known, with tags and digests.", sizeBytes: "Size in bytes." },
  },
  AttachedVolume: {
    description: "A volume that is attached to a node.",
    fields: { name: "Name of the volume.", devicePath: "Path of the device on the node." },
  },
  PersistentVolumeSpec: {
    description: "Desired state of a persistent volume. Exactly one volume source is set.",
    fields: {
      capacity: "Capacity of the volume; the key storage is the size.",
      accessModes,
      persistentVolumeReclaimPolicy:
        "What happens to the volume after its claim is deleted: Retain, Delete or Recycle. Default Retain.",
      storageClassName: "Name of the storage class. Empty for no class.",
      claimRef: "Claim to which the volume is bound.",
      volumeMode,
      mountOptions: "Mount options. They aren't validated.",
      nodeAffinity: "Nodes from which the volume can be accessed.",
      volumeAttributesClassName: attributesClass,
      csi: "Volume of a CSI driver.",
      hostPath: "Directory on a node, for single-node testing only.",
      local: "Disk, partition or directory of a node.",
      nfs: "Directory of an NFS server.",
      iscsi: "iSCSI device.",
      fc: "Fibre Channel device.",
    },
  },
  PersistentVolumeStatus: {
    description: "Observed state of a persistent volume.",
    fields: {
      phase: "Pending, Available, Bound, Released or Failed.",
      message: "Human-readable details of the phase.",
      reason: "Machine-readable cause of a failure, in CamelCase.",
      lastPhaseTransitionTime: "Time at which the phase last changed.",
    },
  },
  CSIPersistentVolumeSource: {
    description: "A persistent volume of a CSI driver.",
    fields: {
      driver: "Name of the driver.",
      volumeHandle: "ID of the volume in the driver.",
      fsType,
      readOnly,
      volumeAttributes: "Attributes of the volume, in the format of the driver.",
      controllerPublishSecretRef: "Secret for attaching and detaching the volume.",
      nodeStageSecretRef: "Secret for staging the volume on a node.",
      nodePublishSecretRef: "Secret for mounting the volume.",
      controllerExpandSecretRef: "Secret for expanding the volume.",
      nodeExpandSecretRef: "Secret for expanding the volume on a node.",
    },
  },
  LocalVolumeSource: {
    description: "Local storage of a node.",
    fields: { path: "Path of the device or directory on the node.", fsType },
  },
  VolumeNodeAffinity: {
    description: "Nodes from which a volume can be accessed.",
    fields: { required: "Terms that the node must match." },
  },
  PersistentVolumeClaimSpec: {
    description: "Desired state of a persistent volume claim.",
    fields: {
      accessModes,
      resources: "Minimum size of the volume. Can be increased if the storage class allows expansion.",
      storageClassName: "Name of the storage class. If absent, the default class; if empty, no class.",
      volumeName: "Name of the volume to which the claim is bound.",
      volumeMode,
      selector: "Selects the volumes that are considered for binding, by their labels.",
      dataSource: "Volume snapshot or claim with the initial content.",
      dataSourceRef: "Object of any kind with the initial content. Supports other namespaces.",
      volumeAttributesClassName: `${attributesClass} Can be changed after creation.`,
    },
  },
  PersistentVolumeClaimStatus: {
    description: "Observed state of a persistent volume claim.",
    fields: {
      phase: "Pending, Bound or Lost.",
      accessModes: "Access modes of the bound volume.",
      capacity: "Capacity of the bound volume.",
      conditions,
      allocatedResources: "Capacity that is allocated, including an expansion in progress.",
      allocatedResourceStatuses: "Progress of an expansion, by resource.",
      currentVolumeAttributesClassName: "Volume attributes class in effect.",
      modifyVolumeStatus: "Progress of a change of the volume attributes class.",
    },
  },
  ResourceQuotaSpec: {
    description: "Desired state of a resource quota.",
    fields: {
      hard: "Limits by resource name, for example requests.cpu, pods or count/configmaps.",
      scopes: "Restricts the quota to matching objects: all scopes must match. If empty, all objects.",
      scopeSelector: "Restricts the quota like scopes, with operators and values.",
    },
  },
  ResourceQuotaStatus: {
    description: "Observed state of a resource quota.",
    fields: { hard: "Limits in effect, by resource name.", used: "Current use, by resource name." },
  },
  ScopeSelector: {
    description: "Selects objects by quota scope.",
    fields: { matchExpressions: "Requirements, which must all match." },
  },
  ScopedResourceSelectorRequirement: {
    description: "Requirement on a quota scope.",
    fields: {
      scopeName: "Name of the scope, for example PriorityClass, Terminating or BestEffort.",
      operator: "In, NotIn, Exists or DoesNotExist.",
      values: "Values to compare with. Required for In and NotIn; must be empty for the other operators.",
    },
  },
  VolumeAttachmentSource: {
    description: "Volume to attach. Exactly one field is set.",
    fields: {
      persistentVolumeName: "Name of the persistent volume.",
      inlineVolumeSpec: "Specification of an inline volume, for migration to CSI.",
    },
  },
  VolumeError: {
    description: "Error of an operation on a volume.",
    fields: {
      time: "Time of the error.",
      message: "Description of the error. Must not contain confidential data.",
      errorCode: "gRPC status code of the error.",
    },
  },
  VolumeNodeResources: {
    description: "Limits of a driver on a node.",
    fields: { count: "Maximum number of volumes of the driver on the node. If absent, unlimited." },
  },
  TopologySelectorTerm: {
    description: "Selects topology by node labels.",
    fields: { matchLabelExpressions: "Requirements, which must all match." },
  },
  TopologySelectorLabelRequirement: {
    description: "Requirement on one node label.",
    fields: { key: "Key of the label.", values: "Allowed values: the label must have one of them." },
  },
  LimitRangeSpec: {
    description: "Limits of a namespace.",
    fields: { limits: "Limits by the type of object." },
  },
  LimitRangeItem: {
    description: "Limits of one type of object.",
    fields: {
      type: "Type of object: Container, Pod or PersistentVolumeClaim.",
      max: "Maximum, by resource name.",
      min: "Minimum, by resource name.",
      default: "Default limits of containers, by resource name.",
      defaultRequest: "Default requests of containers, by resource name.",
      maxLimitRequestRatio: "Maximum ratio of limit to request, by resource name.",
    },
  },
  EventSource: {
    description: "Component that reported an event.",
    fields: { component: "Name of the component.", host: "Node of the component." },
  },
  EventSeries: {
    description: "Series of occurrences of an event.",
    fields: {
      count: "Number of occurrences until lastObservedTime.",
      lastObservedTime: "Time of the last occurrence.",
    },
  },
  CSIDriverSpec: {
    description: "Desired state of a CSI driver.",
    fields: {
      attachRequired: "True if volumes must be attached before they are mounted. Default true. Immutable.",
      podInfoOnMount: "True if the driver gets the name, namespace and UID of the pod with each mount. Default false.",
      fsGroupPolicy:
        "Whether the driver supports changes of volume ownership: ReadWriteOnceWithFSType, File or None. Default ReadWriteOnceWithFSType.",
      volumeLifecycleModes: "Supported modes: Persistent, Ephemeral. Default Persistent. Immutable.",
      storageCapacity: "True if the driver publishes its free capacity, which the scheduler then considers.",
      tokenRequests: "Service account tokens of the pod that the driver gets, by audience.",
      requiresRepublish: "True if the driver must be called periodically to refresh mounted volumes.",
      seLinuxMount: "True if the driver supports mounts with an SELinux context. Default false.",
      nodeAllocatableUpdatePeriodSeconds:
        "Seconds between updates of the number of volumes that a node supports. Minimum 10. If absent, no updates.",
    },
  },
  CSINodeSpec: { description: "Desired state of a CSI node.", fields: { drivers: "Drivers on the node." } },
  CSINodeDriver: {
    description: "A CSI driver on a node.",
    fields: {
      name: "Name of the driver.",
      nodeID: "ID of the node in the driver.",
      topologyKeys: "Keys of the node labels that describe the topology of the driver.",
      allocatable: "Limits of the driver on the node.",
    },
  },
  VolumeAttachmentSpec: {
    description: "Desired state of a volume attachment. Immutable.",
    fields: {
      attacher: "Name of the driver that attaches the volume.",
      nodeName: "Node to which the volume is attached.",
      source: "Volume to attach.",
    },
  },
  VolumeAttachmentStatus: {
    description: "Observed state of a volume attachment.",
    fields: {
      attached: "True if the volume is attached.",
      attachmentMetadata: "Data that the driver returned and that mounting the volume requires.",
      attachError: "Last error while attaching.",
      detachError: "Last error while detaching.",
    },
  },
  Overhead: {
    description: "Resources that a pod needs in addition to those of its containers.",
    fields: { podFixed: "Fixed overhead of each pod, by resource name." },
  },
  Scheduling: {
    description: "Restricts pods to nodes that support a runtime class.",
    fields: {
      nodeSelector: "Labels that the nodes must have. Merged with the node selector of the pod.",
      tolerations: "Tolerations that are added to the pods.",
    },
  },
};
