import type { ClusterObjects } from "@svc/authn";
import type { Registry } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";
import { type CachedObjects, cachedObjects, storedResource } from "../cached-object.ts";

const resources = ["serviceaccounts", "pods", "nodes", "secrets"] as const;

/** The objects of this server that credentials depend on: from the cache, and from the store only where it has none. */
export function clusterObjects(definitions: readonly ResourceDefinition[], registry: () => Registry): ClusterObjects {
  const readers = new Map<string, CachedObjects>();
  for (const resource of resources) {
    const definition = storedResource(definitions, "", resource);
    if (definition !== undefined) readers.set(resource, cachedObjects(registry, definition));
  }
  return {
    get: (resource, namespace, name) => {
      const reader = readers.get(resource);
      return reader?.get(namespace, name) ?? reader?.getFresh(namespace, name);
    },
    peek: (resource, namespace, name) => {
      const reader = readers.get(resource);
      const wait = reader?.ready();
      return wait === undefined ? reader?.get(namespace, name) : wait.then(() => reader?.get(namespace, name));
    },
  };
}
