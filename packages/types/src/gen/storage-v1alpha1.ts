// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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

/** Named set of volume attributes that can be changed on existing volumes, such as throughput. */
export interface VolumeAttributesClass {
  kind: "VolumeAttributesClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Name of the CSI driver that the attributes are for. Immutable. */
  driverName: string;
  /** Attributes, in the format of the driver. Immutable. */
  parameters?: Record<string, string>;
}

export interface VolumeAttributesClassList {
  kind: "VolumeAttributesClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: VolumeAttributesClass[];
}
