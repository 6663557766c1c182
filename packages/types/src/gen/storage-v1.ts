// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Named type of storage that claims can request, with the parameters of new volumes. */
export interface StorageClass {
  kind: "StorageClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Name of the driver that creates the volumes. */
  provisioner: string;
  /** Parameters of new volumes, in the format of the provisioner. */
  parameters?: Record<string, string>;
  /** What happens to a volume after its claim is deleted: Delete or Retain. Default Delete. */
  reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** Mount options of new volumes. They aren't validated: an invalid option makes the mount fail. */
  mountOptions?: string[];
  /** Whether claims of the class can request a larger size after creation. */
  allowVolumeExpansion?: boolean;
  /** When claims are bound and volumes created: Immediate, or WaitForFirstConsumer, that is, when a pod that uses the claim is scheduled. Default Immediate. */
  volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
  /** Restricts the topology in which volumes are created. If empty, there is no restriction. */
  allowedTopologies?: corev1.TopologySelectorTerm[];
}

export interface StorageClassList {
  kind: "StorageClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageClass[];
}

/** Requests that a volume be attached to a node, and reports the progress. */
export interface VolumeAttachment {
  kind: "VolumeAttachment";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

export interface VolumeAttachmentList {
  kind: "VolumeAttachmentList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: VolumeAttachment[];
}

/** Desired state of a volume attachment. Immutable. */
export interface VolumeAttachmentSpec {
  /** Name of the driver that attaches the volume. */
  attacher: string;
  /** Volume to attach. */
  source: VolumeAttachmentSource;
  /** Node to which the volume is attached. */
  nodeName: string;
}

/** Volume to attach. Exactly one field is set. */
export interface VolumeAttachmentSource {
  /** Name of the persistent volume. */
  persistentVolumeName?: string;
  /** Specification of an inline volume, for migration to CSI. */
  inlineVolumeSpec?: corev1.PersistentVolumeSpec;
}

/** Observed state of a volume attachment. */
export interface VolumeAttachmentStatus {
  /** True if the volume is attached. */
  attached: boolean;
  /** Data that the driver returned and that mounting the volume requires. */
  attachmentMetadata?: Record<string, string>;
  /** Last error while attaching. */
  attachError?: VolumeError;
  /** Last error while detaching. */
  detachError?: VolumeError;
}

/** Error of an operation on a volume. */
export interface VolumeError {
  /** Time of the error. */
  time?: string | null;
  /** Description of the error. Must not contain confidential data. */
  message?: string;
  /** gRPC status code of the error. */
  errorCode?: number;
}

/** Describes the capabilities of a CSI storage driver, so that the control plane and the nodes use its volumes correctly. */
export interface CSIDriver {
  kind: "CSIDriver";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CSIDriverSpec;
}

export interface CSIDriverList {
  kind: "CSIDriverList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSIDriver[];
}

/** Desired state of a CSI driver. */
export interface CSIDriverSpec {
  /** True if volumes must be attached before they are mounted. Default true. Immutable. */
  attachRequired?: boolean;
  /** True if the driver gets the name, namespace and UID of the pod with each mount. Default false. */
  podInfoOnMount?: boolean;
  /** Supported modes: Persistent, Ephemeral. Default Persistent. Immutable. */
  volumeLifecycleModes?: string[];
  /** True if the driver publishes its free capacity, which the scheduler then considers. */
  storageCapacity?: boolean;
  /** Whether the driver supports changes of volume ownership: ReadWriteOnceWithFSType, File or None. Default ReadWriteOnceWithFSType. */
  fsGroupPolicy?: string;
  /** Service account tokens of the pod that the driver gets, by audience. */
  tokenRequests?: TokenRequest[];
  /** True if the driver must be called periodically to refresh mounted volumes. */
  requiresRepublish?: boolean;
  /** True if the driver supports mounts with an SELinux context. Default false. */
  seLinuxMount?: boolean;
  /** Seconds between updates of the number of volumes that a node supports. Minimum 10. If absent, no updates. */
  nodeAllocatableUpdatePeriodSeconds?: number;
}

/** Requests a token of a service account, with an audience, expiry and bound object. */
export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

/** Lists the CSI drivers installed on a node, with the name of the node in each driver. */
export interface CSINode {
  kind: "CSINode";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CSINodeSpec;
}

/** Desired state of a CSI node. */
export interface CSINodeSpec {
  /** Drivers on the node. */
  drivers: CSINodeDriver[];
}

/** A CSI driver on a node. */
export interface CSINodeDriver {
  /** Name of the driver. */
  name: string;
  /** ID of the node in the driver. */
  nodeID: string;
  /** Keys of the node labels that describe the topology of the driver. */
  topologyKeys?: string[];
  /** Limits of the driver on the node. */
  allocatable?: VolumeNodeResources;
}

/** Limits of a driver on a node. */
export interface VolumeNodeResources {
  /** Maximum number of volumes of the driver on the node. If absent, unlimited. */
  count?: number;
}

export interface CSINodeList {
  kind: "CSINodeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSINode[];
}

/** Reports the free capacity of a storage class in one part of the topology. Schedulers use it to choose a node for pods with new volumes. */
export interface CSIStorageCapacity {
  kind: "CSIStorageCapacity";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Selects the nodes that can reach this storage. If absent, no node can. */
  nodeTopology?: metav1.LabelSelector;
  /** Storage class whose capacity is reported. */
  storageClassName: string;
  /** Total free capacity. */
  capacity?: string;
  /** Size of the largest single volume that can be created. */
  maximumVolumeSize?: string;
}

export interface CSIStorageCapacityList {
  kind: "CSIStorageCapacityList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSIStorageCapacity[];
}
