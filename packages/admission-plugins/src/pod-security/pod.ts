import type { ApiObject } from "@svc/meta";

/** The security fields that a pod and each of its containers have. */
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

/** A pod or a pod template. */
export interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec;
}

/** All containers, in the order in which messages list them. */
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

/** Pod templates by resource. Groups with a suffix of the dialect are not included. */
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

/** True if an update of a pod may violate a policy that the old pod satisfied. */
export function changesCheckedFields(next: PodLike, old: PodLike): boolean {
  const before = imagesOf(old);
  const after = imagesOf(next);
  return after.length !== before.length || after.some((image, i) => image !== before[i]);
}

function imagesOf(pod: PodLike): readonly string[] {
  return containersOf(pod).map(({ name = "", image = "" }) => `${name} ${image}`);
}
