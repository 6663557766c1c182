import type { Dialect } from "@svc/meta";
import { type Fill, isMembers, type Members } from "./fill.ts";

const localhost = "localhost/";

/**
 * What confines containers is said in their security contexts, and for older readers in annotations, one a container: each is
 * filled from the other. A pod's own profile is that of every container without one.
 */
export function appArmor(dialect: Dialect): Fill {
  const prefix = dialect.expand("container.apparmor.security.beta.{labels}/");
  return ({ spec, metadata }) => {
    if (!isMembers(spec) || !isMembers(metadata)) return;
    if (isMembers(spec["os"]) && spec["os"]["name"] === "windows") return;
    const ofPod = profileOf(spec);
    for (const list of [spec["initContainers"], spec["containers"], spec["ephemeralContainers"]]) {
      if (!Array.isArray(list)) continue;
      for (const container of list as Members[]) both(container, `${prefix}${container["name"]}`, { metadata, ofPod });
    }
  };
}

interface PodPart {
  readonly metadata: Members;
  readonly ofPod: Members | undefined;
}

function both(container: Members, key: string, { metadata, ofPod }: PodPart): void {
  const profile = profileOf(container);
  const given = isMembers(metadata["annotations"]) ? metadata["annotations"][key] : undefined;
  if (given === undefined) {
    const text = annotationOf(profile ?? ofPod);
    if (text !== undefined) ((metadata["annotations"] ??= {}) as Members)[key] = text;
    return;
  }
  if (profile !== undefined || typeof given !== "string") return;
  const wanted = profileFrom(given);
  if (wanted === undefined || (ofPod !== undefined && annotationOf(ofPod) === given)) return;
  ((container["securityContext"] ??= {}) as Members)["appArmorProfile"] = wanted;
}

function profileOf({ securityContext }: Members): Members | undefined {
  const profile = isMembers(securityContext) ? securityContext["appArmorProfile"] : undefined;
  return isMembers(profile) ? profile : undefined;
}

function annotationOf(profile: Members | undefined): string | undefined {
  switch (profile?.["type"]) {
    case "RuntimeDefault":
      return "runtime/default";
    case "Unconfined":
      return "unconfined";
    case "Localhost":
      return typeof profile["localhostProfile"] === "string" ? `${localhost}${profile["localhostProfile"]}` : undefined;
    default:
      return undefined;
  }
}

function profileFrom(text: string): Members | undefined {
  if (text === "runtime/default") return { type: "RuntimeDefault" };
  if (text === "unconfined") return { type: "Unconfined" };
  if (!text.startsWith(localhost) || text.length === localhost.length) return undefined;
  return { type: "Localhost", localhostProfile: text.slice(localhost.length) };
}
