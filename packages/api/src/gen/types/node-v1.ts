// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface RuntimeClass {
  kind: "RuntimeClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  handler: string;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

export interface Overhead {
  podFixed?: Record<string, string>;
}

export interface Scheduling {
  nodeSelector?: Record<string, string>;
  tolerations?: corev1.Toleration[];
}

export interface RuntimeClassList {
  kind: "RuntimeClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: RuntimeClass[];
}
