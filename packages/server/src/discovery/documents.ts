import { createHash } from "node:crypto";
import { formatApiVersion, parseApiVersion } from "@svc/meta";
import type {
  CatalogSnapshot,
  ResourceDefinition,
  ResourceVersion,
  ServedGroup,
  ServedResource,
  ServedVersion,
  Subresource,
  Verb,
} from "@svc/schema";
import type { AggregatedGroup, AggregatedVersion, PlainGroup } from "./extension-groups.ts";

/**
 * Discovery documents of the served types. Source: the discovery API, in its plain and its
 * aggregated form.
 */

/**
 * `/api`: the versions of the core group. @param address `host:port` by which clients reach the
 * server
 */
export function coreVersions(snapshot: CatalogSnapshot, address: string): object {
  const core = snapshot.group("");
  return {
    kind: "APIVersions",
    versions: core?.versions.map((v) => v.version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}

/** `/apis` */
export function groupList(groups: readonly PlainGroup[]): object {
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupOf) };
}

/** `/apis/<group>` */
export function groupDocument(group: PlainGroup): object {
  return { kind: "APIGroup", apiVersion: "v1", ...groupOf(group) };
}

function groupOf({ name, versions }: PlainGroup): object {
  const list = versions.map((version) => ({ groupVersion: formatApiVersion({ group: name, version }), version }));
  return { name, versions: list, preferredVersion: list[0] };
}

/** `/api/v1`, `/apis/<group>/<version>` */
export function resourceList(served: ServedVersion): object {
  const resources = [...served.resources.values()].sort((a, b) =>
    compareNames(a.definition.resource, b.definition.resource),
  );
  const rows = resources.flatMap((r) => [resourceRow(r), ...subresourceRows(r, served)]);
  return {
    kind: "APIResourceList",
    // The core group's document has no version, for historical reasons.
    ...(served.group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: formatApiVersion(served),
    resources: rows,
  };
}

interface ResourceRow {
  readonly name: string;
  readonly [field: string]: unknown;
}

function resourceRow({ definition, version }: ServedResource): ResourceRow {
  const { resource, singular, namespaced, kind, shortNames, categories } = definition;
  const hash = storageHash(definition);
  return {
    name: resource,
    singularName: singular,
    namespaced,
    kind: version.kind ?? kind,
    verbs: verbsOf(version, version.verbs),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

/** Compiled-in types are sorted by name, others by the order of their definition. */
function subresourcesOf({ subresources = [], semantics }: ServedResource["version"]): readonly Subresource[] {
  return semantics === "typed" ? subresources.toSorted((a, b) => compareNames(a.name, b.name)) : subresources;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function subresourceRows({ definition, version }: ServedResource, served: ServedVersion): ResourceRow[] {
  return subresourcesOf(version).flatMap((s) => {
    const kind = responseKind(definition, s, served);
    const elsewhere = kind.group !== served.group || kind.version !== served.version;
    const row = {
      singularName: "",
      namespaced: definition.namespaced,
      ...(elsewhere ? { group: kind.group, version: kind.version } : {}),
      kind: kind.kind,
      verbs: verbsOf(version, s.verbs),
    };
    const name = `${definition.resource}/${s.name}`;
    return [{ name, ...row }];
  });
}

function responseKind(
  definition: ResourceDefinition,
  subresource: Subresource,
  { group, version }: ServedVersion,
): { readonly group: string; readonly version: string; readonly kind: string } {
  switch (subresource.view) {
    case "object":
      return { group, version, kind: definition.kind };
    case "scale":
      return subresource.scale.kind;
    case "action":
      return subresource.body;
    case "connect":
      return subresource.options;
  }
}

/**
 * A hash that changes with a resource's storage version; undefined for an extension type that does
 * not serve that version.
 */
function storageHash({ storage, kind, versions }: ResourceDefinition): string | undefined {
  if (storage === undefined) return undefined;
  const stored = versions.find((v) => v.group === storage.group && v.version === storage.version);
  if (stored?.semantics === "structural" && !stored.enabledByDefault) return undefined;
  const { group, version } =
    (storage.hashVersion === undefined ? undefined : parseApiVersion(storage.hashVersion)) ?? storage;
  return createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
}

/** `/apis` and `/api` in the aggregated form. */
export function aggregatedList(groups: readonly AggregatedGroup[]): { readonly kind: string } {
  const items = groups.map(({ name, versions }) => ({
    metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
    versions,
  }));
  return { kind: "APIGroupDiscoveryList", metadata: {}, items } as { readonly kind: string };
}

/** The versions of a group of the catalog in the aggregated form. */
export function aggregatedVersions({ versions }: ServedGroup): readonly AggregatedVersion[] {
  return versions.map((v) => ({
    version: v.version,
    resources: [...v.resources.values()].map((r) => aggregatedResource(r, v)),
    freshness: "Current",
  }));
}

function aggregatedResource({ definition, version }: ServedResource, served: ServedVersion): object {
  const { resource, singular, kind, namespaced, shortNames, categories } = definition;
  // Compiled-in types omit a group and version that equal the resource's.
  const isTyped = version.semantics === "typed";
  const subresources = subresourcesOf(version).map((s) => {
    const k = responseKind(definition, s, served);
    const here = isTyped && k.group === served.group && k.version === served.version;
    return {
      subresource: s.name,
      responseKind: { group: here ? "" : k.group, version: here ? "" : k.version, kind: k.kind },
      verbs: verbsOf(version, s.verbs),
    };
  });
  return {
    resource,
    responseKind: {
      group: isTyped ? "" : version.group,
      version: isTyped ? "" : version.version,
      kind: version.kind ?? kind,
    },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs: verbsOf(version, version.verbs),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}

/** Sorted by name; those of extension types in declared order. */
function verbsOf({ semantics }: ResourceVersion, verbs: readonly Verb[]): readonly Verb[] {
  return semantics === "structural" ? verbs : verbs.toSorted();
}
