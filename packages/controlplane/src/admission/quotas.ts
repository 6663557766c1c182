import type { ResourceQuotaOptions } from "@svc/admission-plugins";
import type { LocalClient } from "@svc/registry";

/** Quotas as admission reads and writes them; undefined for a server that has none. */
export function quotaSource(local: LocalClient): ResourceQuotaOptions | undefined {
  const resource = local.resource("", "resourcequotas");
  if (resource === undefined) return undefined;
  return {
    dialect: local.environment.dialect,
    quotas: (namespace) => {
      const found = resource.list(namespace);
      if (found instanceof Promise || found.length === 0) return found;
      // Other servers may have changed the usage.
      const wait = local.registry.changeStream.awaitCurrent();
      return wait === undefined ? found : wait.then(() => resource.list(namespace));
    },
    change: async ({ metadata: { namespace = "", name = "" } }, next) => {
      await resource.change({ namespace, name }, next, { subresource: "status" });
    },
  };
}
