import type { ApiObject } from "@svc/meta";
import type { Toleration } from "./tolerations.ts";

type List = Readonly<Record<string, string>>;

/** The fields of containers that admission steps read and change. */
export interface PodContainer {
  readonly name?: string;
  imagePullPolicy?: string;
  readonly resources?: { readonly requests?: List; readonly limits?: List };
  volumeMounts?: readonly { readonly name: string; readonly mountPath?: string; readonly readOnly?: boolean }[];
  readonly env?: readonly unknown[];
  readonly envFrom?: readonly unknown[];
}

/** The fields of pods that admission steps read and change. */
export interface Pod extends ApiObject {
  spec?: PodSpec;
}

export interface PodSpec {
  nodeName?: string;
  nodeSelector?: List | null;
  tolerations?: readonly Toleration[] | null;
  runtimeClassName?: string | null;
  overhead?: List | null;
  priority?: number | null;
  priorityClassName?: string;
  preemptionPolicy?: string | null;
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean | null;
  imagePullSecrets?: readonly { readonly name?: string }[] | null;
  volumes?: readonly { readonly name?: string }[] | null;
  readonly affinity?: unknown;
  readonly containers?: readonly PodContainer[];
  readonly initContainers?: readonly PodContainer[] | null;
  readonly ephemeralContainers?: readonly PodContainer[] | null;
}

export function specOf(pod: Pod): PodSpec {
  return (pod.spec ??= {});
}
