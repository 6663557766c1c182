import type { ResourceQuotaOptions } from "@svc/admission";
import type { ApiObject, Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import { type BootstrapWriter, serverManager } from "../bootstrap/bootstrap.ts";
import { cachedList, storedResource } from "../cached-object.ts";

interface QuotaSources {
  readonly dialect: Dialect;
  readonly catalog: ResourceCatalog;
  readonly registry: () => Registry;
  readonly writer: () => BootstrapWriter;
}

/** Quotas as admission reads and writes them; undefined for a server that has none. */
export function quotaSource({ dialect, catalog, registry, writer }: QuotaSources): ResourceQuotaOptions | undefined {
  const definition = storedResource(catalog, "", "resourcequotas");
  if (definition === undefined) return undefined;
  const list = cachedList(registry, definition);
  return {
    dialect,
    quotas: (namespace) => {
      const found = list(namespace);
      if (found instanceof Promise || found.length === 0) return found;
      // Other servers may have written what is used.
      const wait = registry().changeStream.awaitCurrent();
      return wait === undefined ? found : wait.then(() => list(namespace));
    },
    change: async ({ metadata: { namespace = "", name = "" } }, next) => {
      const { parts, context, endpoint } = writer();
      const quotas = endpoint("", "resourcequotas");
      if (quotas === undefined) return;
      const status = { ...quotas, subresource: "status" };
      const fieldManager = serverManager(parts);
      await registry().change(status, context, {
        target: { namespace, name },
        options: { fieldManager },
        createIfAbsent: "never",
        repeatable: true,
        next: (live, { now }) => {
          const changed = structuredClone(next(live as ApiObject));
          parts.ownership.track({ endpoint: status, live, next: changed, manager: fieldManager, now });
          return changed;
        },
      });
    },
  };
}
