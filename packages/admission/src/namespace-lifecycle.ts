import { type ApiObject, type Dialect, notFound, type StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";
import { refused } from "./refused.ts";

/** Finds namespaces, from memory. */
export interface NamespaceSource {
  get(name: string): ApiObject | undefined;
  /** The same, having waited for everything that was acknowledged before the call. */
  getFresh(name: string): ApiObject | undefined | Promise<ApiObject | undefined>;
}

export interface NamespaceLifecycleOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
}

/** Access reviews name a namespace without being in it. */
const reviews = new Set(["localsubjectaccessreviews"]);

/**
 * Nothing is made in a namespace that is not there or is going away, and the namespaces that the
 * server itself needs are not deleted.
 */
export function namespaceLifecycle({ dialect, namespaces }: NamespaceLifecycleOptions): AdmissionPlugin {
  const immortal = new Set(["default", dialect.namespaces.system, dialect.namespaces.public]);
  return {
    name: "NamespaceLifecycle",
    operations: ["CREATE", "UPDATE", "DELETE"],
    mutate: (request) => {
      const { operation, resource, namespace, name } = request;
      const isNamespace = resource.group === "" && resource.resource === "namespaces";
      if (operation === "DELETE" && isNamespace && immortal.has(name)) {
        throw refused(request, "this namespace may not be deleted");
      }
      if (namespace === "" || isNamespace || operation === "DELETE" || reviews.has(resource.resource)) return undefined;
      const known = namespaces.get(namespace) ?? namespaces.getFresh(namespace);
      return known instanceof Promise ? known.then((found) => check(request, found)) : check(request, known);
    },
  };
}

function check(request: AdmissionRequest, found: ApiObject | undefined): void {
  const { operation, subresource, namespace } = request;
  if (found === undefined) throw notFound({ group: "", resource: "namespaces", name: namespace });
  if (operation === "CREATE" && subresource === "" && isTerminating(found)) throw terminating(request);
}

function isTerminating({ metadata, status }: ApiObject): boolean {
  if (metadata.deletionTimestamp !== undefined) return true;
  return typeof status === "object" && status !== null && "phase" in status && status.phase === "Terminating";
}

function terminating(request: AdmissionRequest): StatusError {
  const { namespace } = request;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return refused(request, why, [cause]);
}
