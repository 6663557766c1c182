// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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
