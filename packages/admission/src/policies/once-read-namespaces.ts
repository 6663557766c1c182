import type { ApiObject } from "@svc/meta";
import type { NamespaceSource } from "../namespace-source.ts";

/** Reads each namespace once: for one request, which many policies look at. */
export function onceReadNamespaces(namespaces: NamespaceSource): NamespaceSource {
  const known = new Map<string, ApiObject | undefined>();
  return {
    get: (name) => {
      let found = known.get(name);
      if (found === undefined) known.set(name, (found = namespaces.get(name)));
      return found;
    },
    getFresh: (name) => namespaces.getFresh(name),
  };
}
