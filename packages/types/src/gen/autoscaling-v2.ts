// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Adjusts the number of replicas of a workload to observed metrics. */
export interface HorizontalPodAutoscaler {
  kind: "HorizontalPodAutoscaler";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/** Desired state of an autoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** Workload to scale. */
  scaleTargetRef: CrossVersionObjectReference;
  /** Minimum number of replicas. Default 1. */
  minReplicas?: number;
  /** Maximum number of replicas. Not less than minReplicas. */
  maxReplicas: number;
  /** Metrics with their targets. The metric that demands most replicas decides. Default 80% CPU utilization. */
  metrics?: MetricSpec[];
  /** How fast the autoscaler scales up and down. */
  behavior?: HorizontalPodAutoscalerBehavior;
}

/** Reference to an object in the same namespace. */
export interface CrossVersionObjectReference {
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Group and version of the object's kind. */
  apiVersion?: string;
}

/** A metric with its target. Only the field that corresponds to the type is set. */
export interface MetricSpec {
  /** Type of the metric: Resource, ContainerResource, Pods, Object or External. */
  type: string;
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

/** How fast an autoscaler scales. */
export interface HorizontalPodAutoscalerBehavior {
  /** Rules for scaling up. Default the higher of 4 pods and 100% every 15 seconds, at once. */
  scaleUp?: HPAScalingRules;
  /** Rules for scaling down. Default 100% every 15 seconds, with a stabilization window of 300 seconds. */
  scaleDown?: HPAScalingRules;
}

/** Rules for scaling in one direction. */
export interface HPAScalingRules {
  /** Seconds of earlier recommendations that are considered, to avoid fluctuation: 0 to 3600. Default 0 for up, 300 for down. */
  stabilizationWindowSeconds?: number;
  /** Policy that applies: Max for the fastest, Min for the slowest, Disabled for no scaling. Default Max. */
  selectPolicy?: string;
  /** Policies that limit the speed. At least one. */
  policies?: HPAScalingPolicy[];
  /** Deviation between current and target value below which nothing is scaled. Default that of the cluster. */
  tolerance?: string;
}

/** Limit of the change within a period. */
export interface HPAScalingPolicy {
  /** Pods or Percent. */
  type: string;
  /** Maximum change, as a number of pods or in percent. Above 0. */
  value: number;
  /** Length of the period in seconds: 1 to 1800. */
  periodSeconds: number;
}

/** Metric of another object in the cluster. */
export interface ObjectMetricSource {
  /** Object that the metric describes. */
  describedObject: CrossVersionObjectReference;
  /** Target value. */
  target: MetricTarget;
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
}

/** Custom metric of each pod. */
export interface PodsMetricSource {
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
  /** Target value. */
  target: MetricTarget;
}

/** Resource use of the pods, such as cpu or memory. */
export interface ResourceMetricSource {
  /** Name of the resource. */
  name: string;
  /** Target value. */
  target: MetricTarget;
}

/** Resource use of one container in each pod. */
export interface ContainerResourceMetricSource {
  /** Name of the resource. */
  name: string;
  /** Target value. */
  target: MetricTarget;
  /** Name of the container. */
  container: string;
}

/** Metric from outside the cluster. */
export interface ExternalMetricSource {
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
  /** Target value. */
  target: MetricTarget;
}

/** Identifies a metric. */
export interface MetricIdentifier {
  /** Name of the metric. */
  name: string;
  /** Label selector that is passed to the metrics server. If absent, only the name applies. */
  selector?: metav1.LabelSelector;
}

/** Target of a metric. Only the field that corresponds to the type is set. */
export interface MetricTarget {
  /** Utilization, Value or AverageValue. */
  type: string;
  /** Value of the metric, as a quantity. */
  value?: string;
  /** Average over the pods, as a quantity. */
  averageValue?: string;
  /** Average over the pods, in percent of their requests. */
  averageUtilization?: number;
}

/** Observed state of an autoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Time at which the autoscaler last changed the number of replicas. */
  lastScaleTime?: string | null;
  /** Number of replicas when the autoscaler last checked. */
  currentReplicas?: number;
  /** Number of replicas that the autoscaler last calculated. */
  desiredReplicas: number;
  /** Last values of the metrics. */
  currentMetrics?: MetricStatus[];
  /** Conditions that describe the current state. */
  conditions?: HorizontalPodAutoscalerCondition[];
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

/** Last value of a metric. Only the field that corresponds to the type is set. */
export interface MetricStatus {
  /** Type of the metric: Resource, ContainerResource, Pods, Object or External. */
  type: string;
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

/** Metric of another object in the cluster. */
export interface ObjectMetricStatus {
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
  /** Object that the metric describes. */
  describedObject: CrossVersionObjectReference;
}

/** Custom metric of each pod. */
export interface PodsMetricStatus {
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
}

/** Resource use of the pods, such as cpu or memory. */
export interface ResourceMetricStatus {
  /** Name of the resource. */
  name: string;
  /** Current value. */
  current: MetricValueStatus;
}

/** Resource use of one container in each pod. */
export interface ContainerResourceMetricStatus {
  /** Name of the resource. */
  name: string;
  /** Current value. */
  current: MetricValueStatus;
  /** Name of the container. */
  container: string;
}

/** Metric from outside the cluster. */
export interface ExternalMetricStatus {
  /** Name of the metric, and a selector for it. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
}

/** Current value of a metric. */
export interface MetricValueStatus {
  /** Value of the metric, as a quantity. */
  value?: string;
  /** Average over the pods, as a quantity. */
  averageValue?: string;
  /** Average over the pods, in percent of their requests. */
  averageUtilization?: number;
}

export interface HorizontalPodAutoscalerList {
  kind: "HorizontalPodAutoscalerList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: HorizontalPodAutoscaler[];
}
