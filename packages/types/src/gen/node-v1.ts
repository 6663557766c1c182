// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** A container runtime configuration that pods can select, for example a sandbox. */
export interface RuntimeClass {
  kind: "RuntimeClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Name of the configuration in the container runtime of the nodes. Immutable. */
  handler: string;
  /** Resources that a pod needs with this runtime, in addition to those of its containers. */
  overhead?: Overhead;
  /** Restricts the pods to nodes that support the runtime. If absent, all nodes do. */
  scheduling?: Scheduling;
}

/** Resources that a pod needs in addition to those of its containers. */
export interface Overhead {
  /** Fixed overhead of each pod, by resource name. */
  podFixed?: Record<string, string>;
}

/** Restricts pods to nodes that support a runtime class. */
export interface Scheduling {
  /** Labels that the nodes must have. Merged with the node selector of the pod. */
  nodeSelector?: Record<string, string>;
  /** Tolerations that are added to the pods. */
  tolerations?: corev1.Toleration[];
}

export interface RuntimeClassList {
  kind: "RuntimeClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: RuntimeClass[];
}
