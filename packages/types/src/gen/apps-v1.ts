// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Keeps pods that are not alike: each has a name, a place in the order, and storage of its own. */
export interface StatefulSet {
  kind: "StatefulSet";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}

/** How pods of a stateful set are replaced. */
export interface StatefulSetUpdateStrategy {
  /** RollingUpdate, or OnDelete, which waits until somebody deletes them. */
  type?: "OnDelete" | "RollingUpdate";
  /** How, of type RollingUpdate. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

/** Which pods are replaced, and how many at once. */
export interface RollingUpdateStatefulSetStrategy {
  /** Only those from this number on. Default 0. */
  partition?: number;
  /** How many may be missing: a number or a percentage. */
  maxUnavailable?: number | string;
}

/** What becomes of claims of pods that are gone. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** When the set is deleted: Retain or Delete. */
  whenDeleted?: string;
  /** When it becomes smaller: Retain or Delete. */
  whenScaled?: string;
}

/** How pods are numbered. */
export interface StatefulSetOrdinals {
  /** From where on. Default 0. */
  start?: number;
}

/** What is wanted of a stateful set. */
export interface StatefulSetSpec {
  /** How many pods there should be. Default 1. */
  replicas?: number;
  /** Which pods belong to it, by their labels. */
  selector: metav1.LabelSelector;
  /** The pods that it makes. */
  template: corev1.PodTemplateSpec;
  /** Claims that are made for each pod and stay with its name. */
  volumeClaimTemplates?: corev1.PersistentVolumeClaim[];
  /** The service that gives the pods their names in DNS. */
  serviceName?: string;
  /** Whether pods come and go one by one or all at once: OrderedReady or Parallel. */
  podManagementPolicy?: "OrderedReady" | "Parallel";
  /** How pods are replaced when the template changes. */
  updateStrategy?: StatefulSetUpdateStrategy;
  /** How many old states are kept to go back to. Default 10. */
  revisionHistoryLimit?: number;
  /** How long a new pod must have been ready before it counts as available, in seconds. Default 0. */
  minReadySeconds?: number;
  /** What becomes of claims of pods that are gone. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** How pods are numbered. */
  ordinals?: StatefulSetOrdinals;
}

/** How far a stateful set has come. */
export interface StatefulSetStatus {
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** How many pods there are. */
  replicas: number;
  /** How many of them can take requests. */
  readyReplicas?: number;
  /** How many are of the old state of the template. */
  currentReplicas?: number;
  /** How many are of the new one. */
  updatedReplicas?: number;
  /** The old state. */
  currentRevision?: string;
  /** The new one. */
  updateRevision?: string;
  /** How often a name that was to be made was taken already. */
  collisionCount?: number;
  /** What it has come to. */
  conditions?: StatefulSetCondition[];
  /** How many of them have been ready long enough. */
  availableReplicas?: number;
}

/** One thing that a stateful set has come to, or not. */
export interface StatefulSetCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

export interface StatefulSetList {
  kind: "StatefulSetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: StatefulSet[];
}

/** Keeps a number of like pods running, and replaces them step by step when their template changes. */
export interface Deployment {
  kind: "Deployment";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

/** What is wanted of a deployment. */
export interface DeploymentSpec {
  /** How many pods there should be. Default 1. */
  replicas?: number;
  /** Which pods belong to it, by their labels. It cannot be changed later. */
  selector: metav1.LabelSelector;
  /** The pods that it makes. */
  template: corev1.PodTemplateSpec;
  /** How pods are replaced by new ones. */
  strategy?: DeploymentStrategy;
  /** How long a new pod must have been ready before it counts as available, in seconds. Default 0. */
  minReadySeconds?: number;
  /** How many old states are kept to go back to. Default 10. */
  revisionHistoryLimit?: number;
  /** Whether changes of the template wait. */
  paused?: boolean;
  /** After how many seconds without progress it counts as failed. Default 600. */
  progressDeadlineSeconds?: number;
}

/** How old pods are replaced by new ones. */
export interface DeploymentStrategy {
  /** RollingUpdate, or Recreate, which ends all old ones first. Default RollingUpdate. */
  type?: "Recreate" | "RollingUpdate";
  /** How, of type RollingUpdate. */
  rollingUpdate?: RollingUpdateDeployment;
}

/** How many pods come and go at the same time. */
export interface RollingUpdateDeployment {
  /** How many may be missing: a number or a percentage. Default 25%. */
  maxUnavailable?: number | string;
  /** How many there may be too many: a number or a percentage. Default 25%. */
  maxSurge?: number | string;
}

/** How far a deployment has come. */
export interface DeploymentStatus {
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** How many pods there are. */
  replicas?: number;
  /** How many of them are of the newest template. */
  updatedReplicas?: number;
  /** How many of them can take requests. */
  readyReplicas?: number;
  /** How many of them have been ready long enough. */
  availableReplicas?: number;
  /** How many are still missing. */
  unavailableReplicas?: number;
  /** How many are ending. */
  terminatingReplicas?: number;
  /** What it has come to. */
  conditions?: DeploymentCondition[];
  /** How often a name that was to be made was taken already. */
  collisionCount?: number;
}

/** One thing that a deployment has come to, or not. */
export interface DeploymentCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

export interface DeploymentList {
  kind: "DeploymentList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Deployment[];
}

/** How pods of a daemon set are replaced. */
export interface DaemonSetUpdateStrategy {
  /** RollingUpdate, or OnDelete, which waits until somebody deletes them. */
  type?: "OnDelete" | "RollingUpdate";
  /** How, of type RollingUpdate. */
  rollingUpdate?: RollingUpdateDaemonSet;
}

/** On how many nodes at the same time. */
export interface RollingUpdateDaemonSet {
  /** On how many it may be missing: a number or a percentage. Default 1. */
  maxUnavailable?: number | string;
  /** On how many the new one may be beside the old one. Default 0. */
  maxSurge?: number | string;
}

/** What is wanted of a daemon set. */
export interface DaemonSetSpec {
  /** Which pods belong to it, by their labels. */
  selector: metav1.LabelSelector;
  /** The pods that it makes. */
  template: corev1.PodTemplateSpec;
  /** How pods are replaced when the template changes. */
  updateStrategy?: DaemonSetUpdateStrategy;
  /** How long a new pod must have been ready before it counts as available, in seconds. Default 0. */
  minReadySeconds?: number;
  /** How many old states are kept to go back to. Default 10. */
  revisionHistoryLimit?: number;
}

/** On how many nodes a daemon set is. */
export interface DaemonSetStatus {
  /** On how many of those it is. */
  currentNumberScheduled: number;
  /** On how many it is that it should not be on. */
  numberMisscheduled: number;
  /** On how many nodes it should be. */
  desiredNumberScheduled: number;
  /** On how many it can take requests. */
  numberReady: number;
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** On how many it is of the newest template. */
  updatedNumberScheduled?: number;
  /** On how many it has been ready long enough. */
  numberAvailable?: number;
  /** On how many it is missing. */
  numberUnavailable?: number;
  /** How often a name that was to be made was taken already. */
  collisionCount?: number;
  /** What it has come to. */
  conditions?: DaemonSetCondition[];
}

/** One thing that a daemon set has come to, or not. */
export interface DaemonSetCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** Keeps one copy of a pod on every node, or on every node of a kind. */
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

/** Keeps a number of like pods running. Usually made by a deployment. */
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

/** What is wanted of a replica set. */
export interface ReplicaSetSpec {
  /** How many pods there should be. Default 1. */
  replicas?: number;
  /** How long a new pod must have been ready before it counts as available, in seconds. Default 0. */
  minReadySeconds?: number;
  /** Which pods belong to it, by their labels. */
  selector: metav1.LabelSelector;
  /** The pods that it makes. */
  template?: corev1.PodTemplateSpec;
}

/** How many pods there are. */
export interface ReplicaSetStatus {
  /** How many pods there are. */
  replicas: number;
  /** How many of them have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** How many of them can take requests. */
  readyReplicas?: number;
  /** How many of them have been ready long enough. */
  availableReplicas?: number;
  /** How many are ending. */
  terminatingReplicas?: number;
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** What it has come to. */
  conditions?: ReplicaSetCondition[];
}

/** One thing that a replica set has come to, or not. */
export interface ReplicaSetCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** A state that a controller was in, kept so that it can go back to it. Written by controllers alone. */
export interface ControllerRevision {
  kind: "ControllerRevision";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** The state, in the controller's own form. */
  data?: object;
  /** Which state came before which: later ones are higher. */
  revision: number;
}

export interface ControllerRevisionList {
  kind: "ControllerRevisionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ControllerRevision[];
}
