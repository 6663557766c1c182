import type { AdmissionPlugin, NamespaceSource } from "@svc/admission";
import { namespaceOf } from "./objects/namespace-of.ts";

/** Rejects writes in namespaces that do not exist. */
export function namespaceExists({ namespaces }: { readonly namespaces: NamespaceSource }): AdmissionPlugin {
  return {
    name: "NamespaceExists",
    operations: ["CREATE", "UPDATE", "DELETE"],
    validate: (request) => {
      const { resource, namespace } = request;
      if (namespace === "" || (resource.group === "" && resource.resource === "namespaces")) return undefined;
      const found = namespaceOf(namespaces, request);
      return found instanceof Promise ? found.then(() => undefined) : undefined;
    },
  };
}
