import type { AdmissionRequest } from "@svc/admission";
import type { PodLike } from "./pod.ts";

/** Users, namespaces and runtime classes that no policy applies to. */
export interface PodSecurityExemptions {
  readonly usernames: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

export const noExemptions: PodSecurityExemptions = {
  usernames: new Set(),
  namespaces: new Set(),
  runtimeClasses: new Set(),
};

/** Why a request is exempt regardless of its pod: `user` or `namespace`; undefined if it is not. */
export function exemptRequest(
  { usernames, namespaces }: PodSecurityExemptions,
  { namespace, user }: AdmissionRequest,
): "namespace" | "user" | undefined {
  if (namespaces.has(namespace)) return "namespace";
  return user !== undefined && usernames.has(user.name) ? "user" : undefined;
}

export function isExemptPod({ runtimeClasses }: PodSecurityExemptions, { spec }: PodLike): boolean {
  const { runtimeClassName } = spec ?? {};
  return typeof runtimeClassName === "string" && runtimeClasses.has(runtimeClassName);
}
