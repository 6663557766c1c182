// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Runs pods until a given number of them has succeeded. */
export interface Job {
  kind: "Job";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: JobSpec;
  status?: JobStatus;
}

export interface JobList {
  kind: "JobList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Job[];
}

/** Requirement on the exit codes of a failed pod. */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** Name of the container. If absent, all containers. */
  containerName?: string;
  /** In or NotIn. */
  operator: "In" | "NotIn";
  /** Exit codes, in ascending order. 0 isn't allowed for the operator In. */
  values: number[];
}

/** Pattern of a pod condition. */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** Type of the condition. */
  type: string;
  /** Status of the condition. Default True. */
  status: string;
}

/** A rule for pod failures. Either onExitCodes or onPodConditions is set. */
export interface PodFailurePolicyRule {
  /** FailJob fails the job, FailIndex the index; Ignore replaces the pod without a retry; Count handles the failure as usual. */
  action: "Count" | "FailIndex" | "FailJob" | "Ignore";
  /** Requirement on the exit codes of the containers. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Patterns of pod conditions. At least one must match. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** How pod failures of a job are handled. */
export interface PodFailurePolicy {
  /** Rules in order. The first matching rule applies; without one, the failure counts as a retry. */
  rules: PodFailurePolicyRule[];
}

/** Criteria by which an indexed job succeeds early. */
export interface SuccessPolicy {
  /** Rules. The job succeeds as soon as one of them is met. */
  rules: SuccessPolicyRule[];
}

/** A criterion by which an indexed job succeeds. */
export interface SuccessPolicyRule {
  /** Indexes that count, as numbers and ranges, for example 1,3-5,7. If absent, all. */
  succeededIndexes?: string;
  /** Number of indexes that must succeed. If absent, all of succeededIndexes. */
  succeededCount?: number;
}

/** Desired state of a job. */
export interface JobSpec {
  /** Maximum number of pods that run at the same time. Default 1. */
  parallelism?: number;
  /** Number of pods that must succeed. If absent, the success of any pod completes the job. */
  completions?: number;
  /** Seconds after the start at which the job is stopped and fails. If absent, no limit. */
  activeDeadlineSeconds?: number;
  /** How pod failures are handled, by exit code or pod condition. */
  podFailurePolicy?: PodFailurePolicy;
  /** Criteria by which an indexed job succeeds before all indexes have succeeded. */
  successPolicy?: SuccessPolicy;
  /** Number of retries before the job fails. Default 6. */
  backoffLimit?: number;
  /** Number of retries for each index, of indexed jobs. */
  backoffLimitPerIndex?: number;
  /** Number of failed indexes at which the job fails. Requires backoffLimitPerIndex. */
  maxFailedIndexes?: number;
  /** Label selector of the pods. Usually set by the server. Immutable. */
  selector?: metav1.LabelSelector;
  /** If true, the client chooses the selector and must ensure that it is unique. */
  manualSelector?: boolean;
  /** Template from which pods are created. */
  template: corev1.PodTemplateSpec;
  /** Seconds after which a finished job is deleted. If absent, it is kept. */
  ttlSecondsAfterFinished?: number;
  /** How completions are counted: NonIndexed, or Indexed with one success for each index. */
  completionMode?: "Indexed" | "NonIndexed";
  /** If true, no pods run. Suspending a running job deletes its pods. Default false. */
  suspend?: boolean;
  /** When a pod is replaced: TerminatingOrFailed or Failed. */
  podReplacementPolicy?: "Failed" | "TerminatingOrFailed";
  /** Controller that manages the job, for example example.com/controller. Immutable. */
  managedBy?: string;
}

/** Observed state of a job. */
export interface JobStatus {
  /** Conditions that describe the current state. */
  conditions?: JobCondition[];
  /** Time at which the controller started the job, or resumed it. */
  startTime?: string | null;
  /** Time at which the job succeeded. */
  completionTime?: string | null;
  /** Number of pending and running pods that aren't terminating. */
  active?: number;
  /** Number of succeeded pods. */
  succeeded?: number;
  /** Number of failed pods. */
  failed?: number;
  /** Number of pods that are terminating. */
  terminating?: number;
  /** Succeeded indexes, as numbers and ranges, for example 1,3-5,7. */
  completedIndexes?: string;
  /** Failed indexes, as numbers and ranges, for example 1,3-5,7. */
  failedIndexes?: string;
  /** Terminated pods that aren't included in the counts yet. */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /** Number of active pods that are ready. */
  ready?: number;
}

/** UIDs of terminated pods that aren't included in the counts of a job yet. */
export interface UncountedTerminatedPods {
  /** UIDs of succeeded pods. */
  succeeded?: string[];
  /** UIDs of failed pods. */
  failed?: string[];
}

/** One aspect of the current state of a job. */
export interface JobCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last checked. */
  lastProbeTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Template of a job. */
export interface JobTemplateSpec {
  /** Metadata of the jobs, such as labels and annotations. */
  metadata?: metav1.ObjectMeta;
  /** Desired state of the jobs. */
  spec?: JobSpec;
}

/** Creates jobs on a repeating schedule. */
export interface CronJob {
  kind: "CronJob";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: CronJobSpec;
  status?: CronJobStatus;
}

export interface CronJobList {
  kind: "CronJobList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CronJob[];
}

/** Desired state of a cron job. */
export interface CronJobSpec {
  /** Schedule in cron format. */
  schedule: string;
  /** IANA name of the schedule's time zone. Default the time zone of the controller. */
  timeZone?: string;
  /** Seconds after the scheduled time within which a job can still start. */
  startingDeadlineSeconds?: number;
  /** What happens if the previous job is still running: Allow, Forbid or Replace. Default Allow. */
  concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  /** If true, no new jobs are started. Default false. */
  suspend?: boolean;
  /** Template from which jobs are created. */
  jobTemplate: JobTemplateSpec;
  /** Number of succeeded jobs that are kept. Default 3. */
  successfulJobsHistoryLimit?: number;
  /** Number of failed jobs that are kept. Default 1. */
  failedJobsHistoryLimit?: number;
}

/** Observed state of a cron job. */
export interface CronJobStatus {
  /** Running jobs. */
  active?: corev1.ObjectReference[];
  /** Time at which a job was last scheduled. */
  lastScheduleTime?: string | null;
  /** Time at which a job last succeeded. */
  lastSuccessfulTime?: string | null;
}
