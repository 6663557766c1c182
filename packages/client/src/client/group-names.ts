import type { Dialect } from "@svc/meta";

/**
 * Groups whose name in types maps differs from their full name. Any other word is the group's full
 * name.
 */
const templates: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    core: "",
    admissionregistration: "admissionregistration.{api}",
    apiextensions: "apiextensions.{api}",
    apiregistration: "apiregistration.{api}",
    apiserverinternal: "internal.apiserver.{api}",
    authentication: "authentication.{api}",
    authorization: "authorization.{api}",
    certificates: "certificates.{api}",
    coordination: "coordination.{api}",
    discovery: "discovery.{api}",
    events: "events.{api}",
    flowcontrol: "flowcontrol.apiserver.{api}",
    networking: "networking.{api}",
    node: "node.{api}",
    rbac: "rbac.authorization.{api}",
    resource: "resource.{api}",
    scheduling: "scheduling.{api}",
    storage: "storage.{api}",
    storagemigration: "storagemigration.{api}",
  }),
);

/**
 * The name of the group that a types map calls so: `rbac` is `rbac.authorization.k8s.io`, in that
 * dialect.
 */
export function groupNamed(word: string, dialect: Dialect): string {
  return templates.has(word) ? dialect.expand(templates.get(word) ?? "") : word;
}
