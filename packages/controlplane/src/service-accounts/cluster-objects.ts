import type { ObjectSource } from "@svc/admission-plugins";
import type { ClusterObjects } from "@svc/authn";
import { checkArgument, withMethods } from "@svc/base/check";
import type { Lister, LocalClient } from "@svc/registry";
import { legacyTokenUses } from "./legacy-tokens.ts";

const groups: Readonly<Record<string, string>> = {
  serviceaccounts: "",
  pods: "",
  nodes: "",
  secrets: "",
  persistentvolumeclaims: "",
  persistentvolumes: "",
  csidrivers: "storage.{api}",
};

/** Objects that credentials and admission go by. */
export type ServerObjects = ClusterObjects & ObjectSource;

const expectedLocal = withMethods("a LocalClient of @svc/registry", "resource");

/**
 * Objects of this server that credentials depend on: from the cache, and from the store only where
 * the cache has none.
 * @throws {TypeError} for a wrong argument
 */
export function clusterObjects(local: LocalClient): ServerObjects {
  checkArgument("clusterObjects: local", local, expectedLocal);
  const listers = new Map<string, Lister>();
  for (const [resource, group] of Object.entries(groups)) {
    const objects = local.resource(group, resource);
    if (objects !== undefined) listers.set(resource, objects);
  }
  return {
    get: (resource, namespace, name) => {
      const lister = listers.get(resource);
      return lister?.get({ namespace, name }) ?? lister?.getFresh({ namespace, name });
    },
    getCached: (resource, namespace, name) => {
      const lister = listers.get(resource);
      const wait = lister?.ready();
      return wait === undefined ? lister?.get({ namespace, name }) : wait.then(() => lister?.get({ namespace, name }));
    },
    recordUse: legacyTokenUses(local),
  };
}
