// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** A way in which nodes can run containers, such as in a sandbox. */
export interface RuntimeClass {
  kind: "RuntimeClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** What nodes call it. It cannot be changed later. */
  handler: string;
  /** What running a pod so takes beside its containers. */
  overhead?: Overhead;
  /** Which nodes can do it. */
  scheduling?: Scheduling;
}

/** What a runtime needs beside the containers. */
export interface Overhead {
  /** For each pod. */
  podFixed?: Record<string, string>;
}

/** Which nodes can run it. */
export interface Scheduling {
  /** Labels that they have. */
  nodeSelector?: Record<string, string>;
  /** Taints that do not keep its pods away. */
  tolerations?: corev1.Toleration[];
}

export interface RuntimeClassList {
  kind: "RuntimeClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: RuntimeClass[];
}
