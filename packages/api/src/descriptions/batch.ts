import type { TypeDescriptions } from "@svc/schema";

const conditions = "Conditions that describe the current state.";

/** Types of jobs and cron jobs. */
export const batchDescriptions: TypeDescriptions = {
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
};
