import type { JsonObject, ResourceCatalog, ServedGroup } from "@svc/schema";
import type { RequestInfo } from "../request/request-info.ts";
import { aggregatedVersions } from "./documents.ts";
import type {
  AggregatedGroup,
  ExtensionGroups,
  GroupHandler,
  GroupsSnapshot,
  OpenApiV3Entry,
  PlainGroup,
} from "./extension-groups.ts";

/** All groups below `/apis`: those of the catalog and of extensions. */
export interface ServedGroups {
  /** The handler of the group version that a request is for, where an extension has one. */
  handlerOf(info: RequestInfo): GroupHandler | undefined;
  /** In order, as discovery lists them. */
  plain(): readonly PlainGroup[];
  aggregated(): readonly AggregatedGroup[];
  openApiV2(document: JsonObject): JsonObject;
  openApiV3(): ReadonlyMap<string, OpenApiV3Entry>;
  /**
   * A derived value: computed on first use, and again after the catalog or an extension's groups
   * have changed.
   */
  derive<T>(make: () => T): () => T;
}

interface ServedGroupsDeps {
  readonly catalog: ResourceCatalog;
  readonly extensions: readonly ExtensionGroups[];
}

/** Joins the groups of the catalog with those of extensions. */
export function createServedGroups({ catalog, extensions }: ServedGroupsDeps): ServedGroups {
  const sources: readonly (() => unknown)[] = [() => catalog.snapshot(), ...extensions.map((e) => () => e.snapshot())];
  const derive = <T>(make: () => T): (() => T) => derivedFromAll(sources, make);
  const snapshots = (): readonly GroupsSnapshot[] => extensions.map((extension) => extension.snapshot());
  const named = (): readonly ServedGroup[] => catalog.snapshot().groups.filter(({ group }) => group !== "");
  // Descriptions of a group are cached while nothing in the group changes.
  const described = new WeakMap<ServedGroup, AggregatedGroup>();
  const aggregatedOf = (served: ServedGroup): AggregatedGroup => {
    let group = described.get(served);
    if (group === undefined)
      described.set(served, (group = { name: served.group, versions: aggregatedVersions(served) }));
    return group;
  };

  return {
    handlerOf: (info) => {
      if (extensions.length === 0) return undefined;
      const target = groupVersionOf(info);
      if (target === undefined) return undefined;
      for (const extension of extensions) {
        const handler = extension.snapshot().handler(target.group, target.version);
        if (handler !== undefined) return handler;
      }
      return undefined;
    },
    plain: derive(() =>
      snapshots().reduce<readonly PlainGroup[]>(
        (groups, { plain }) => plain?.(groups) ?? groups,
        named().map(({ group, versions }) => ({ name: group, versions: versions.map(({ version }) => version) })),
      ),
    ),
    aggregated: derive(() =>
      snapshots().reduce<readonly AggregatedGroup[]>(
        (groups, { aggregated }) => aggregated?.(groups) ?? groups,
        named().map(aggregatedOf),
      ),
    ),
    openApiV2: (document) => snapshots().reduce((before, { openApiV2 }) => openApiV2?.(before) ?? before, document),
    openApiV3: derive(() => new Map(snapshots().flatMap(({ openApiV3 = new Map() }) => [...openApiV3]))),
    derive,
  };
}

/** The group version below which a path is, `/apis/<group>/<version>` itself included. */
function groupVersionOf({
  isResource,
  group,
  version,
  path,
}: RequestInfo): { readonly group: string; readonly version: string } | undefined {
  if (path.startsWith("//")) return undefined;
  if (isResource) return group === "" ? undefined : { group, version };
  const match = /^\/apis\/([^/]+)\/([^/]+)\/*$/.exec(path);
  return match === null ? undefined : { group: match[1] ?? "", version: match[2] ?? "" };
}

function derivedFromAll<T>(sources: readonly (() => unknown)[], make: () => T): () => T {
  let derived: { readonly from: readonly unknown[]; readonly value: T } | undefined;
  return () => {
    const { from } = derived ?? {};
    if (derived !== undefined && sources.every((source, i) => source() === from?.[i])) return derived.value;
    derived = { from: sources.map((source) => source()), value: make() };
    return derived.value;
  };
}
