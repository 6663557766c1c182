import type { ApiObject } from "@svc/meta";

/** What may be set for a pod and for each of its containers. */
export interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly appArmorProfile?: { readonly type?: string };
  readonly seccompProfile?: { readonly type?: string };
  readonly seLinuxOptions?: { readonly type?: string; readonly user?: string; readonly role?: string };
  readonly windowsOptions?: { readonly hostProcess?: boolean };
  readonly sysctls?: readonly { readonly name?: string }[];
}

export interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly securityContext?: SecurityContext | null;
}

export interface PodSpec {
  readonly runtimeClassName?: string | null;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly os?: { readonly name?: string };
  readonly securityContext?: SecurityContext | null;
  readonly volumes?: readonly { readonly name?: string }[];
  readonly initContainers?: readonly Container[];
  readonly containers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
}

/** A pod, or what pods are to be made of. */
export interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec;
}

/** All of them, in the order in which they are told. */
export function containersOf({ spec }: PodLike): readonly Container[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
}

interface Workload extends ApiObject {
  readonly template?: PodLike;
  readonly spec?: {
    readonly template?: PodLike;
    readonly jobTemplate?: { readonly spec?: { readonly template?: PodLike } };
  };
}

/**
 * What pods an object will lead to. Groups that have a suffix of the dialect are not among them.
 */
export const templates: ReadonlyMap<string, (object: ApiObject) => PodLike | undefined> = new Map([
  ["podtemplates", ({ template }: Workload) => template],
  ["cronjobs.batch", ({ spec }: Workload) => spec?.jobTemplate?.spec?.template],
  ...[
    "replicationcontrollers",
    "deployments.apps",
    "replicasets.apps",
    "daemonsets.apps",
    "statefulsets.apps",
    "jobs.batch",
  ].map((key) => [key, ({ spec }: Workload) => spec?.template] as const),
]);

/** Whether a change of a pod may make it break rules that it kept. */
export function changesWhatCounts(next: PodLike, old: PodLike): boolean {
  const before = imagesOf(old);
  const after = imagesOf(next);
  return after.length !== before.length || after.some((image, i) => image !== before[i]);
}

function imagesOf(pod: PodLike): readonly string[] {
  return containersOf(pod).map(({ name = "", image = "" }) => `${name} ${image}`);
}
