import type { ApiObject, Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";

const localhost = "localhost/";

/**
 * Synchronizes the AppArmor profiles in the security contexts of a new pod with the annotations for
 * older readers, one per container; each is filled from the other. The profile of the pod applies
 * to containers without one. Returns warnings for clients that use annotations.
 */
export function fillAppArmor({ expand }: Dialect): (pod: ApiObject) => readonly string[] {
  const prefix = expand("container.apparmor.security.beta.{labels}/");
  return ({ spec, metadata }) => {
    const { os, securityContext, ...lists } = (spec ?? {}) as core.PodSpec;
    if (os?.name === "windows") return [];
    const warnings: string[] = [];
    const { initContainers = [], containers = [], ephemeralContainers = [] } = lists;
    for (const container of [...initContainers, ...containers, ...ephemeralContainers]) {
      const key = `${prefix}${container.name}`;
      if (metadata.annotations?.[key] === undefined) {
        const text = annotationOf(container.securityContext?.appArmorProfile ?? securityContext?.appArmorProfile);
        if (text !== undefined) metadata.annotations = { ...metadata.annotations, [key]: text };
      } else if (container.securityContext?.appArmorProfile === undefined) {
        const text = metadata.annotations[key];
        if (text === annotationOf(securityContext?.appArmorProfile)) continue;
        const appArmorProfile = profileOf(text);
        if (appArmorProfile !== undefined)
          container.securityContext = { ...container.securityContext, appArmorProfile };
        warnings.push(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
      }
    }
    return warnings;
  };
}

function annotationOf(profile: core.AppArmorProfile | undefined): string | undefined {
  switch (profile?.type) {
    case "RuntimeDefault":
      return "runtime/default";
    case "Unconfined":
      return "unconfined";
    case "Localhost":
      return profile.localhostProfile === undefined ? undefined : `${localhost}${profile.localhostProfile}`;
    default:
      return undefined;
  }
}

function profileOf(text: string): core.AppArmorProfile | undefined {
  if (text === "runtime/default") return { type: "RuntimeDefault" };
  if (text === "unconfined") return { type: "Unconfined" };
  if (!text.startsWith(localhost) || text.length === localhost.length) return undefined;
  return { type: "Localhost", localhostProfile: text.slice(localhost.length) };
}
