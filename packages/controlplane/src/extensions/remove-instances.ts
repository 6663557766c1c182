import type { LocalClient } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";

/** Deletes every object of a type. @returns how many hold on, because of finalizers */
export async function removeInstances(local: LocalClient, type: ResourceDefinition): Promise<number> {
  const { storage, resource } = type;
  const objects = storage === undefined ? undefined : local.resource(storage.group, resource);
  return objects === undefined ? 0 : objects.deleteAll();
}
