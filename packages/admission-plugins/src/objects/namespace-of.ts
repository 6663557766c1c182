import type { AdmissionRequest, NamespaceSource } from "@svc/admission";
import { type ApiObject, notFound } from "@svc/meta";

/** The namespace that a request is in. @throws {StatusError} 404 where there is none */
export function namespaceOf(
  namespaces: NamespaceSource,
  { namespace }: AdmissionRequest,
): ApiObject | Promise<ApiObject> {
  const there = (found: ApiObject | undefined): ApiObject => {
    if (found === undefined) throw notFound({ group: "", resource: "namespaces", name: namespace });
    return found;
  };
  const known = namespaces.get(namespace);
  if (known !== undefined) return known;
  const fresh = namespaces.getFresh(namespace);
  return fresh instanceof Promise ? fresh.then(there) : there(fresh);
}
