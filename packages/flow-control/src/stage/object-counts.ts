import type { Registry } from "@svc/registry";

/** Counts stored objects by what caches have of them; undefined for what nobody has asked for. */
export function objectCounts(registry: Registry): (group: string, resource: string) => number | undefined {
  return (group, resource) => {
    const definition = registry.catalog.snapshot().stored(group, resource);
    return definition === undefined ? undefined : registry.store(definition)?.cache.size;
  };
}
