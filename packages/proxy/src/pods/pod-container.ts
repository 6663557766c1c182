import { badRequest } from "@svc/meta";
import type { Pod } from "../targets/objects.ts";

/**
 * The container that a request is for: the one that it names, or the only one.
 * @throws {StatusError} 400 for a name that no container has, and where several have none
 */
export function podContainer({ spec = {}, metadata }: Pod, requestedName: string): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const { name = "" } = metadata;
  if (requestedName !== "") {
    if ([...containers, ...initContainers, ...ephemeralContainers].some((c) => c.name === requestedName))
      return requestedName;
    throw badRequest(`container ${requestedName} is not valid for pod ${name}`);
  }
  if (containers.length === 1) return containers[0]?.name ?? "";
  const all = [...initContainers, ...containers, ...ephemeralContainers].map((c) => c.name ?? "").join(" ");
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all}]`);
}
