// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

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

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: "In" | "NotIn";
  values: number[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  type: string;
  status: string;
}

export interface PodFailurePolicyRule {
  action: "Count" | "FailIndex" | "FailJob" | "Ignore";
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[];
}

export interface SuccessPolicy {
  rules: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  podFailurePolicy?: PodFailurePolicy;
  successPolicy?: SuccessPolicy;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: metav1.LabelSelector;
  manualSelector?: boolean;
  template: corev1.PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: "Indexed" | "NonIndexed";
  suspend?: boolean;
  podReplacementPolicy?: "Failed" | "TerminatingOrFailed";
  managedBy?: string;
}

export interface JobStatus {
  conditions?: JobCondition[];
  startTime?: string | null;
  completionTime?: string | null;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: UncountedTerminatedPods;
  ready?: number;
}

export interface UncountedTerminatedPods {
  succeeded?: string[];
  failed?: string[];
}

export interface JobCondition {
  type: string;
  status: string;
  lastProbeTime?: string | null;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface JobTemplateSpec {
  metadata?: metav1.ObjectMeta;
  spec?: JobSpec;
}

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

export interface CronJobSpec {
  schedule: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
  suspend?: boolean;
  jobTemplate: JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

export interface CronJobStatus {
  active?: corev1.ObjectReference[];
  lastScheduleTime?: string | null;
  lastSuccessfulTime?: string | null;
}
