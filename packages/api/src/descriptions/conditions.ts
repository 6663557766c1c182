import type { TypeDescription, TypeDescriptions } from "@svc/schema";

const conditionType = "Type of the condition.";
const conditionStatus = "Whether the condition holds: True, False or Unknown.";
const conditionReason = "Machine-readable cause of the last transition, in CamelCase.";
const conditionMessage = "Human-readable details of the last transition.";

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

/** Conditions in the status of all kinds. */
export const conditionDescriptions: TypeDescriptions = {
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
};
