import { type AdmissionPlugin, type AdmissionRequest, forbidden, type NamespaceSource } from "@svc/admission";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { hasReason, isStatusError } from "@svc/meta";
import { aNamespaceSource } from "./options/expected.ts";

/** Options of the admission step that creates absent namespaces on first use. */
export interface NamespaceAutoProvisionOptions {
  readonly namespaces: NamespaceSource;
  /** Creates a namespace with the server's own identity. */
  readonly create: (name: string) => Promise<void>;
}

const namespaceAutoProvisionOptions = optionsOf<NamespaceAutoProvisionOptions>({
  namespaces: aNamespaceSource,
  create: aFunction,
});

/**
 * Creates a missing namespace for the first object in it.
 * @throws {TypeError} for a wrong argument
 */
export function namespaceAutoProvision(options: NamespaceAutoProvisionOptions): AdmissionPlugin {
  checkArgument("namespaceAutoProvision: options", options, namespaceAutoProvisionOptions);
  const { namespaces, create } = options;
  const provide = async (request: AdmissionRequest): Promise<void> => {
    if ((await namespaces.getFresh(request.namespace)) !== undefined) return;
    try {
      await create(request.namespace);
    } catch (error) {
      if (hasReason(error, "AlreadyExists")) return;
      throw isStatusError(error) ? forbidden(request, error.message) : error;
    }
  };
  return {
    name: "NamespaceAutoProvision",
    operations: ["CREATE"],
    mutate: (request) => {
      const { namespace, resource, dryRun } = request;
      if (namespace === "" || dryRun || (resource.group === "" && resource.resource === "namespaces")) return undefined;
      return namespaces.get(namespace) === undefined ? provide(request) : undefined;
    },
  };
}
