// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface PriorityClass {
  kind: "PriorityClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  value: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
}

export interface PriorityClassList {
  kind: "PriorityClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PriorityClass[];
}
