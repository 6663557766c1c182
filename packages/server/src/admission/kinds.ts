import type { OwnerReferencesOptions } from "@svc/admission";
import { formatApiVersion } from "@svc/meta";
import type { ResourceDefinition } from "@svc/schema";

/** Finds out what objects of a kind are kept as. */
export function resourceOfKind(definitions: readonly ResourceDefinition[]): OwnerReferencesOptions["resourceOf"] {
  const resources = new Map(
    definitions.flatMap(({ resource, kind, namespaced, versions }) =>
      versions.map(({ group, version, ...of }) => {
        const apiVersion = formatApiVersion({ group, version });
        return [`${apiVersion} ${of.kind ?? kind}`, { group, version, resource, namespaced }] as const;
      }),
    ),
  );
  return (apiVersion, kind) => resources.get(`${apiVersion} ${kind}`);
}
