// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Desired state of a pod disruption budget. Either minAvailable or maxUnavailable is set. */
export interface PodDisruptionBudgetSpec {
  /** Number of pods that must stay available, absolute or in percent. */
  minAvailable?: number | string;
  /** Label selector of the pods. */
  selector?: metav1.LabelSelector;
  /** Number of pods that can be unavailable, absolute or in percent. */
  maxUnavailable?: number | string;
  /** When pods that aren't ready can be evicted: IfHealthyBudget or AlwaysAllow. Default IfHealthyBudget. */
  unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

/** Observed state of a pod disruption budget. */
export interface PodDisruptionBudgetStatus {
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Pods whose eviction was accepted but which still exist, with the time of the eviction. */
  disruptedPods?: Record<string, string>;
  /** Number of pods that can be evicted now. */
  disruptionsAllowed: number;
  /** Number of healthy pods. */
  currentHealthy: number;
  /** Minimum number of healthy pods. */
  desiredHealthy: number;
  /** Total number of pods. */
  expectedPods: number;
  /** Conditions that describe the current state. */
  conditions?: metav1.Condition[];
}

/** Limits how many of the selected pods can be unavailable at the same time because of evictions. */
export interface PodDisruptionBudget {
  kind: "PodDisruptionBudget";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetList {
  kind: "PodDisruptionBudgetList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PodDisruptionBudget[];
}

/** Requests the deletion of a pod, which is refused if it would violate a disruption budget. */
export interface Eviction {
  kind: "Eviction";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Options of the deletion. */
  deleteOptions?: metav1.DeleteOptions;
}
