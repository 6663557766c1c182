// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface StorageClass {
  kind: "StorageClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  provisioner: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: "Delete" | "Recycle" | "Retain";
  mountOptions?: string[];
  allowVolumeExpansion?: boolean;
  volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
  allowedTopologies?: corev1.TopologySelectorTerm[];
}

export interface StorageClassList {
  kind: "StorageClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StorageClass[];
}

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

export interface CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  volumeLifecycleModes?: string[];
  storageCapacity?: boolean;
  fsGroupPolicy?: string;
  tokenRequests?: TokenRequest[];
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  nodeAllocatableUpdatePeriodSeconds?: number;
}

export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

export interface CSINode {
  kind: "CSINode";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CSINodeSpec;
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[];
}

export interface CSINodeDriver {
  name: string;
  nodeID: string;
  topologyKeys?: string[];
  allocatable?: VolumeNodeResources;
}

export interface VolumeNodeResources {
  count?: number;
}

export interface CSINodeList {
  kind: "CSINodeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CSINode[];
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
