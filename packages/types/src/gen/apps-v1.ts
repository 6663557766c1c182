// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Runs pods with a stable name, a defined order, and persistent storage for each. */
export interface StatefulSet {
  kind: "StatefulSet";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}

/** How a stateful set replaces its pods. */
export interface StatefulSetUpdateStrategy {
  /** RollingUpdate, or OnDelete, which waits until old pods are deleted. Default RollingUpdate. */
  type?: "OnDelete" | "RollingUpdate";
  /** Settings of the type RollingUpdate. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

/** Settings of a rolling update of a stateful set. */
export interface RollingUpdateStatefulSetStrategy {
  /** Ordinal from which pods are updated. Pods with a lower ordinal keep the old revision. Default 0. */
  partition?: number;
  /** Maximum number of unavailable pods, absolute or in percent. Default 1. */
  maxUnavailable?: number | string;
}

/** What happens to claims of pods that no longer exist. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** When the stateful set is deleted: Retain or Delete. Default Retain. */
  whenDeleted?: string;
  /** When the number of replicas is reduced: Retain or Delete. Default Retain. */
  whenScaled?: string;
}

/** Numbering of the pods of a stateful set. */
export interface StatefulSetOrdinals {
  /** Ordinal of the first pod. Default 0. */
  start?: number;
}

/** Desired state of a stateful set. */
export interface StatefulSetSpec {
  /** Desired number of pods. Default 1. */
  replicas?: number;
  /** Label selector of the pods. Must match the labels of the template. Immutable. */
  selector: metav1.LabelSelector;
  /** Template from which pods are created. */
  template: corev1.PodTemplateSpec;
  /** Templates of the claims that are created for each pod and kept with its identity. */
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[];
  /** Headless service that gives the pods their DNS names. Immutable. */
  serviceName?: string;
  /** OrderedReady starts pods one by one, Parallel all at once. Default OrderedReady. Immutable. */
  podManagementPolicy?: "OrderedReady" | "Parallel";
  /** How pods are replaced when the template changes. */
  updateStrategy?: StatefulSetUpdateStrategy;
  /** Number of old revisions that are kept for rollback. Default 10. */
  revisionHistoryLimit?: number;
  /** Seconds for which a new pod must be ready, without crashes, to count as available. Default 0. */
  minReadySeconds?: number;
  /** What happens to claims of pods that no longer exist. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** Numbering of the pods. */
  ordinals?: StatefulSetOrdinals;
}

/** Observed state of a stateful set. */
export interface StatefulSetStatus {
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Number of pods. */
  replicas: number;
  /** Number of ready pods. */
  readyReplicas?: number;
  /** Number of pods of the current revision. */
  currentReplicas?: number;
  /** Number of pods of the update revision. */
  updatedReplicas?: number;
  /** Revision of pods that aren't updated yet. */
  currentRevision?: string;
  /** Revision of updated pods. */
  updateRevision?: string;
  /** Number of hash collisions of revision names, from which the controller forms new names. */
  collisionCount?: number;
  /** Conditions that describe the current state. */
  conditions?: StatefulSetCondition[];
  /** Number of pods that have been ready for at least minReadySeconds. */
  availableReplicas?: number;
}

/** One aspect of the current state of a stateful set. */
export interface StatefulSetCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

export interface StatefulSetList {
  kind: "StatefulSetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StatefulSet[];
}

/** Runs a number of identical pods and rolls out changes of the pod template gradually, by means of replica sets. */
export interface Deployment {
  kind: "Deployment";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

/** Desired state of a deployment. */
export interface DeploymentSpec {
  /** Desired number of pods. Default 1. */
  replicas?: number;
  /** Label selector of the pods. Must match the labels of the template. Immutable. */
  selector: metav1.LabelSelector;
  /** Template from which pods are created. */
  template: corev1.PodTemplateSpec;
  /** How old pods are replaced by new ones. */
  strategy?: DeploymentStrategy;
  /** Seconds for which a new pod must be ready, without crashes, to count as available. Default 0. */
  minReadySeconds?: number;
  /** Number of old revisions that are kept for rollback. Default 10. */
  revisionHistoryLimit?: number;
  /** If true, changes of the template aren't rolled out. */
  paused?: boolean;
  /** Seconds without progress after which the rollout counts as failed. Default 600. */
  progressDeadlineSeconds?: number;
}

/** How a deployment replaces old pods by new ones. */
export interface DeploymentStrategy {
  /** RollingUpdate, or Recreate, which deletes all old pods before it creates new ones. Default RollingUpdate. */
  type?: "Recreate" | "RollingUpdate";
  /** Settings of the type RollingUpdate. */
  rollingUpdate?: RollingUpdateDeployment;
}

/** Settings of a rolling update of a deployment. */
export interface RollingUpdateDeployment {
  /** Maximum number of unavailable pods, absolute or in percent. Default 25%. */
  maxUnavailable?: number | string;
  /** Maximum number of pods above the desired number, absolute or in percent. Default 25%. */
  maxSurge?: number | string;
}

/** Observed state of a deployment. */
export interface DeploymentStatus {
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Number of pods. */
  replicas?: number;
  /** Number of pods of the current template. */
  updatedReplicas?: number;
  /** Number of ready pods. */
  readyReplicas?: number;
  /** Number of pods that have been ready for at least minReadySeconds. */
  availableReplicas?: number;
  /** Number of further pods that must become available. */
  unavailableReplicas?: number;
  /** Number of pods that are terminating. */
  terminatingReplicas?: number;
  /** Conditions that describe the current state. */
  conditions?: DeploymentCondition[];
  /** Number of hash collisions of revision names, from which the controller forms new names. */
  collisionCount?: number;
}

/** One aspect of the current state of a deployment. */
export interface DeploymentCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last updated. */
  lastUpdateTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

export interface DeploymentList {
  kind: "DeploymentList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Deployment[];
}

/** How a daemon set replaces its pods. */
export interface DaemonSetUpdateStrategy {
  /** RollingUpdate, or OnDelete, which waits until old pods are deleted. Default RollingUpdate. */
  type?: "OnDelete" | "RollingUpdate";
  /** Settings of the type RollingUpdate. */
  rollingUpdate?: RollingUpdateDaemonSet;
}

/** Settings of a rolling update of a daemon set. */
export interface RollingUpdateDaemonSet {
  /** Maximum number of nodes without an available pod, absolute or in percent. Default 1. */
  maxUnavailable?: number | string;
  /** Maximum number of nodes with an old and a new pod, absolute or in percent. Default 0. */
  maxSurge?: number | string;
}

/** Desired state of a daemon set. */
export interface DaemonSetSpec {
  /** Label selector of the pods. Must match the labels of the template. Immutable. */
  selector: metav1.LabelSelector;
  /** Template from which pods are created. */
  template: corev1.PodTemplateSpec;
  /** How pods are replaced when the template changes. */
  updateStrategy?: DaemonSetUpdateStrategy;
  /** Seconds for which a new pod must be ready, without crashes, to count as available. Default 0. */
  minReadySeconds?: number;
  /** Number of old revisions that are kept for rollback. Default 10. */
  revisionHistoryLimit?: number;
}

/** Observed state of a daemon set. */
export interface DaemonSetStatus {
  /** Number of nodes that run the pod and should. */
  currentNumberScheduled: number;
  /** Number of nodes that run the pod but should not. */
  numberMisscheduled: number;
  /** Number of nodes that should run the pod. */
  desiredNumberScheduled: number;
  /** Number of nodes that should run the pod and have a ready one. */
  numberReady: number;
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Number of nodes that run a pod of the current template. */
  updatedNumberScheduled?: number;
  /** Number of nodes whose pod has been ready for at least minReadySeconds. */
  numberAvailable?: number;
  /** Number of nodes that should run the pod and have no available one. */
  numberUnavailable?: number;
  /** Number of hash collisions of revision names, from which the controller forms new names. */
  collisionCount?: number;
  /** Conditions that describe the current state. */
  conditions?: DaemonSetCondition[];
}

/** One aspect of the current state of a daemon set. */
export interface DaemonSetCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Runs one copy of a pod on every node that matches the pod template. */
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

/** Runs a given number of identical pods. Usually created by a deployment. */
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

/** Desired state of a replica set. */
export interface ReplicaSetSpec {
  /** Desired number of pods. Default 1. */
  replicas?: number;
  /** Seconds for which a new pod must be ready, without crashes, to count as available. Default 0. */
  minReadySeconds?: number;
  /** Label selector of the pods. Must match the labels of the template. Immutable. */
  selector: metav1.LabelSelector;
  /** Template from which pods are created. */
  template?: corev1.PodTemplateSpec;
}

/** Observed state of a replica set. */
export interface ReplicaSetStatus {
  /** Number of pods. */
  replicas: number;
  /** Number of pods with all labels of the template. */
  fullyLabeledReplicas?: number;
  /** Number of ready pods. */
  readyReplicas?: number;
  /** Number of pods that have been ready for at least minReadySeconds. */
  availableReplicas?: number;
  /** Number of pods that are terminating. */
  terminatingReplicas?: number;
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Conditions that describe the current state. */
  conditions?: ReplicaSetCondition[];
}

/** One aspect of the current state of a replica set. */
export interface ReplicaSetCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Immutable snapshot of the configuration of a workload, with which its controller performs updates and rollbacks. Only controllers write it. */
export interface ControllerRevision {
  kind: "ControllerRevision";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Snapshot, in the format of the controller. */
  data?: object;
  /** Number of the revision. Later revisions have higher numbers. */
  revision: number;
}

export interface ControllerRevisionList {
  kind: "ControllerRevisionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ControllerRevision[];
}
