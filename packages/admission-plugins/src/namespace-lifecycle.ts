import type { NamespaceSource } from "@svc/admission";
import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import { checkArgument, optionsOf } from "@svc/base/check";
import {
  type ApiObject,
  aDialect,
  type Dialect,
  internalError,
  notFound,
  pathSegment,
  quote,
  type StatusError,
} from "@svc/meta";
import { aNamespaceSource } from "./options/expected.ts";

/** Options of {@link namespaceLifecycle}. */
export interface NamespaceLifecycleOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
}

/** Local access reviews name a namespace that need not exist. */
const reviews = new Set(["localsubjectaccessreviews"]);

const namespaceLifecycleOptions = optionsOf<NamespaceLifecycleOptions>({
  dialect: aDialect,
  namespaces: aNamespaceSource,
});

/**
 * Refuses to create objects in a missing or terminating namespace, and to delete the namespaces
 * that the server itself needs.
 * @throws {TypeError} for a wrong argument
 */
export function namespaceLifecycle(options: NamespaceLifecycleOptions): AdmissionPlugin {
  checkArgument("namespaceLifecycle: options", options, namespaceLifecycleOptions);
  const { dialect, namespaces } = options;
  const immortal = new Set(["default", dialect.namespaces.system, dialect.namespaces.public]);
  return {
    name: "NamespaceLifecycle",
    operations: ["CREATE", "UPDATE", "DELETE"],
    mutate: (request) => {
      const { operation, resource, namespace, name } = request;
      const isNamespace = resource.group === "" && resource.resource === "namespaces";
      if (operation === "DELETE" && isNamespace && immortal.has(name)) {
        throw forbidden(request, "this namespace may not be deleted");
      }
      if (namespace === "" || isNamespace || operation === "DELETE" || reviews.has(resource.resource)) return undefined;
      const known = namespaces.get(checkPath(namespace)) ?? namespaces.getFresh(namespace);
      return known instanceof Promise ? known.then((found) => check(request, found)) : check(request, known);
    },
  };
}

/** Namespaces are read through a client, which refuses names that would change the path. */
function checkPath(namespace: string): string {
  const problems = pathSegment(namespace);
  if (problems.length === 0) return namespace;
  throw internalError(`invalid resource name ${quote(namespace)}: [${problems.join(", ")}]`);
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
  return forbidden(request, why, [cause]);
}
