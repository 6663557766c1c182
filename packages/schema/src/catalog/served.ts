import { formatApiVersion } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion, Subresource } from "../definition.ts";

/** One resource of one group version, as it is served. */
export interface ServedResource {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
  readonly subresources: ReadonlyMap<string, Subresource>;
}

/** The resources of one served group version. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** By plural name, sorted by name. */
  readonly resources: ReadonlyMap<string, ServedResource>;
  readonly priority: { readonly group: number; readonly version: number };
  /** Whether all its types are extension types. */
  readonly isOfExtensions: boolean;
}

/** A served group. Its identity is stable while nothing in the group changes. */
export interface ServedGroup {
  readonly group: string;
  /** The preferred version first. */
  readonly versions: readonly ServedVersion[];
  readonly priority: number;
}

/** A group with lookup tables for all its types, served or not. */
export interface GroupIndex {
  /** Undefined for a group without a served version. */
  readonly served: ServedGroup | undefined;
  readonly versions: ReadonlyMap<string, ServedVersion>;
  /** Definitions that are stored in the group, by plural name. */
  readonly stored: ReadonlyMap<string, ResourceDefinition>;
  /** By `<version> <kind>`, served or not. */
  readonly kinds: ReadonlyMap<string, Pick<ServedResource, "definition" | "version">>;
  /** Of lists, by `<version> <kind>`, served or not. */
  readonly listKinds: ReadonlySet<string>;
  /** Versions that a definition has, served or not. */
  readonly named: ReadonlySet<string>;
}

const defaultPriority = { group: 1000, version: 100 } as const;

/** @param members every definition that is stored in the group or has a version in it */
export function indexGroup(
  group: string,
  members: Iterable<ResourceDefinition>,
  serves: (definition: ResourceDefinition, version: ResourceVersion) => boolean,
): GroupIndex {
  const stored = new Map<string, ResourceDefinition>();
  const kinds = new Map<string, Pick<ServedResource, "definition" | "version">>();
  const versions = new Map<string, ServedResource[]>();
  const listKinds = new Set<string>();
  const named = new Set<string>();
  for (const definition of members) {
    if (definition.storage?.group === group) stored.set(definition.resource, definition);
    for (const version of definition.versions) {
      if (version.group !== group) continue;
      kinds.set(`${version.version} ${version.kind ?? definition.kind}`, { definition, version });
      listKinds.add(`${version.version} ${definition.listKind}`);
      named.add(version.version);
      if (!serves(definition, version)) continue;
      const subresources = new Map((version.subresources ?? []).map((s) => [s.name, s]));
      const resources = versions.get(version.version);
      const resource: ServedResource = { definition, version, subresources };
      if (resources === undefined) versions.set(version.version, [resource]);
      else resources.push(resource);
    }
  }
  const listed = [...versions.values()].map(servedVersion);
  return {
    served: listed.length === 0 ? undefined : orderVersions(group, listed),
    versions: new Map(listed.map((v) => [v.version, v])),
    stored,
    kinds,
    listKinds,
    named,
  };
}

function servedVersion(resources: readonly ServedResource[]): ServedVersion {
  const [first] = resources;
  if (first === undefined) throw new TypeError("a version without resources");
  const { group, version, priority = defaultPriority } = first.version;
  const sorted = resources.toSorted((a, b) => compare(a.definition.resource, b.definition.resource));
  return {
    group,
    version,
    priority,
    resources: new Map(sorted.map((r) => [r.definition.resource, r])),
    isOfExtensions: resources.every((r) => r.version.semantics === "structural"),
  };
}

function orderVersions(group: string, versions: readonly ServedVersion[]): ServedGroup {
  const sorted = versions.toSorted(
    (a, b) => b.priority.version - a.priority.version || compareVersions(a.version, b.version),
  );
  return {
    group,
    versions: sorted,
    priority: versions.reduce((most, v) => Math.max(most, v.priority.group), Number.NEGATIVE_INFINITY),
  };
}

/** Sorts by descending priority. */
export function orderGroups(groups: readonly ServedGroup[]): readonly ServedGroup[] {
  return groups.toSorted((a, b) => b.priority - a.priority || compare(a.group, b.group));
}

/**
 * GA before beta before alpha, the higher number first; names that follow no pattern last, by name.
 */
export function compareVersions(a: string, b: string): number {
  const x = parseVersion(a);
  const y = parseVersion(b);
  if (x === undefined || y === undefined) return x === y ? compare(a, b) : x === undefined ? 1 : -1;
  return y.stability - x.stability || y.major - x.major || y.minor - x.minor;
}

function parseVersion(
  text: string,
): { readonly stability: number; readonly major: number; readonly minor: number } | undefined {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(text);
  if (match === null) return undefined;
  return {
    major: Number(match[1]),
    stability: match[2] === undefined ? 2 : match[2] === "beta" ? 1 : 0,
    minor: Number(match[3] ?? 0),
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The names of a definition that must be unique, as errors show them. */
export function namesOf({ resource, kind, versions, storage }: ResourceDefinition): readonly string[] {
  const names = versions.flatMap((version) => {
    const apiVersion = formatApiVersion(version);
    return [`${resource} in ${apiVersion}`, `kind ${version.kind ?? kind} in ${apiVersion}`];
  });
  return storage === undefined ? names : [...names, `storage prefix ${storage.prefix}`];
}
