// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** How many pods may be missing because somebody wants it so. */
export interface PodDisruptionBudgetSpec {
  /** How many must stay: a number or a percentage. */
  minAvailable?: number | string;
  /** The pods, by their labels. */
  selector?: metav1.LabelSelector;
  /** How many may be missing: a number or a percentage. One of the two. */
  maxUnavailable?: number | string;
  /** Whether pods that are not ready may always go: IfHealthyBudget or AlwaysAllow. */
  unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

/** How many pods may go now. */
export interface PodDisruptionBudgetStatus {
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** Pods that were asked to go and are still there. */
  disruptedPods?: Record<string, string>;
  /** So many. */
  disruptionsAllowed: number;
  /** How many are healthy. */
  currentHealthy: number;
  /** How many have to be. */
  desiredHealthy: number;
  /** How many there are in all. */
  expectedPods: number;
  /** What it has come to. */
  conditions?: metav1.Condition[];
}

/** How many of some pods must stay when others are evicted on purpose. */
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

/** Asks that a pod be ended, unless a disruption budget forbids it at the moment. */
export interface Eviction {
  kind: "Eviction";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** How it is deleted. */
  deleteOptions?: metav1.DeleteOptions;
}
