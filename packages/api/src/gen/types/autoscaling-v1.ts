// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface CrossVersionObjectReference {
  kind: string;
  name: string;
  apiVersion?: string;
}

export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef: CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  targetCPUUtilizationPercentage?: number;
}

export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string | null;
  currentReplicas: number;
  desiredReplicas: number;
  currentCPUUtilizationPercentage?: number;
}

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

export interface Scale {
  kind: "Scale";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

export interface ScaleSpec {
  replicas?: number;
}

export interface ScaleStatus {
  replicas: number;
  selector?: string;
}

export interface MetricSpec {
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
}

export interface ObjectMetricSource {
  target: CrossVersionObjectReference;
  metricName: string;
  targetValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

export interface PodsMetricSource {
  metricName: string;
  targetAverageValue: string;
  selector?: metav1.LabelSelector;
}

export interface ResourceMetricSource {
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

export interface ContainerResourceMetricSource {
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
  container: string;
}

export interface ExternalMetricSource {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  targetValue?: string;
  targetAverageValue?: string;
}

export interface MetricStatus {
  type: "ContainerResource" | "External" | "Object" | "Pods" | "Resource";
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
}

export interface HorizontalPodAutoscalerCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface ObjectMetricStatus {
  target: CrossVersionObjectReference;
  metricName: string;
  currentValue: string;
  selector?: metav1.LabelSelector;
  averageValue?: string;
}

export interface PodsMetricStatus {
  metricName: string;
  currentAverageValue: string;
  selector?: metav1.LabelSelector;
}

export interface ResourceMetricStatus {
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

export interface ContainerResourceMetricStatus {
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
  container: string;
}

export interface ExternalMetricStatus {
  metricName: string;
  metricSelector?: metav1.LabelSelector;
  currentValue: string;
  currentAverageValue?: string;
}
