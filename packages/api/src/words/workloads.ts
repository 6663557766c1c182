import type { TypeWords, Words } from "./words.ts";

const observedGeneration = "Which generation of the object was looked at last.";
const collisionCount = "How often a name that was to be made was taken already.";
const conditions = "What it has come to.";
const replicas = "How many pods there are.";
const readyReplicas = "How many of them can take requests.";
const availableReplicas = "How many of them have been ready long enough.";
const rollingUpdate = "How, of type RollingUpdate.";

const conditionTimes = {
  lastUpdateTime: "When it was last written.",
  lastProbeTime: "When it was last looked at.",
  lastHeartbeatTime: "When it was last told.",
  observedGeneration,
} as const;

/** @param times those that conditions of this type have beside that of the last change */
function condition(of: string, ...times: readonly (keyof typeof conditionTimes)[]): TypeWords {
  return {
    is: `One thing that ${of} has come to, or not.`,
    fields: {
      type: "What it is about.",
      status: "True, False or Unknown.",
      reason: "Why, in one word for programs.",
      message: "Why, in words for people.",
      lastTransitionTime: "Since when the status is what it is.",
      ...Object.fromEntries(times.map((name) => [name, conditionTimes[name]])),
    },
  };
}

/** The parts of what keeps pods running, and of what scales it. */
export const workloadWords: Words = {
  DeploymentCondition: condition("a deployment", "lastUpdateTime"),
  ReplicaSetCondition: condition("a replica set"),
  StatefulSetCondition: condition("a stateful set"),
  DaemonSetCondition: condition("a daemon set"),
  JobCondition: condition("a job", "lastProbeTime"),
  ReplicationControllerCondition: condition("a replication controller"),
  HorizontalPodAutoscalerCondition: condition("an autoscaler"),
  NodeCondition: condition("a node", "lastHeartbeatTime"),
  NamespaceCondition: condition("a namespace that is going"),
  PersistentVolumeClaimCondition: condition("a claim", "lastProbeTime"),
  CertificateSigningRequestCondition: condition("a request", "lastUpdateTime"),
  APIServiceCondition: condition("a service of the API"),
  CustomResourceDefinitionCondition: condition("a definition"),
  FlowSchemaCondition: condition("a flow schema"),
  PriorityLevelConfigurationCondition: condition("a priority level"),
  StorageVersionCondition: condition("a storage version", "observedGeneration"),
  MigrationCondition: {
    is: "One thing that a migration has come to, or not.",
    fields: {
      type: "What it is about.",
      status: "True, False or Unknown.",
      reason: "Why, in one word for programs.",
      message: "Why, in words for people.",
      lastUpdateTime: "When it was last written.",
    },
  },
  DeploymentStatus: {
    is: "How far a deployment has come.",
    fields: {
      replicas,
      updatedReplicas: "How many of them are of the newest template.",
      readyReplicas,
      availableReplicas,
      unavailableReplicas: "How many are still missing.",
      terminatingReplicas: "How many are ending.",
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  DeploymentStrategy: {
    is: "How old pods are replaced by new ones.",
    fields: {
      type: "RollingUpdate, or Recreate, which ends all old ones first. Default RollingUpdate.",
      rollingUpdate,
    },
  },
  RollingUpdateDeployment: {
    is: "How many pods come and go at the same time.",
    fields: {
      maxSurge: "How many there may be too many: a number or a percentage. Default 25%.",
      maxUnavailable: "How many may be missing: a number or a percentage. Default 25%.",
    },
  },
  ReplicaSetStatus: {
    is: "How many pods there are.",
    fields: {
      replicas,
      fullyLabeledReplicas: "How many of them have all labels of the template.",
      readyReplicas,
      availableReplicas,
      terminatingReplicas: "How many are ending.",
      observedGeneration,
      conditions,
    },
  },
  StatefulSetStatus: {
    is: "How far a stateful set has come.",
    fields: {
      replicas,
      readyReplicas,
      availableReplicas,
      currentReplicas: "How many are of the old state of the template.",
      updatedReplicas: "How many are of the new one.",
      currentRevision: "The old state.",
      updateRevision: "The new one.",
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  StatefulSetUpdateStrategy: {
    is: "How pods of a stateful set are replaced.",
    fields: { type: "RollingUpdate, or OnDelete, which waits until somebody deletes them.", rollingUpdate },
  },
  RollingUpdateStatefulSetStrategy: {
    is: "Which pods are replaced, and how many at once.",
    fields: {
      partition: "Only those from this number on. Default 0.",
      maxUnavailable: "How many may be missing: a number or a percentage.",
    },
  },
  StatefulSetOrdinals: { is: "How pods are numbered.", fields: { start: "From where on. Default 0." } },
  StatefulSetPersistentVolumeClaimRetentionPolicy: {
    is: "What becomes of claims of pods that are gone.",
    fields: {
      whenDeleted: "When the set is deleted: Retain or Delete.",
      whenScaled: "When it becomes smaller: Retain or Delete.",
    },
  },
  DaemonSetStatus: {
    is: "On how many nodes a daemon set is.",
    fields: {
      desiredNumberScheduled: "On how many nodes it should be.",
      currentNumberScheduled: "On how many of those it is.",
      numberMisscheduled: "On how many it is that it should not be on.",
      numberReady: "On how many it can take requests.",
      numberAvailable: "On how many it has been ready long enough.",
      numberUnavailable: "On how many it is missing.",
      updatedNumberScheduled: "On how many it is of the newest template.",
      observedGeneration,
      collisionCount,
      conditions,
    },
  },
  DaemonSetUpdateStrategy: {
    is: "How pods of a daemon set are replaced.",
    fields: { type: "RollingUpdate, or OnDelete, which waits until somebody deletes them.", rollingUpdate },
  },
  RollingUpdateDaemonSet: {
    is: "On how many nodes at the same time.",
    fields: {
      maxUnavailable: "On how many it may be missing: a number or a percentage. Default 1.",
      maxSurge: "On how many the new one may be beside the old one. Default 0.",
    },
  },
  JobStatus: {
    is: "How far a job has come.",
    fields: {
      active: "How many pods run.",
      ready: "How many of them are ready.",
      succeeded: "How many have succeeded.",
      failed: "How many have failed.",
      terminating: "How many are ending.",
      startTime: "When it began.",
      completionTime: "When it was done.",
      completedIndexes: "Which indexes are done: 1,3-5.",
      failedIndexes: "Which indexes have failed.",
      uncountedTerminatedPods: "Pods that have ended and are not counted yet.",
      conditions,
    },
  },
  JobTemplateSpec: {
    is: "What jobs are made after.",
    fields: { metadata: "Their labels and annotations.", spec: "What is wanted of them." },
  },
  UncountedTerminatedPods: {
    is: "Pods that have ended and are not counted yet.",
    fields: { succeeded: "Those that succeeded.", failed: "Those that failed." },
  },
  CronJobStatus: {
    is: "What a cron job has begun.",
    fields: {
      active: "Jobs that run.",
      lastScheduleTime: "When the last one was begun.",
      lastSuccessfulTime: "When the last one succeeded.",
    },
  },
  PodFailurePolicy: {
    is: "What follows from the way in which a pod failed.",
    fields: { rules: "The first rule that fits counts." },
  },
  PodFailurePolicyRule: {
    is: "A way of failing, and what follows.",
    fields: {
      action: "FailJob, FailIndex, Ignore or Count.",
      onExitCodes: "By what a container ended with.",
      onPodConditions: "By conditions of the pod.",
    },
  },
  PodFailurePolicyOnExitCodesRequirement: {
    is: "What a container ended with.",
    fields: {
      containerName: "Which container. Default any.",
      operator: "In or NotIn.",
      values: "Exit codes.",
    },
  },
  PodFailurePolicyOnPodConditionsPattern: {
    is: "A condition of a pod.",
    fields: { type: "Its type.", status: "Its status. Default True." },
  },
  SuccessPolicy: { is: "When a job has succeeded early.", fields: { rules: "Any of them is enough." } },
  SuccessPolicyRule: {
    is: "Which indexes are enough.",
    fields: { succeededIndexes: "These.", succeededCount: "So many of them." },
  },
  ReplicationControllerSpec: {
    is: "What is wanted of a replication controller.",
    fields: {
      replicas: "How many pods there should be. Default 1.",
      selector: "Which pods belong to it, by their labels.",
      template: "The pods that it makes.",
      minReadySeconds: "How long a pod must have been ready to count as available, in seconds.",
    },
  },
  ReplicationControllerStatus: {
    is: "How many pods there are.",
    fields: {
      replicas,
      fullyLabeledReplicas: "How many of them have all labels of the template.",
      readyReplicas,
      availableReplicas,
      observedGeneration,
      conditions,
    },
  },
  ScaleSpec: { is: "How many are wanted.", fields: { replicas: "So many." } },
  ScaleStatus: {
    is: "How many there are.",
    fields: { replicas: "So many.", selector: "The pods that count, by their labels, as text." },
  },
  HorizontalPodAutoscalerStatus: {
    is: "What an autoscaler sees, and does.",
    fields: {
      currentReplicas: "How many copies there are.",
      desiredReplicas: "How many there should be.",
      lastScaleTime: "When that last changed.",
      currentMetrics: "What was measured.",
      currentCPUUtilizationPercentage: "How much of the processor that pods ask for they use, on average.",
      observedGeneration,
      conditions,
    },
  },
  HorizontalPodAutoscalerBehavior: {
    is: "How fast it goes up and down.",
    fields: { scaleUp: "Up.", scaleDown: "Down." },
  },
  HPAScalingRules: {
    is: "How fast it goes in one direction.",
    fields: {
      policies: "Bounds of the speed.",
      selectPolicy: "Which of them counts: Max, Min, or Disabled, which does not go at all.",
      stabilizationWindowSeconds: "How long earlier wishes are remembered, so that it does not go to and fro.",
      tolerance: "How far a measure may be off before something is done.",
    },
  },
  HPAScalingPolicy: {
    is: "A bound of the speed.",
    fields: {
      type: "Pods or Percent.",
      value: "So many, or so much,",
      periodSeconds: "in so many seconds.",
    },
  },
  MetricSpec: {
    is: "What is measured, and what it should be: one of these.",
    fields: {
      type: "Which: Resource, ContainerResource, Pods, Object or External.",
      resource: "What pods use of a resource of theirs.",
      containerResource: "What one container of them uses.",
      pods: "Something that each pod tells.",
      object: "Something that another object tells.",
      external: "Something from outside the cluster.",
    },
  },
  MetricStatus: {
    is: "What was measured: one of these.",
    fields: {
      type: "Which: Resource, ContainerResource, Pods, Object or External.",
      resource: "What pods use of a resource of theirs.",
      containerResource: "What one container of them uses.",
      pods: "Something that each pod tells.",
      object: "Something that another object tells.",
      external: "Something from outside the cluster.",
    },
  },
  MetricTarget: {
    is: "What a measure should be.",
    fields: {
      type: "Utilization, Value or AverageValue.",
      averageUtilization: "A percentage of what pods ask for, on average.",
      averageValue: "So much on average.",
      value: "So much.",
    },
  },
  MetricValueStatus: {
    is: "What a measure is.",
    fields: {
      averageUtilization: "A percentage of what pods ask for, on average.",
      averageValue: "So much on average.",
      value: "So much.",
    },
  },
  MetricIdentifier: {
    is: "A measure by name.",
    fields: { name: "Its name.", selector: "Which of them, by their labels." },
  },
  ResourceMetricSource: {
    is: "What pods use of a resource of theirs.",
    fields: { name: "Of which: cpu, memory.", target: "What it should be." },
  },
  ResourceMetricStatus: {
    is: "What pods use of a resource of theirs.",
    fields: { name: "Of which.", current: "What it is." },
  },
  ContainerResourceMetricSource: {
    is: "What one container of pods uses.",
    fields: { name: "Of which resource.", container: "Which container.", target: "What it should be." },
  },
  ContainerResourceMetricStatus: {
    is: "What one container of pods uses.",
    fields: { name: "Of which resource.", container: "Which container.", current: "What it is." },
  },
  PodsMetricSource: {
    is: "Something that each pod tells.",
    fields: { metric: "What.", target: "What it should be, on average." },
  },
  PodsMetricStatus: { is: "Something that each pod tells.", fields: { metric: "What.", current: "What it is." } },
  ObjectMetricSource: {
    is: "Something that another object tells.",
    fields: { describedObject: "The object.", metric: "What.", target: "What it should be." },
  },
  ObjectMetricStatus: {
    is: "Something that another object tells.",
    fields: { describedObject: "The object.", metric: "What.", current: "What it is." },
  },
  ExternalMetricSource: {
    is: "Something from outside the cluster.",
    fields: { metric: "What.", target: "What it should be." },
  },
  ExternalMetricStatus: {
    is: "Something from outside the cluster.",
    fields: { metric: "What.", current: "What it is." },
  },
  PodDisruptionBudgetSpec: {
    is: "How many pods may be missing because somebody wants it so.",
    fields: {
      selector: "The pods, by their labels.",
      minAvailable: "How many must stay: a number or a percentage.",
      maxUnavailable: "How many may be missing: a number or a percentage. One of the two.",
      unhealthyPodEvictionPolicy: "Whether pods that are not ready may always go: IfHealthyBudget or AlwaysAllow.",
    },
  },
  PodDisruptionBudgetStatus: {
    is: "How many pods may go now.",
    fields: {
      disruptionsAllowed: "So many.",
      currentHealthy: "How many are healthy.",
      desiredHealthy: "How many have to be.",
      expectedPods: "How many there are in all.",
      disruptedPods: "Pods that were asked to go and are still there.",
      observedGeneration,
      conditions,
    },
  },
  LeaseSpec: {
    is: "Who holds a lease.",
    fields: {
      holderIdentity: "Who.",
      leaseDurationSeconds: "For how long after the last renewal, in seconds.",
      acquireTime: "Since when.",
      renewTime: "When it was last renewed.",
      leaseTransitions: "How often it has changed hands.",
      preferredHolder: "Who should have it.",
      strategy: "How a holder is chosen.",
    },
  },
};
