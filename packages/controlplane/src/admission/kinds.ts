import type { OwnerReferencesOptions } from "@svc/admission-plugins";
import { parseApiVersion } from "@svc/meta";
import type { ResourceCatalog } from "@svc/schema";

/** Finds the resource in which objects of a kind are stored. */
export function resourceOfKind(catalog: ResourceCatalog): OwnerReferencesOptions["resourceOf"] {
  return (apiVersion, kind) => {
    const named = parseApiVersion(apiVersion);
    const found = named && catalog.snapshot().ofKind(named.group, named.version, kind);
    if (named === undefined || found === undefined) return undefined;
    const { resource, namespaced } = found.definition;
    return { ...named, resource, namespaced };
  };
}
