import type { ApiObject } from "@svc/meta";
import { type BootstrapStep, serverManager } from "./bootstrap.ts";

/**
 * Tells servers behind this one how clients are known, so that they believe the same authorities and proxies: a config map of the
 * system namespace, written at each start.
 */
export function clientAuthentication(data: Readonly<Record<string, string>>): BootstrapStep {
  return {
    name: "start-cluster-authentication-info-controller",
    run: async ({ endpoint, ensure, parts, context }) => {
      const maps = endpoint("", "configmaps");
      if (maps === undefined) return;
      const target = { name: "extension-apiserver-authentication", namespace: parts.dialect.namespaces.system };
      await ensure(maps, { metadata: target, data });
      const stored = await parts.registry.get(maps, target);
      if (Object.entries(data).every(([key, value]) => dataOf(stored.object)[key] === value)) return;
      const fieldManager = serverManager(parts);
      await parts.registry.change(maps, context, {
        target,
        options: { fieldManager },
        createIfAbsent: "never",
        repeatable: true,
        next: (live, { now }) => {
          const next: ApiObject = structuredClone(live as ApiObject);
          next["data"] = { ...dataOf(next), ...data };
          parts.ownership.track({ endpoint: maps, live, next, manager: fieldManager, now });
          return next;
        },
      });
    },
  };
}

function dataOf(object: ApiObject): Readonly<Record<string, string>> {
  return (object["data"] ?? {}) as Readonly<Record<string, string>>;
}
