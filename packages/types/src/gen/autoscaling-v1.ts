// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Reference to an object in the same namespace. */
export interface CrossVersionObjectReference {
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Group and version of the object's kind. */
  apiVersion?: string;
}

/** Desired state of an autoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** Workload to scale. */
  scaleTargetRef: CrossVersionObjectReference;
  /** Minimum number of replicas. Default 1. */
  minReplicas?: number;
  /** Maximum number of replicas. Not less than minReplicas. */
  maxReplicas: number;
  /** Target for the average CPU use of the pods, in percent of their requests. */
  targetCPUUtilizationPercentage?: number;
}

/** Observed state of an autoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Time at which the autoscaler last changed the number of replicas. */
  lastScaleTime?: string | null;
  /** Number of replicas when the autoscaler last checked. */
  currentReplicas: number;
  /** Number of replicas that the autoscaler last calculated. */
  desiredReplicas: number;
  /** Average CPU use of the pods, in percent of their requests. */
  currentCPUUtilizationPercentage?: number;
}

/** Adjusts the number of replicas of a workload to observed metrics. */
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

/** Desired and observed number of replicas of a scalable resource. */
export interface Scale {
  kind: "Scale";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

/** Desired number of replicas. */
export interface ScaleSpec {
  /** Desired number of replicas. */
  replicas?: number;
}

/** Observed number of replicas. */
export interface ScaleStatus {
  /** Observed number of replicas. */
  replicas: number;
  /** Label selector of the replicas, as text. */
  selector?: string;
}

/** A metric with its target. Only the field that corresponds to the type is set. */
export interface MetricSpec {
  /** Type of the metric: Resource, ContainerResource, Pods, Object or External. */
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  /** Metric of another object in the cluster. */
  object?: ObjectMetricSource;
  /** Custom metric of each pod. */
  pods?: PodsMetricSource;
  /** Resource use of the pods, such as cpu or memory. */
  resource?: ResourceMetricSource;
  /** Resource use of one container in each pod. */
  containerResource?: ContainerResourceMetricSource;
  /** Metric from outside the cluster. */
  external?: ExternalMetricSource;
}

/** Metric of another object in the cluster. */
export interface ObjectMetricSource {
  /** Target value. */
  target: CrossVersionObjectReference;
  metricName: string;
  targetValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

/** Custom metric of each pod. */
export interface PodsMetricSource {
  metricName: string;
  targetAverageValue: string;
  selector?: metav1.LabelSelector;
}

/** Resource use of the pods, such as cpu or memory. */
export interface ResourceMetricSource {
  /** Name of the resource. */
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

/** Resource use of one container in each pod. */
export interface ContainerResourceMetricSource {
  /** Name of the resource. */
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
  /** Name of the container. */
  container: string;
}

/** Metric from outside the cluster. */
export interface ExternalMetricSource {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  targetValue?: string;
  targetAverageValue?: string;
}

/** Last value of a metric. Only the field that corresponds to the type is set. */
export interface MetricStatus {
  /** Type of the metric: Resource, ContainerResource, Pods, Object or External. */
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  /** Metric of another object in the cluster. */
  object?: ObjectMetricStatus;
  /** Custom metric of each pod. */
  pods?: PodsMetricStatus;
  /** Resource use of the pods, such as cpu or memory. */
  resource?: ResourceMetricStatus;
  /** Resource use of one container in each pod. */
  containerResource?: ContainerResourceMetricStatus;
  /** Metric from outside the cluster. */
  external?: ExternalMetricStatus;
}

/** One aspect of the current state of an autoscaler. */
export interface HorizontalPodAutoscalerCondition {
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

/** Metric of another object in the cluster. */
export interface ObjectMetricStatus {
  target: CrossVersionObjectReference;
  metricName: string;
  currentValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

/** Custom metric of each pod. */
export interface PodsMetricStatus {
  metricName: string;
  currentAverageValue: string;
  selector?: metav1.LabelSelector;
}

/** Resource use of the pods, such as cpu or memory. */
export interface ResourceMetricStatus {
  /** Name of the resource. */
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

/** Resource use of one container in each pod. */
export interface ContainerResourceMetricStatus {
  /** Name of the resource. */
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
  /** Name of the container. */
  container: string;
}

/** Metric from outside the cluster. */
export interface ExternalMetricStatus {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  currentValue: string;
  currentAverageValue?: string;
}
