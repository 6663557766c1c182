// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Changes how many copies of something run, by what it measures of them. */
export interface HorizontalPodAutoscaler {
  kind: "HorizontalPodAutoscaler";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/** What is scaled, between which bounds, and by what. */
export interface HorizontalPodAutoscalerSpec {
  /** What is scaled. */
  scaleTargetRef: CrossVersionObjectReference;
  /** The fewest copies. Default 1. */
  minReplicas?: number;
  /** The most copies. */
  maxReplicas: number;
  /** What is measured, and what it should be. */
  metrics?: MetricSpec[];
  /** How fast it goes up and down. */
  behavior?: HorizontalPodAutoscalerBehavior;
}

/** An object of some kind, in the same namespace. */
export interface CrossVersionObjectReference {
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
  /** In which version of the API. */
  apiVersion?: string;
}

/** What is measured, and what it should be: one of these. */
export interface MetricSpec {
  /** Which: Resource, ContainerResource, Pods, Object or External. */
  type: string;
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

/** How fast it goes up and down. */
export interface HorizontalPodAutoscalerBehavior {
  /** Up. */
  scaleUp?: HPAScalingRules;
  /** Down. */
  scaleDown?: HPAScalingRules;
}

/** How fast it goes in one direction. */
export interface HPAScalingRules {
  /** How long earlier wishes are remembered, so that it does not go to and fro. */
  stabilizationWindowSeconds?: number;
  /** Which of them counts: Max, Min, or Disabled, which does not go at all. */
  selectPolicy?: string;
  /** Bounds of the speed. */
  policies?: HPAScalingPolicy[];
  /** How far a measure may be off before something is done. */
  tolerance?: string;
}

/** A bound of the speed. */
export interface HPAScalingPolicy {
  /** Pods or Percent. */
  type: string;
  /** So many, or so much, */
  value: number;
  /** in so many seconds. */
  periodSeconds: number;
}

/** Something that another object tells. */
export interface ObjectMetricSource {
  /** The object. */
  describedObject: CrossVersionObjectReference;
  /** What it should be. */
  target: MetricTarget;
  /** What. */
  metric: MetricIdentifier;
}

/** Something that each pod tells. */
export interface PodsMetricSource {
  /** What. */
  metric: MetricIdentifier;
  /** What it should be, on average. */
  target: MetricTarget;
}

/** What pods use of a resource of theirs. */
export interface ResourceMetricSource {
  /** Of which: cpu, memory. */
  name: string;
  /** What it should be. */
  target: MetricTarget;
}

/** What one container of pods uses. */
export interface ContainerResourceMetricSource {
  /** Of which resource. */
  name: string;
  /** What it should be. */
  target: MetricTarget;
  /** Which container. */
  container: string;
}

/** Something from outside the cluster. */
export interface ExternalMetricSource {
  /** What. */
  metric: MetricIdentifier;
  /** What it should be. */
  target: MetricTarget;
}

/** A measure by name. */
export interface MetricIdentifier {
  /** Its name. */
  name: string;
  /** Which of them, by their labels. */
  selector?: metav1.LabelSelector;
}

/** What a measure should be. */
export interface MetricTarget {
  /** Utilization, Value or AverageValue. */
  type: string;
  /** So much. */
  value?: string;
  /** So much on average. */
  averageValue?: string;
  /** A percentage of what pods ask for, on average. */
  averageUtilization?: number;
}

/** What an autoscaler sees, and does. */
export interface HorizontalPodAutoscalerStatus {
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** When that last changed. */
  lastScaleTime?: string | null;
  /** How many copies there are. */
  currentReplicas?: number;
  /** How many there should be. */
  desiredReplicas: number;
  /** What was measured. */
  currentMetrics?: MetricStatus[];
  /** What it has come to. */
  conditions?: HorizontalPodAutoscalerCondition[];
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

/** What was measured: one of these. */
export interface MetricStatus {
  /** Which: Resource, ContainerResource, Pods, Object or External. */
  type: string;
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

/** Something that another object tells. */
export interface ObjectMetricStatus {
  /** What. */
  metric: MetricIdentifier;
  /** What it is. */
  current: MetricValueStatus;
  /** The object. */
  describedObject: CrossVersionObjectReference;
}

/** Something that each pod tells. */
export interface PodsMetricStatus {
  /** What. */
  metric: MetricIdentifier;
  /** What it is. */
  current: MetricValueStatus;
}

/** What pods use of a resource of theirs. */
export interface ResourceMetricStatus {
  /** Of which. */
  name: string;
  /** What it is. */
  current: MetricValueStatus;
}

/** What one container of pods uses. */
export interface ContainerResourceMetricStatus {
  /** Of which resource. */
  name: string;
  /** What it is. */
  current: MetricValueStatus;
  /** Which container. */
  container: string;
}

/** Something from outside the cluster. */
export interface ExternalMetricStatus {
  /** What. */
  metric: MetricIdentifier;
  /** What it is. */
  current: MetricValueStatus;
}

/** What a measure is. */
export interface MetricValueStatus {
  /** So much. */
  value?: string;
  /** So much on average. */
  averageValue?: string;
  /** A percentage of what pods ask for, on average. */
  averageUtilization?: number;
}

export interface HorizontalPodAutoscalerList {
  kind: "HorizontalPodAutoscalerList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: HorizontalPodAutoscaler[];
}
