import type { ObjectSource } from "@svc/admission";
import type { ClusterObjects } from "@svc/authn";
import type { Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import { type CachedObjects, cachedObjects, storedResource } from "../cached-object.ts";

const coreResources = ["serviceaccounts", "pods", "nodes", "secrets", "persistentvolumeclaims", "persistentvolumes"];

/** What credentials and admission go by. */
export type ServerObjects = Omit<ClusterObjects, "noteUse"> & ObjectSource;

/** Objects of this server that others depend on: from the cache, and from the store only where it has none. */
export function clusterObjects(catalog: ResourceCatalog, registry: () => Registry, dialect: Dialect): ServerObjects {
  const readers = new Map<string, CachedObjects>();
  const all = [
    ...coreResources.map((resource) => ["", resource] as const),
    [dialect.expand("storage.{api}"), "csidrivers"] as const,
  ];
  for (const [group, resource] of all) {
    const definition = storedResource(catalog, group, resource);
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
