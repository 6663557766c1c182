import type { ObjectType, TypeMeta } from "@svc/codec";
import { formatApiVersion, type GroupVersionKind, parseApiVersion, quote } from "@svc/meta";
import { derivedFrom, type ResourceCatalog, type ResourceDefinition, type StructSchema } from "@svc/schema";

/** All kinds, served or not, to recognize bodies of an unexpected kind. */
export interface KindCatalog {
  /**
   * The definition of a kind, former versions included; `other` for kinds that are no resources.
   */
  find(apiVersion: string, kind: string): ResourceDefinition | "other" | undefined;
  /** The body of a subresource by its kind in a former version. */
  findFormerBody(apiVersion: string, kind: string): GroupVersionKind | undefined;
}

/** Kinds that every group version has. */
const everywhere: ReadonlySet<string> = new Set([
  "ListOptions",
  "GetOptions",
  "DeleteOptions",
  "CreateOptions",
  "UpdateOptions",
  "PatchOptions",
  "WatchEvent",
]);

/** Kinds that are the same in all group versions. */
const unversioned: ReadonlySet<string> = new Set([
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "APIVersions",
  "Status",
]);

/** Kinds of the core group that no resource has. */
const unserved: ReadonlySet<string> = new Set([
  ...unversioned,
  "List",
  "PodStatusResult",
  "RangeAllocation",
  "SerializedReference",
]);

/** Kinds of the API's own group; no resource has them. */
const metaKinds: ReadonlySet<string> = new Set([
  ...everywhere,
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
  "Table",
  "TableOptions",
]);

/** The error for a body of a deletion that is no `DeleteOptions`. */
export function notDeleteOptions(says: GroupVersionKind, metaGroup: string): string {
  const { group, version, kind } = says;
  const isKnown = unversioned.has(kind) || (group === metaGroup && version === "v1" && metaKinds.has(kind));
  return isKnown
    ? `converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`
    : notRegistered({ apiVersion: formatApiVersion(says), kind });
}

/** The kinds of a catalog; it follows the changes of the catalog. */
export function createKindCatalog(catalog: ResourceCatalog): KindCatalog {
  const kinds = derivedFrom(catalog, (snapshot) => kindsOf(snapshot.definitions));
  return {
    find: (apiVersion, kind) => kinds().find(apiVersion, kind),
    findFormerBody: (apiVersion, kind) => kinds().findFormerBody(apiVersion, kind),
  };
}

function kindsOf(definitions: readonly ResourceDefinition[]): KindCatalog {
  const kinds = new Map<string, ResourceDefinition | "other">();
  const formerBodies = new Map<string, GroupVersionKind>();
  const versions = new Set<string>();
  const key = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;
  for (const definition of definitions) {
    for (const version of definition.versions) {
      const apiVersion = formatApiVersion(version);
      versions.add(apiVersion);
      kinds.set(key(apiVersion, version.kind ?? definition.kind), definition);
      kinds.set(key(apiVersion, definition.listKind), "other");
      for (const subresource of version.subresources ?? []) {
        const kind = subresourceKind(subresource);
        if (kind === undefined) continue;
        const name = key(formatApiVersion(kind), kind.kind);
        if (!kinds.has(name)) kinds.set(name, "other");
        if (subresource.view !== "action") continue;
        for (const former of subresource.formerVersions ?? []) formerBodies.set(key(former, kind.kind), kind);
      }
    }
  }
  for (const definition of definitions) {
    for (const former of definition.formerVersions ?? []) {
      const name = key(former, definition.kind);
      if (!kinds.has(name)) kinds.set(name, definition);
    }
  }
  return {
    findFormerBody: (apiVersion, kind) => formerBodies.get(key(apiVersion, kind)),
    find: (apiVersion, kind) => {
      const isOther = (everywhere.has(kind) && versions.has(apiVersion)) || (apiVersion === "v1" && unserved.has(kind));
      return kinds.get(key(apiVersion, kind)) ?? (isOther ? "other" : undefined);
    },
  };
}

function subresourceKind(
  subresource: NonNullable<ResourceDefinition["versions"][number]["subresources"]>[number],
): GroupVersionKind | undefined {
  switch (subresource.view) {
    case "scale":
      return subresource.scale.kind;
    case "action":
      return subresource.body;
    case "connect":
      return subresource.options;
    default:
      return undefined;
  }
}

/** `core/v1.Pod` → `core.Pod`: how messages name the form that is common to all versions. */
export function internalTypeName({ name = "" }: StructSchema): string {
  const group = name.slice(0, name.indexOf("/"));
  // Events of both groups have one form.
  return `${group === "events" ? "core" : group}.${name.slice(name.lastIndexOf(".") + 1)}`;
}

/** The error for an unknown kind. */
export function notRegistered({ apiVersion, kind }: Required<TypeMeta>): string {
  return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`;
}

/** The error for a kind that no version of a group has. */
export function notRegisteredInGroup(group: string, kind: string): string {
  return `no kind ${quote(kind)} is registered for the internal version of group ${quote(group)} in scheme "pkg/runtime/scheme.go:110"`;
}

/** The error for a kind other than the expected one. */
export function unknownConversion(
  { apiVersion, kind }: Required<TypeMeta>,
  { schema }: Pick<ObjectType, "schema">,
): string {
  const version = parseApiVersion(apiVersion)?.version ?? "";
  return `converting (${version}.${kind}) to (${internalTypeName(schema)}): unknown conversion`;
}
