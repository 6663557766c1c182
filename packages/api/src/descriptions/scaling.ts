import type { TypeDescriptions } from "@svc/schema";

const observedGeneration = "Generation of the object that the controller last processed.";
const conditions = "Conditions that describe the current state.";
const metricType = "Type of the metric: Resource, ContainerResource, Pods, Object or External.";
const metric = "Name of the metric, and a selector for it.";
const target = "Target value.";
const current = "Current value.";
const utilization = "Average over the pods, in percent of their requests.";
const averageValue = "Average over the pods, as a quantity.";
const metricValue = "Value of the metric, as a quantity.";
const container = "Name of the container.";
const describedObject = "Object that the metric describes.";
const metricSources = {
  resource: "Resource use of the pods, such as cpu or memory.",
  containerResource: "Resource use of one container in each pod.",
  pods: "Custom metric of each pod.",
  object: "Metric of another object in the cluster.",
  external: "Metric from outside the cluster.",
} as const;

/** Types of scales, autoscalers and their metrics. */
export const scalingDescriptions: TypeDescriptions = {
  ScaleSpec: {
    description: "Desired number of replicas.",
    fields: { replicas: "Desired number of replicas." },
  },
  ScaleStatus: {
    description: "Observed number of replicas.",
    fields: {
      replicas: "Observed number of replicas.",
      selector: "Label selector of the replicas, as text.",
    },
  },
  HorizontalPodAutoscalerStatus: {
    description: "Observed state of an autoscaler.",
    fields: {
      currentReplicas: "Number of replicas when the autoscaler last checked.",
      desiredReplicas: "Number of replicas that the autoscaler last calculated.",
      lastScaleTime: "Time at which the autoscaler last changed the number of replicas.",
      currentMetrics: "Last values of the metrics.",
      currentCPUUtilizationPercentage: "Average CPU use of the pods, in percent of their requests.",
      observedGeneration,
      conditions,
    },
  },
  HorizontalPodAutoscalerBehavior: {
    description: "How fast an autoscaler scales.",
    fields: {
      scaleUp: "Rules for scaling up. Default the higher of 4 pods and 100% every 15 seconds, at once.",
      scaleDown: "Rules for scaling down. Default 100% every 15 seconds, with a stabilization window of 300 seconds.",
    },
  },
  HPAScalingRules: {
    description: "Rules for scaling in one direction.",
    fields: {
      policies: "Policies that limit the speed. At least one.",
      selectPolicy:
        "Policy that applies: Max for the fastest, Min for the slowest, Disabled for no scaling. Default Max.",
      stabilizationWindowSeconds:
        "Seconds of earlier recommendations that are considered, to avoid fluctuation: 0 to 3600. Default 0 for up, 300 for down.",
      tolerance:
        "Deviation between current and target value below which nothing is scaled. Default that of the cluster.",
    },
  },
  HPAScalingPolicy: {
    description: "Limit of the change within a period.",
    fields: {
      type: "Pods or Percent.",
      value: "Maximum change, as a number of pods or in percent. Above 0.",
      periodSeconds: "Length of the period in seconds: 1 to 1800.",
    },
  },
  MetricSpec: {
    description: "A metric with its target. Only the field that corresponds to the type is set.",
    fields: { type: metricType, ...metricSources },
  },
  MetricStatus: {
    description: "Last value of a metric. Only the field that corresponds to the type is set.",
    fields: { type: metricType, ...metricSources },
  },
  MetricTarget: {
    description: "Target of a metric. Only the field that corresponds to the type is set.",
    fields: {
      type: "Utilization, Value or AverageValue.",
      averageUtilization: utilization,
      averageValue,
      value: metricValue,
    },
  },
  MetricValueStatus: {
    description: "Current value of a metric.",
    fields: { averageUtilization: utilization, averageValue, value: metricValue },
  },
  MetricIdentifier: {
    description: "Identifies a metric.",
    fields: {
      name: "Name of the metric.",
      selector: "Label selector that is passed to the metrics server. If absent, only the name applies.",
    },
  },
  ResourceMetricSource: {
    description: metricSources.resource,
    fields: { name: "Name of the resource.", target },
  },
  ResourceMetricStatus: {
    description: metricSources.resource,
    fields: { name: "Name of the resource.", current },
  },
  ContainerResourceMetricSource: {
    description: metricSources.containerResource,
    fields: { name: "Name of the resource.", container, target },
  },
  ContainerResourceMetricStatus: {
    description: metricSources.containerResource,
    fields: { name: "Name of the resource.", container, current },
  },
  PodsMetricSource: { description: metricSources.pods, fields: { metric, target } },
  PodsMetricStatus: { description: metricSources.pods, fields: { metric, current } },
  ObjectMetricSource: { description: metricSources.object, fields: { describedObject, metric, target } },
  ObjectMetricStatus: { description: metricSources.object, fields: { describedObject, metric, current } },
  ExternalMetricSource: { description: metricSources.external, fields: { metric, target } },
  ExternalMetricStatus: { description: metricSources.external, fields: { metric, current } },
};
