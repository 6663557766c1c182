import type { NamespaceSource } from "@svc/admission";
import type { LocalClient } from "./local-client.ts";

/** Namespaces as admission reads them, from the cache; undefined for a server that has none. */
export function namespaceSource(local: LocalClient): NamespaceSource | undefined {
  const namespaces = local.resource("", "namespaces");
  if (namespaces === undefined) return undefined;
  return {
    get: (name) => namespaces.get({ namespace: "", name }),
    getFresh: (name) => namespaces.getFresh({ namespace: "", name }),
  };
}
