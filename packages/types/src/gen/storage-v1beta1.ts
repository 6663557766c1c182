// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** A sort of storage that claims can ask for by name, and how volumes of it are made. */
export interface StorageClass {
  kind: "StorageClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Who makes the volumes. */
  provisioner: string;
  /** What the provisioner is told. */
  parameters?: Record<string, string>;
  /** What becomes of a volume when nobody claims it any more: Delete or Retain. */
  reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** How volumes are mounted. Nobody checks that they can be. */
  mountOptions?: string[];
  /** Whether claims may ask for more later. */
  allowVolumeExpansion?: boolean;
  /** Whether a volume is chosen at once, or when a pod needs it: Immediate, or WaitForFirstConsumer. */
  volumeBindingMode?: string;
  /** Where volumes may be made. */
  allowedTopologies?: corev1.TopologySelectorTerm[];
}

export interface StorageClassList {
  kind: "StorageClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageClass[];
}

/** A wish that a volume be attached to a node, and how far it has come. */
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

/** A volume that is to be attached. */
export interface VolumeAttachmentSpec {
  /** By whom. */
  attacher: string;
  /** Which volume. */
  source: VolumeAttachmentSource;
  /** To which node. */
  nodeName: string;
}

/** A volume: one of these. */
export interface VolumeAttachmentSource {
  /** By name, */
  persistentVolumeName?: string;
  /** or as it is. */
  inlineVolumeSpec?: corev1.PersistentVolumeSpec;
}

/** Whether a volume is attached. */
export interface VolumeAttachmentStatus {
  /** Whether it is. */
  attached: boolean;
  /** What the driver notes. */
  attachmentMetadata?: Record<string, string>;
  /** What went wrong. */
  attachError?: VolumeError;
  /** What went wrong when it was to be detached. */
  detachError?: VolumeError;
}

/** What went wrong with a volume. */
export interface VolumeError {
  /** When. */
  time?: string | null;
  /** What. */
  message?: string;
  /** What, as a number of gRPC. */
  errorCode?: number;
}

/** What a storage driver can do and what it needs to be told, so that volumes of it are handled rightly. */
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

/** What a driver can do, and wants. */
export interface CSIDriverSpec {
  /** Whether volumes have to be attached first. */
  attachRequired?: boolean;
  /** Whether it is told of the pod. */
  podInfoOnMount?: boolean;
  /** Persistent, Ephemeral. */
  volumeLifecycleModes?: string[];
  /** Whether it tells how much there is. */
  storageCapacity?: boolean;
  /** Whether owners of files are changed: ReadWriteOnceWithFSType, File or None. */
  fsGroupPolicy?: string;
  /** Tokens of the pod's account that it gets. */
  tokenRequests?: TokenRequest[];
  /** Whether it is asked again and again. */
  requiresRepublish?: boolean;
  /** Whether it can mount with labels for SELinux. */
  seLinuxMount?: boolean;
  /** How often it tells how many volumes a node takes. */
  nodeAllocatableUpdatePeriodSeconds?: number;
}

/** Asks for a token of a service account: for whom, for how long, and bound to what. */
export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

/** The storage drivers that are installed on a node, and how the node is known to each. */
export interface CSINode {
  kind: "CSINode";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CSINodeSpec;
}

/** Drivers on a node. */
export interface CSINodeSpec {
  /** The drivers. */
  drivers: CSINodeDriver[];
}

/** A driver on a node. */
export interface CSINodeDriver {
  /** Which driver. */
  name: string;
  /** What it calls the node. */
  nodeID: string;
  /** Labels that say where the node is. */
  topologyKeys?: string[];
  /** How many volumes the node takes. */
  allocatable?: VolumeNodeResources;
}

/** How many volumes a node takes. */
export interface VolumeNodeResources {
  /** So many. */
  count?: number;
}

export interface CSINodeList {
  kind: "CSINodeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSINode[];
}

/** How much room a storage class has left on some nodes, for schedulers that look before they place a pod. */
export interface CSIStorageCapacity {
  kind: "CSIStorageCapacity";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** The nodes that this is about. */
  nodeTopology?: metav1.LabelSelector;
  /** The storage class that this is about. */
  storageClassName: string;
  /** How much room there is altogether. */
  capacity?: string;
  /** The largest volume that can be made there at once. */
  maximumVolumeSize?: string;
}

export interface CSIStorageCapacityList {
  kind: "CSIStorageCapacityList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSIStorageCapacity[];
}

/** Properties of volumes that can be changed while they are used, such as their speed. */
export interface VolumeAttributesClass {
  kind: "VolumeAttributesClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Which driver knows them. */
  driverName: string;
  /** What the driver is told. They cannot be changed later. */
  parameters?: Record<string, string>;
}

export interface VolumeAttributesClassList {
  kind: "VolumeAttributesClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: VolumeAttributesClass[];
}
