import { checkArgument, withMethods } from "@svc/base/check";
import type { ObjectType, TypeMeta } from "@svc/codec";
import { formatApiVersion, type GroupVersionKind, parseApiVersion, quote } from "@svc/meta";
import type { ResourceCatalog, ResourceDefinition, StructSchema } from "@svc/schema";

/** All kinds, served or not, for errors about bodies of an unexpected kind. */
export interface KindCatalog {
  /**
   * The definition of a kind, former versions included; `other` for kinds that are no resources.
   */
  find(apiVersion: string, kind: string): ResourceDefinition | "other" | undefined;
  /** Like `find`, without extension types. */
  findCompiledIn(apiVersion: string, kind: string): ResourceDefinition | "other" | undefined;
  /** The body of a subresource by its kind in a former version. */
  findFormerBody(apiVersion: string, kind: string): GroupVersionKind | undefined;
}

type CompiledInKinds = Pick<KindCatalog, "find" | "findFormerBody">;

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
const unserved: ReadonlySet<string> = new Set(["List", "PodStatusResult", "RangeAllocation", "SerializedReference"]);

/** Kinds of the API's own group; no resource has them. */
const metaKinds: ReadonlySet<string> = new Set([
  ...everywhere,
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
  "Table",
  "TableOptions",
]);

/** The error for a body of a deletion that is no `DeleteOptions`. */
export function notDeleteOptions(declared: GroupVersionKind, metaGroup: string): string {
  const { group, version, kind } = declared;
  const isKnown = unversioned.has(kind) || (group === metaGroup && version === "v1" && metaKinds.has(kind));
  return isKnown
    ? `converting (v1.${kind}) to (v1.DeleteOptions): unknown conversion`
    : notRegistered({ apiVersion: formatApiVersion(declared), kind });
}

const expectedCatalog = withMethods("a ResourceCatalog of @svc/schema", "snapshot", "onChange");

/**
 * The kinds of a catalog, following its changes. Extension types are looked up in the snapshot of
 * the catalog, so that adding one does not cost time proportional to all types.
 * @throws {TypeError} for a wrong argument
 */
export function createKindCatalog(catalog: Pick<ResourceCatalog, "snapshot" | "onChange">): KindCatalog {
  checkArgument("createKindCatalog: catalog", catalog, expectedCatalog);
  const isTyped = ({ versions }: ResourceDefinition): boolean => versions.some((v) => v.semantics !== "structural");
  let typed: CompiledInKinds | undefined;
  const ofSubresources = new Set<string>();
  const note = (definitions: readonly ResourceDefinition[]): void => {
    for (const definition of definitions) {
      if (isTyped(definition)) typed = undefined;
      else for (const name of subresourceKinds(definition)) ofSubresources.add(name);
    }
  };
  note(catalog.snapshot().definitions);
  catalog.onChange(({ added, removed, replaced }) => {
    note([...added, ...replaced.map(({ after }) => after)]);
    if ([...removed, ...replaced.map(({ before }) => before)].some(isTyped)) typed = undefined;
  });
  const kinds = (): CompiledInKinds => (typed ??= kindsOf(catalog.snapshot().definitions.filter(isTyped)));
  return {
    find: (apiVersion, kind) => {
      const compiledIn = kinds().find(apiVersion, kind);
      if (compiledIn !== undefined) return compiledIn;
      const snapshot = catalog.snapshot();
      const named = parseApiVersion(apiVersion);
      if (named === undefined) return undefined;
      const { group, version } = named;
      const isOther =
        snapshot.isListKind(group, version, kind) ||
        (everywhere.has(kind) && snapshot.hasVersion(group, version)) ||
        ofSubresources.has(keyOf(apiVersion, kind));
      return snapshot.ofKind(group, version, kind)?.definition ?? (isOther ? "other" : undefined);
    },
    findCompiledIn: (apiVersion, kind) => kinds().find(apiVersion, kind),
    findFormerBody: (apiVersion, kind) => kinds().findFormerBody(apiVersion, kind),
  };
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

/** The kinds that the subresources of a definition have of their own. */
function subresourceKinds({ versions }: ResourceDefinition): readonly string[] {
  return versions
    .flatMap(({ subresources = [] }) => subresources)
    .flatMap((subresource) => {
      const kind = subresourceKind(subresource);
      return kind === undefined ? [] : [keyOf(formatApiVersion(kind), kind.kind)];
    });
}

function kindsOf(definitions: readonly ResourceDefinition[]): CompiledInKinds {
  const kinds = new Map<string, ResourceDefinition | "other">();
  const formerBodies = new Map<string, GroupVersionKind>();
  const versions = new Set<string>();
  const formerVersions = new Set<string>();
  const key = keyOf;
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
        for (const former of subresource.formerVersions ?? []) {
          const formerName = key(former, kind.kind);
          formerBodies.set(formerName, kind);
          if (!kinds.has(formerName)) kinds.set(formerName, "other");
        }
      }
    }
  }
  for (const definition of definitions) {
    for (const former of definition.formerVersions ?? []) {
      formerVersions.add(former);
      const name = key(former, definition.kind);
      if (!kinds.has(name)) kinds.set(name, definition);
    }
  }
  return {
    findFormerBody: (apiVersion, kind) => formerBodies.get(key(apiVersion, kind)),
    find: (apiVersion, kind) => {
      // Kinds without a version are known in every version, served or not.
      const isOther =
        unversioned.has(kind) ||
        (everywhere.has(kind) && (versions.has(apiVersion) || formerVersions.has(apiVersion))) ||
        (apiVersion === "v1" && unserved.has(kind));
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
  // Kinds without a version are converted from the core group's.
  const version = unversioned.has(kind) ? "v1" : (parseApiVersion(apiVersion)?.version ?? "");
  return `converting (${version}.${kind}) to (${internalTypeName(schema)}): unknown conversion`;
}
