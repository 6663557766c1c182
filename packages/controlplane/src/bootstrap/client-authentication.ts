import type { ApiObject } from "@svc/meta";
import type { PostStartStep } from "@svc/server";

interface ConfigMap extends ApiObject {
  data?: Readonly<Record<string, string>>;
}

/**
 * Publishes how clients are authenticated, so that servers behind this one believe the same
 * authorities and proxies: a config map of the system namespace, written at each start.
 */
export function clientAuthentication(data: Readonly<Record<string, string>>): PostStartStep {
  return {
    name: "start-cluster-authentication-info-controller",
    run: async (local) => {
      const maps = local.resource<ConfigMap>("", "configmaps");
      if (maps === undefined) return;
      const { system: namespace } = local.environment.dialect.namespaces;
      const target = { name: "extension-apiserver-authentication", namespace };
      await maps.ensure({ metadata: target, data });
      const { data: found = {} } = (await maps.find(target)) ?? {};
      if (Object.entries(data).every(([key, value]) => found[key] === value)) return;
      await maps.change(target, (live) => ({ ...live, data: { ...live.data, ...data } }));
    },
  };
}
