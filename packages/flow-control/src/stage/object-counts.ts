import type { Registry } from "@svc/registry";

/**
 * Counts stored objects by what caches have of them; undefined for a resource that no request has
 * been served for, since a request that is not authorized yet must not open one.
 */
export function objectCounts(registry: Registry): (group: string, resource: string) => number | undefined {
  return (group, resource) => {
    const definition = registry.catalog.snapshot().stored(group, resource);
    if (definition === undefined) return undefined;
    for (const store of registry.opened()) if (store.definition === definition) return store.cache.size;
    return undefined;
  };
}
