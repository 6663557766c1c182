import type { AdmissionPlugin, NamespaceSource } from "@svc/admission";
import { checkArgument, optionsOf } from "@svc/base/check";
import { namespaceOf } from "./objects/namespace-of.ts";
import { aNamespaceSource } from "./options/expected.ts";

const namespaceExistsOptions = optionsOf<{ readonly namespaces: NamespaceSource }>({
  namespaces: aNamespaceSource,
});

/** Rejects writes in namespaces that do not exist. @throws {TypeError} for a wrong argument */
export function namespaceExists(options: { readonly namespaces: NamespaceSource }): AdmissionPlugin {
  checkArgument("namespaceExists: options", options, namespaceExistsOptions);
  const { namespaces } = options;
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
