import type { NamespaceSource } from "@svc/admission";
import { checkArgument, withMethods } from "@svc/base/check";
import type { LocalClient } from "./local-client.ts";

const expectedLocal = withMethods("a LocalClient of @svc/registry", "resource");

/**
 * Namespaces as admission reads them, from the cache; undefined for a server that has none.
 * @throws {TypeError} for a wrong argument
 */
export function namespaceSource(local: LocalClient): NamespaceSource | undefined {
  checkArgument("namespaceSource: local", local, expectedLocal);
  const namespaces = local.resource("", "namespaces");
  if (namespaces === undefined) return undefined;
  return {
    get: (name) => namespaces.get({ namespace: "", name }),
    getFresh: (name) => namespaces.getFresh({ namespace: "", name }),
  };
}
