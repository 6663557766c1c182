// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface PodDisruptionBudgetSpec {
  minAvailable?: number | string;
  selector?: metav1.LabelSelector;
  maxUnavailable?: number | string;
  unhealthyPodEvictionPolicy?: "AlwaysAllow" | "IfHealthyBudget";
}

export interface PodDisruptionBudgetStatus {
  observedGeneration?: number;
  disruptedPods?: Record<string, string>;
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  conditions?: metav1.Condition[];
}

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

export interface Eviction {
  kind: "Eviction";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  deleteOptions?: metav1.DeleteOptions;
}
