import type { Dialect } from "@svc/meta";
import type { Api } from "./api.ts";

/** A resource as discovery lists it. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

interface GroupDiscovery {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly resources: readonly {
      readonly resource: string;
      readonly responseKind: { readonly kind: string };
      readonly scope: "Namespaced" | "Cluster";
      readonly verbs: readonly string[];
    }[];
  }[];
}

/** Every resource that a server serves, in its preferred version. */
export async function resourceTypes(
  api: Api & { readonly discover: (path: string) => Promise<unknown> },
): Promise<readonly ResourceType[]> {
  const [core, named] = await Promise.all([api.discover("/api"), api.discover("/apis")]);
  const found = new Map<string, ResourceType>();
  for (const { metadata, versions } of [...groupsOf(core), ...groupsOf(named)]) {
    const group = metadata.name ?? "";
    for (const { version, resources } of versions) {
      for (const { resource, responseKind, scope, verbs } of resources) {
        const key = `${group}/${resource}`;
        if (found.has(key)) continue;
        const namespaced = scope === "Namespaced";
        found.set(key, { group, version, resource, kind: responseKind.kind, namespaced, verbs });
      }
    }
  }
  return [...found.values()];
}

function groupsOf(document: unknown): readonly GroupDiscovery[] {
  return (document as { items?: readonly GroupDiscovery[] }).items ?? [];
}

/** What asks for the aggregated form of discovery. */
export function discoveryMediaType({ expand }: Dialect): string {
  return expand("application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList");
}

/** The path of a collection, or of an object in it. */
export function pathOf(
  { group, version, resource, namespaced }: ResourceType,
  namespace?: string,
  name?: string,
): string {
  const base = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope =
    namespaced && namespace !== undefined && namespace !== "" ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${base}${scope}/${resource}${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;
}
