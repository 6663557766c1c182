import type { NamespaceSource } from "@svc/admission";
import type { ApiObject } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";

/** Namespaces as admission reads them, from the cache; undefined for a server that has none. */
export function namespaceSource(
  definitions: readonly ResourceDefinition[],
  registry: () => Registry,
): NamespaceSource | undefined {
  const definition = definitions.find((d) => d.resource === "namespaces" && d.storage?.group === "");
  if (definition === undefined) return undefined;
  const read = (name: string): ApiObject | undefined => {
    const store = registry().store(definition);
    const found = store?.cache.get(store.keyOf("", name));
    return found === undefined || found.corrupt !== undefined ? undefined : found.object;
  };
  return {
    get: read,
    getFresh: (name) => {
      const { feed } = registry();
      const wait = registry().store(definition)?.cache.ready() ?? feed.fresh();
      return wait === undefined ? read(name) : wait.then(() => read(name));
    },
  };
}
