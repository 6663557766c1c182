import { type Dialect, formatApiVersion, type GroupVersion, parseApiVersion } from "@svc/meta";
import type { CatalogSnapshot } from "@svc/schema";

/** Versions of the reviews that webhooks receive: no resource has them. */
const reviewVersions = ["admission.{api}/v1", "admission.{api}/v1beta1", "imagepolicy.{api}/v1alpha1"];

/** The groups whose versions documents of extension types do not name. */
const groupsApart = ["admission.{api}", "imagepolicy.{api}", "apiextensions.{api}", "apiregistration.{api}"];

/**
 * The group versions that have the kinds of every group, such as `DeleteOptions`: those of
 * compiled-in types, whether they are served, were served once, or never.
 */
export function sharedKindVersions({ expand }: Dialect): (catalog: CatalogSnapshot) => readonly GroupVersion[] {
  return ({ definitions }) => {
    const found = new Set<string>();
    for (const { versions, formerVersions = [] } of definitions) {
      for (const version of versions) if (version.semantics === "typed") found.add(formatApiVersion(version));
      for (const former of formerVersions) found.add(former);
    }
    if (found.size > 0) for (const version of reviewVersions) found.add(expand(version));
    return [...found].flatMap((text) => parseApiVersion(text) ?? []);
  };
}

/** The same for documents about extension types. */
export function sharedKindVersionsOfExtensions(
  dialect: Dialect,
): (catalog: CatalogSnapshot) => readonly GroupVersion[] {
  const all = sharedKindVersions(dialect);
  const apart = new Set(groupsApart.map(dialect.expand));
  return (catalog) => all(catalog).filter(({ group }) => !apart.has(group));
}
