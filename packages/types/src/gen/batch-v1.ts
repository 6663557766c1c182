// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Runs pods until so many of them have succeeded. */
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

/** What a container ended with. */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** Which container. Default any. */
  containerName?: string;
  /** In or NotIn. */
  operator: "In" | "NotIn";
  /** Exit codes. */
  values: number[];
}

/** A condition of a pod. */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** Its type. */
  type: string;
  /** Its status. Default True. */
  status: string;
}

/** A way of failing, and what follows. */
export interface PodFailurePolicyRule {
  /** FailJob, FailIndex, Ignore or Count. */
  action: "Count" | "FailIndex" | "FailJob" | "Ignore";
  /** By what a container ended with. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** By conditions of the pod. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** What follows from the way in which a pod failed. */
export interface PodFailurePolicy {
  /** The first rule that fits counts. */
  rules: PodFailurePolicyRule[];
}

/** When a job has succeeded early. */
export interface SuccessPolicy {
  /** Any of them is enough. */
  rules: SuccessPolicyRule[];
}

/** Which indexes are enough. */
export interface SuccessPolicyRule {
  /** These. */
  succeededIndexes?: string;
  /** So many of them. */
  succeededCount?: number;
}

/** What is wanted of a job. */
export interface JobSpec {
  /** How many pods run at the same time, at most. Default 1. */
  parallelism?: number;
  /** How many have to succeed. */
  completions?: number;
  /** How long the job may take in all, in seconds. */
  activeDeadlineSeconds?: number;
  /** What follows from the way in which a pod failed. */
  podFailurePolicy?: PodFailurePolicy;
  /** When it has succeeded early. */
  successPolicy?: SuccessPolicy;
  /** How many may fail before the job does. Default 6. */
  backoffLimit?: number;
  /** How many may fail of each index. */
  backoffLimitPerIndex?: number;
  /** How many indexes may fail before the job does. */
  maxFailedIndexes?: number;
  /** Which pods belong to it, by their labels. Usually set by the server. */
  selector?: metav1.LabelSelector;
  /** Whether the selector is one's own. */
  manualSelector?: boolean;
  /** The pods that it makes. */
  template: corev1.PodTemplateSpec;
  /** After how many seconds it is deleted when it is done. */
  ttlSecondsAfterFinished?: number;
  /** Whether any success counts, or one for each index: NonIndexed or Indexed. */
  completionMode?: "Indexed" | "NonIndexed";
  /** Whether it waits: no pods run. */
  suspend?: boolean;
  /** When a pod is replaced: TerminatingOrFailed or Failed. */
  podReplacementPolicy?: "Failed" | "TerminatingOrFailed";
  /** Who looks after it, if not the controller of jobs. */
  managedBy?: string;
}

/** How far a job has come. */
export interface JobStatus {
  /** What it has come to. */
  conditions?: JobCondition[];
  /** When it began. */
  startTime?: string | null;
  /** When it was done. */
  completionTime?: string | null;
  /** How many pods run. */
  active?: number;
  /** How many have succeeded. */
  succeeded?: number;
  /** How many have failed. */
  failed?: number;
  /** How many are ending. */
  terminating?: number;
  /** Which indexes are done: 1,3-5. */
  completedIndexes?: string;
  /** Which indexes have failed. */
  failedIndexes?: string;
  /** Pods that have ended and are not counted yet. */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /** How many of them are ready. */
  ready?: number;
}

/** Pods that have ended and are not counted yet. */
export interface UncountedTerminatedPods {
  /** Those that succeeded. */
  succeeded?: string[];
  /** Those that failed. */
  failed?: string[];
}

/** One thing that a job has come to, or not. */
export interface JobCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** When it was last looked at. */
  lastProbeTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** What jobs are made after. */
export interface JobTemplateSpec {
  /** Their labels and annotations. */
  metadata?: metav1.ObjectMeta;
  /** What is wanted of them. */
  spec?: JobSpec;
}

/** Makes a job again and again, at the times of a schedule. */
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

/** When jobs are made, and which. */
export interface CronJobSpec {
  /** The times, in the format of cron. */
  schedule: string;
  /** The time zone of the schedule, by its IANA name. Default that of the controller. */
  timeZone?: string;
  /** How late one may begin, in seconds, before it counts as missed. */
  startingDeadlineSeconds?: number;
  /** What happens when the last one still runs: Allow, Forbid or Replace. */
  concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  /** Whether no more are begun. */
  suspend?: boolean;
  /** The jobs. */
  jobTemplate: JobTemplateSpec;
  /** How many that succeeded are kept. Default 3. */
  successfulJobsHistoryLimit?: number;
  /** How many that failed are kept. Default 1. */
  failedJobsHistoryLimit?: number;
}

/** What a cron job has begun. */
export interface CronJobStatus {
  /** Jobs that run. */
  active?: corev1.ObjectReference[];
  /** When the last one was begun. */
  lastScheduleTime?: string | null;
  /** When the last one succeeded. */
  lastSuccessfulTime?: string | null;
}
