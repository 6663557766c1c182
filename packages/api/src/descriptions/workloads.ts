import type { TypeDescriptions } from "@svc/schema";

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

/** Types of workload controllers, disruption budgets and leases. */
export const workloadDescriptions: TypeDescriptions = {
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
