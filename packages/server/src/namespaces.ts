import type { NamespaceSource } from "@svc/admission";
import type { Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import { cachedObjects, storedResource } from "./cached-object.ts";

/** Namespaces as admission reads them, from the cache; undefined for a server that has none. */
export function namespaceSource(catalog: ResourceCatalog, registry: () => Registry): NamespaceSource | undefined {
  const definition = storedResource(catalog, "", "namespaces");
  if (definition === undefined) return undefined;
  const { get, getFresh } = cachedObjects(registry, definition);
  return { get: (name) => get("", name), getFresh: (name) => getFresh("", name) };
}
