// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface StatefulSet {
  kind: "StatefulSet";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}

export interface StatefulSetUpdateStrategy {
  type?: "OnDelete" | "RollingUpdate";
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

export interface RollingUpdateStatefulSetStrategy {
  partition?: number;
  maxUnavailable?: number | string;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string;
  whenScaled?: string;
}

export interface StatefulSetOrdinals {
  start?: number;
}

export interface StatefulSetSpec {
  replicas?: number;
  selector: metav1.LabelSelector;
  template: corev1.PodTemplateSpec;
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[];
  serviceName?: string;
  podManagementPolicy?: "OrderedReady" | "Parallel";
  updateStrategy?: StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals?: StatefulSetOrdinals;
}

export interface StatefulSetStatus {
  observedGeneration?: number;
  replicas: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: StatefulSetCondition[];
  availableReplicas?: number;
}

export interface StatefulSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface StatefulSetList {
  kind: "StatefulSetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StatefulSet[];
}

export interface Deployment {
  kind: "Deployment";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

export interface DeploymentSpec {
  replicas?: number;
  selector: metav1.LabelSelector;
  template: corev1.PodTemplateSpec;
  strategy?: DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

export interface DeploymentStrategy {
  type?: "Recreate" | "RollingUpdate";
  rollingUpdate?: RollingUpdateDeployment;
}

export interface RollingUpdateDeployment {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export interface DeploymentStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  conditions?: DeploymentCondition[];
  collisionCount?: number;
}

export interface DeploymentCondition {
  type: string;
  status: string;
  lastUpdateTime?: string | null;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface DeploymentList {
  kind: "DeploymentList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Deployment[];
}

export interface DaemonSetUpdateStrategy {
  type?: "OnDelete" | "RollingUpdate";
  rollingUpdate?: RollingUpdateDaemonSet;
}

export interface RollingUpdateDaemonSet {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export interface DaemonSetSpec {
  selector: metav1.LabelSelector;
  template: corev1.PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}

export interface DaemonSetStatus {
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: DaemonSetCondition[];
}

export interface DaemonSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface DaemonSet {
  kind: "DaemonSet";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: DaemonSetSpec;
  status?: DaemonSetStatus;
}

export interface DaemonSetList {
  kind: "DaemonSetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: DaemonSet[];
}

export interface ReplicaSet {
  kind: "ReplicaSet";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

export interface ReplicaSetList {
  kind: "ReplicaSetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ReplicaSet[];
}

export interface ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector: metav1.LabelSelector;
  template?: corev1.PodTemplateSpec;
}

export interface ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: number;
  conditions?: ReplicaSetCondition[];
}

export interface ReplicaSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface ControllerRevision {
  kind: "ControllerRevision";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  data?: object;
  revision: number;
}

export interface ControllerRevisionList {
  kind: "ControllerRevisionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ControllerRevision[];
}
