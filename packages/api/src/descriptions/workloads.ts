import type { TypeDescription, TypeDescriptions } from "@svc/schema";

const observedGeneration = "Generation of the object that the controller last processed.";
const collisionCount = "Number of hash collisions of revision names, from which the controller forms new names.";
const conditions = "Conditions that describe the current state.";
const replicas = "Number of pods.";
const readyReplicas = "Number of ready pods.";
const availableReplicas = "Number of pods that have been ready for at least minReadySeconds.";
const fullyLabeledReplicas = "Number of pods with all labels of the template.";
const terminatingReplicas = "Number of pods that are terminating.";
const rollingUpdate = "Settings of the type RollingUpdate.";
const updateStrategyType = "RollingUpdate, or OnDelete, which waits until old pods are deleted. Default RollingUpdate.";
const conditionType = "Type of the condition.";
const conditionStatus = "Whether the condition holds: True, False or Unknown.";
const conditionReason = "Machine-readable cause of the last transition, in CamelCase.";
const conditionMessage = "Human-readable details of the last transition.";
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

const conditionTimes = {
  lastUpdateTime: "Time at which the condition was last updated.",
  lastProbeTime: "Time at which the condition was last checked.",
  lastHeartbeatTime: "Time at which the condition was last reported.",
  observedGeneration: "Generation of the object for which the condition was determined.",
} as const;

/**
 * Describes a condition type.
 * @param of the object that has the condition, with its article
 * @param times names of its fields in addition to those of all condition types
 */
function condition(of: string, ...times: readonly (keyof typeof conditionTimes)[]): TypeDescription {
  return {
    description: `One aspect of the current state of ${of}.`,
    fields: {
      type: conditionType,
      status: conditionStatus,
      reason: conditionReason,
      message: conditionMessage,
      lastTransitionTime: "Time at which the status last changed.",
      ...Object.fromEntries(times.map((name) => [name, conditionTimes[name]])),
    },
  };
}

/** Types of workload controllers, autoscalers, disruption budgets and leases. */
export const workloadDescriptions: TypeDescriptions = {
  DeploymentCondition: condition("a deployment", "lastUpdateTime"),
  ReplicaSetCondition: condition("a replica set"),
  StatefulSetCondition: condition("a stateful set"),
  DaemonSetCondition: condition("a daemon set"),
  JobCondition: condition("a job", "lastProbeTime"),
  ReplicationControllerCondition: condition("a replication controller"),
  HorizontalPodAutoscalerCondition: condition("an autoscaler"),
  NodeCondition: condition("a node", "lastHeartbeatTime"),
  NamespaceCondition: condition("a namespace"),
  PersistentVolumeClaimCondition: condition("a persistent volume claim", "lastProbeTime"),
  CertificateSigningRequestCondition: condition("a certificate signing request", "lastUpdateTime"),
  APIServiceCondition: condition("an API service"),
  CustomResourceDefinitionCondition: condition("a custom resource definition"),
  FlowSchemaCondition: condition("a flow schema"),
  PriorityLevelConfigurationCondition: condition("a priority level"),
  StorageVersionCondition: condition("a storage version", "observedGeneration"),
  MigrationCondition: {
    description: "One aspect of the current state of a storage version migration.",
    fields: {
      type: conditionType,
      status: conditionStatus,
      reason: conditionReason,
      message: conditionMessage,
      lastUpdateTime: conditionTimes.lastUpdateTime,
    },
  },
  DeploymentStatus: {
    description: "Observed state of a deployment.",
    fields: {
      replicas,
      updatedReplicas: "Number of pods of the current template.",
      readyReplicas,
      availableReplicas,
      unavailableReplicas: "Number of further pods that must become available.",
      terminatingReplicas,
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  DeploymentStrategy: {
    description: "How a deployment replaces old pods by new ones.",
    fields: {
      type: "RollingUpdate, or Recreate, which deletes all old pods before it creates new ones. Default RollingUpdate.",
      rollingUpdate,
    },
  },
  RollingUpdateDeployment: {
    description: "Settings of a rolling update of a deployment.",
    fields: {
      maxSurge: "Maximum number of pods above the desired number, absolute or in percent. Default 25%.",
      maxUnavailable: "Maximum number of unavailable pods, absolute or in percent. Default 25%.",
    },
  },
  ReplicaSetStatus: {
    description: "Observed state of a replica set.",
    fields: {
      replicas,
      fullyLabeledReplicas,
      readyReplicas,
      availableReplicas,
      terminatingReplicas,
      observedGeneration,
      conditions,
    },
  },
  StatefulSetStatus: {
    description: "Observed state of a stateful set.",
    fields: {
      replicas,
      readyReplicas,
      availableReplicas,
      currentReplicas: "Number of pods of the current revision.",
      updatedReplicas: "Number of pods of the update revision.",
      currentRevision: "Revision of pods that aren't updated yet.",
      updateRevision: "Revision of updated pods.",
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  StatefulSetUpdateStrategy: {
    description: "How a stateful set replaces its pods.",
    fields: { type: updateStrategyType, rollingUpdate },
  },
  RollingUpdateStatefulSetStrategy: {
    description: "Settings of a rolling update of a stateful set.",
    fields: {
      partition: "Ordinal from which pods are updated. Pods with a lower ordinal keep the old revision. Default 0.",
      maxUnavailable: "Maximum number of unavailable pods, absolute or in percent. Default 1.",
    },
  },
  StatefulSetOrdinals: {
    description: "Numbering of the pods of a stateful set.",
    fields: { start: "Ordinal of the first pod. Default 0." },
  },
  StatefulSetPersistentVolumeClaimRetentionPolicy: {
    description: "What happens to claims of pods that no longer exist.",
    fields: {
      whenDeleted: "When the stateful set is deleted: Retain or Delete. Default Retain.",
      whenScaled: "When the number of replicas is reduced: Retain or Delete. Default Retain.",
    },
  },
  DaemonSetStatus: {
    description: "Observed state of a daemon set.",
    fields: {
      desiredNumberScheduled: "Number of nodes that should run the pod.",
      currentNumberScheduled: "Number of nodes that run the pod and should.",
      numberMisscheduled: "Number of nodes that run the pod but should not.",
      numberReady: "Number of nodes that should run the pod and have a ready one.",
      numberAvailable: "Number of nodes whose pod has been ready for at least minReadySeconds.",
      numberUnavailable: "Number of nodes that should run the pod and have no available one.",
      updatedNumberScheduled: "Number of nodes that run a pod of the current template.",
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  DaemonSetUpdateStrategy: {
    description: "How a daemon set replaces its pods.",
    fields: { type: updateStrategyType, rollingUpdate },
  },
  RollingUpdateDaemonSet: {
    description: "Settings of a rolling update of a daemon set.",
    fields: {
      maxUnavailable: "Maximum number of nodes without an available pod, absolute or in percent. Default 1.",
      maxSurge: "Maximum number of nodes with an old and a new pod, absolute or in percent. Default 0.",
    },
  },
  JobStatus: {
    description: "Observed state of a job.",
    fields: {
      active: "Number of pending and running pods that aren't terminating.",
      ready: "Number of active pods that are ready.",
      succeeded: "Number of succeeded pods.",
      failed: "Number of failed pods.",
      terminating: "Number of pods that are terminating.",
      startTime: "Time at which the controller started the job, or resumed it.",
      completionTime: "Time at which the job succeeded.",
      completedIndexes: "Succeeded indexes, as numbers and ranges, for example 1,3-5,7.",
      failedIndexes: "Failed indexes, as numbers and ranges, for example 1,3-5,7.",
      uncountedTerminatedPods: "Terminated pods that aren't included in the counts yet.",
      conditions,
    },
  },
  JobTemplateSpec: {
    description: "Template of a job.",
    fields: { metadata: "Metadata of the jobs, such as labels and annotations.", spec: "Desired state of the jobs." },
  },
  UncountedTerminatedPods: {
    description: "UIDs of terminated pods that aren't included in the counts of a job yet.",
    fields: { succeeded: "UIDs of succeeded pods.", failed: "UIDs of failed pods." },
  },
  CronJobStatus: {
    description: "Observed state of a cron job.",
    fields: {
      active: "Running jobs.",
      lastScheduleTime: "Time at which a job was last scheduled.",
      lastSuccessfulTime: "Time at which a job last succeeded.",
    },
  },
  PodFailurePolicy: {
    description: "How pod failures of a job are handled.",
    fields: { rules: "Rules in order. The first matching rule applies; without one, the failure counts as a retry." },
  },
  PodFailurePolicyRule: {
    description: "A rule for pod failures. Either onExitCodes or onPodConditions is set.",
    fields: {
      action:
        "FailJob fails the job, FailIndex the index; Ignore replaces the pod without a retry; Count handles the failure as usual.",
      onExitCodes: "Requirement on the exit codes of the containers.",
      onPodConditions: "Patterns of pod conditions. At least one must match.",
    },
  },
  PodFailurePolicyOnExitCodesRequirement: {
    description: "Requirement on the exit codes of a failed pod.",
    fields: {
      containerName: "Name of the container. If absent, all containers.",
      operator: "In or NotIn.",
      values: "Exit codes, in ascending order. 0 isn't allowed for the operator In.",
    },
  },
  PodFailurePolicyOnPodConditionsPattern: {
    description: "Pattern of a pod condition.",
    fields: { type: "Type of the condition.", status: "Status of the condition. Default True." },
  },
  SuccessPolicy: {
    description: "Criteria by which an indexed job succeeds early.",
    fields: { rules: "Rules. The job succeeds as soon as one of them is met." },
  },
  SuccessPolicyRule: {
    description: "A criterion by which an indexed job succeeds.",
    fields: {
      succeededIndexes: "Indexes that count, as numbers and ranges, for example 1,3-5,7. If absent, all.",
      succeededCount: "Number of indexes that must succeed. If absent, all of succeededIndexes.",
    },
  },
  ReplicationControllerSpec: {
    description: "Desired state of a replication controller.",
    fields: {
      replicas: "Desired number of pods. Default 1.",
      selector: "Labels of the pods. Default the labels of the template.",
      template: "Template from which pods are created.",
      minReadySeconds: "Seconds for which a new pod must be ready to count as available. Default 0.",
    },
  },
  ReplicationControllerStatus: {
    description: "Observed state of a replication controller.",
    fields: {
      replicas,
      fullyLabeledReplicas,
      readyReplicas,
      availableReplicas,
      observedGeneration,
      conditions,
    },
  },
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
  PodDisruptionBudgetSpec: {
    description: "Desired state of a pod disruption budget. Either minAvailable or maxUnavailable is set.",
    fields: {
      selector: "Label selector of the pods.",
      minAvailable: "Number of pods that must stay available, absolute or in percent.",
      maxUnavailable: "Number of pods that can be unavailable, absolute or in percent.",
      unhealthyPodEvictionPolicy:
        "When pods that aren't ready can be evicted: IfHealthyBudget or AlwaysAllow. Default IfHealthyBudget.",
    },
  },
  PodDisruptionBudgetStatus: {
    description: "Observed state of a pod disruption budget.",
    fields: {
      disruptionsAllowed: "Number of pods that can be evicted now.",
      currentHealthy: "Number of healthy pods.",
      desiredHealthy: "Minimum number of healthy pods.",
      expectedPods: "Total number of pods.",
      disruptedPods: "Pods whose eviction was accepted but which still exist, with the time of the eviction.",
      observedGeneration,
      conditions,
    },
  },
  LeaseSpec: {
    description: "Desired state of a lease.",
    fields: {
      holderIdentity: "Identity of the holder.",
      leaseDurationSeconds: "Seconds after renewTime for which other candidates must wait.",
      acquireTime: "Time at which the holder acquired the lease.",
      renewTime: "Time at which the holder last renewed the lease.",
      leaseTransitions: "Number of changes of the holder.",
      preferredHolder: "Identity that should take over the lease in a coordinated election.",
      strategy: "How the leader of a coordinated election is chosen, for example OldestEmulationVersion.",
    },
  },
};
