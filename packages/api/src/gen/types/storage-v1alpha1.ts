// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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

export interface VolumeAttachmentSpec {
  attacher: string;
  source: VolumeAttachmentSource;
  nodeName: string;
}

export interface VolumeAttachmentSource {
  persistentVolumeName?: string;
  inlineVolumeSpec?: corev1.PersistentVolumeSpec;
}

export interface VolumeAttachmentStatus {
  attached: boolean;
  attachmentMetadata?: Record<string, string>;
  attachError?: VolumeError;
  detachError?: VolumeError;
}

export interface VolumeError {
  time?: string | null;
  message?: string;
  errorCode?: number;
}

export interface CSIStorageCapacity {
  kind: "CSIStorageCapacity";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  nodeTopology?: metav1.LabelSelector;
  storageClassName: string;
  capacity?: string;
  maximumVolumeSize?: string;
}

export interface CSIStorageCapacityList {
  kind: "CSIStorageCapacityList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSIStorageCapacity[];
}

export interface VolumeAttributesClass {
  kind: "VolumeAttributesClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  driverName: string;
  parameters?: Record<string, string>;
}

export interface VolumeAttributesClassList {
  kind: "VolumeAttributesClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: VolumeAttributesClass[];
}
