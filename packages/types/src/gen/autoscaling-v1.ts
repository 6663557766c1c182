// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** An object of some kind, in the same namespace. */
export interface CrossVersionObjectReference {
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
  /** In which version of the API. */
  apiVersion?: string;
}

/** What is scaled, between which bounds, and by what. */
export interface HorizontalPodAutoscalerSpec {
  /** What is scaled. */
  scaleTargetRef: CrossVersionObjectReference;
  /** The fewest copies. Default 1. */
  minReplicas?: number;
  /** The most copies. */
  maxReplicas: number;
  /** How much of the processor that pods ask for they should use, on average. */
  targetCPUUtilizationPercentage?: number;
}

/** What an autoscaler sees, and does. */
export interface HorizontalPodAutoscalerStatus {
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** When that last changed. */
  lastScaleTime?: string | null;
  /** How many copies there are. */
  currentReplicas: number;
  /** How many there should be. */
  desiredReplicas: number;
  /** How much of the processor that pods ask for they use, on average. */
  currentCPUUtilizationPercentage?: number;
}

/** Changes how many copies of something run, by what it measures of them. */
export interface HorizontalPodAutoscaler {
  kind: "HorizontalPodAutoscaler";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerList {
  kind: "HorizontalPodAutoscalerList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: HorizontalPodAutoscaler[];
}

/** How many copies there are of something, and should be, whatever it is. */
export interface Scale {
  kind: "Scale";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

/** How many are wanted. */
export interface ScaleSpec {
  /** So many. */
  replicas?: number;
}

/** How many there are. */
export interface ScaleStatus {
  /** So many. */
  replicas: number;
  /** The pods that count, by their labels, as text. */
  selector?: string;
}

/** What is measured, and what it should be: one of these. */
export interface MetricSpec {
  /** Which: Resource, ContainerResource, Pods, Object or External. */
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  /** Something that another object tells. */
  object?: ObjectMetricSource;
  /** Something that each pod tells. */
  pods?: PodsMetricSource;
  /** What pods use of a resource of theirs. */
  resource?: ResourceMetricSource;
  /** What one container of them uses. */
  containerResource?: ContainerResourceMetricSource;
  /** Something from outside the cluster. */
  external?: ExternalMetricSource;
}

/** Something that another object tells. */
export interface ObjectMetricSource {
  /** What it should be. */
  target: CrossVersionObjectReference;
  metricName: string;
  targetValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

/** Something that each pod tells. */
export interface PodsMetricSource {
  metricName: string;
  targetAverageValue: string;
  selector?: metav1.LabelSelector;
}

/** What pods use of a resource of theirs. */
export interface ResourceMetricSource {
  /** Of which: cpu, memory. */
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

/** What one container of pods uses. */
export interface ContainerResourceMetricSource {
  /** Of which resource. */
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
  /** Which container. */
  container: string;
}

/** Something from outside the cluster. */
export interface ExternalMetricSource {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  targetValue?: string;
  targetAverageValue?: string;
}

/** What was measured: one of these. */
export interface MetricStatus {
  /** Which: Resource, ContainerResource, Pods, Object or External. */
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  /** Something that another object tells. */
  object?: ObjectMetricStatus;
  /** Something that each pod tells. */
  pods?: PodsMetricStatus;
  /** What pods use of a resource of theirs. */
  resource?: ResourceMetricStatus;
  /** What one container of them uses. */
  containerResource?: ContainerResourceMetricStatus;
  /** Something from outside the cluster. */
  external?: ExternalMetricStatus;
}

/** One thing that an autoscaler has come to, or not. */
export interface HorizontalPodAutoscalerCondition {
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

/** Something that another object tells. */
export interface ObjectMetricStatus {
  target: CrossVersionObjectReference;
  metricName: string;
  currentValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

/** Something that each pod tells. */
export interface PodsMetricStatus {
  metricName: string;
  currentAverageValue: string;
  selector?: metav1.LabelSelector;
}

/** What pods use of a resource of theirs. */
export interface ResourceMetricStatus {
  /** Of which. */
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

/** What one container of pods uses. */
export interface ContainerResourceMetricStatus {
  /** Of which resource. */
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
  /** Which container. */
  container: string;
}

/** Something from outside the cluster. */
export interface ExternalMetricStatus {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  currentValue: string;
  currentAverageValue?: string;
}
