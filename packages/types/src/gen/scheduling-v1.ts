// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Maps a name to a scheduling priority. Pods with a higher priority are scheduled first and can preempt others. */
export interface PriorityClass {
  kind: "PriorityClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Priority of pods with this class. Higher numbers are more important. Immutable. */
  value: number;
  /** True if pods that name no class get this one. Only one class should be the default. */
  globalDefault?: boolean;
  /** Human-readable guidance about when to use the class. */
  description?: string;
  /** Whether pods of this class can preempt pods with a lower priority: PreemptLowerPriority or Never. Default PreemptLowerPriority. Immutable. */
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
}

export interface PriorityClassList {
  kind: "PriorityClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PriorityClass[];
}
