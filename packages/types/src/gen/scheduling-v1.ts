// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** A named importance that pods can have: the more important are placed first, and others may have to go for them. */
export interface PriorityClass {
  kind: "PriorityClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** How important: higher goes first. It cannot be changed later. */
  value: number;
  /** Whether pods that name no class have this one. At most one class should say so. */
  globalDefault?: boolean;
  /** For whom it is meant. */
  description?: string;
  /** Whether others may have to go: PreemptLowerPriority, or Never. */
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
}

export interface PriorityClassList {
  kind: "PriorityClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PriorityClass[];
}
