import type { Dialect } from "@svc/meta";
import type { ResourceCatalog } from "@svc/schema";
import type { AggregatedGroup, ExtensionGroups, GroupsSnapshot, OpenApiV3Entry, PlainGroup } from "@svc/server";
import type { RemoteReadings } from "./backends/poll-remotes.ts";
import type { RemoteVersion } from "./discovery/remote-discovery.ts";
import { mergeOpenApiV2 } from "./openapi/merge-openapi-v2.ts";
import type { RemoteOpenApi } from "./openapi/remote-openapi.ts";
import type { ProxyRequest } from "./proxy/proxy-handler.ts";
import { registrationGroup } from "./registration/api-service.ts";
import type { RegisteredGroup, Registrations } from "./registration/registrations.ts";

interface GroupsDeps {
  readonly dialect: Dialect;
  readonly catalog: ResourceCatalog;
  readonly registrations: Registrations;
  readonly discovery: RemoteReadings<RemoteVersion>;
  readonly openApi: RemoteReadings<RemoteOpenApi>;
  readonly proxy: ProxyRequest;
}

/** The groups of a server as they are registered, with the versions of extension servers. */
export function aggregatedGroups(deps: GroupsDeps): ExtensionGroups {
  let current: GroupsSnapshot | undefined;
  const changed = (): void => {
    current = undefined;
  };
  deps.registrations.onChange(changed);
  deps.discovery.onChange(changed);
  deps.openApi.onChange(changed);
  return { snapshot: () => (current ??= snapshotOf(deps)) };
}

function snapshotOf(deps: GroupsDeps): GroupsSnapshot {
  const { dialect, registrations, proxy, openApi } = deps;
  const own = dialect.expand(registrationGroup);
  return {
    handler: (group, version) => {
      const registration = registrations.remote(group, version);
      return registration === undefined ? undefined : (state) => proxy(state, registration);
    },
    plain: (groups) => plainGroups(groups, registrations.groups(), own),
    aggregated: (groups) => joinAggregated(groups, deps),
    openApiV2: (document) =>
      [...openApi.current().values()].reduce(
        (joined, { v2 }) => (v2 === undefined ? joined : mergeOpenApiV2(joined, v2)),
        document,
      ),
    openApiV3: openApiV3Entries(deps),
  };
}

/** Registered groups; the group of registrations itself has none, and is always first. */
function plainGroups(
  groups: readonly PlainGroup[],
  registered: readonly RegisteredGroup[],
  own: string,
): readonly PlainGroup[] {
  const listed = registered
    .filter(({ group }) => group !== "")
    .map(({ group, versions }) => ({ name: group, versions: versions.map(({ version }) => version) }));
  return [...groups.filter(({ name }) => name === own), ...listed.filter(({ name }) => name !== own)];
}

interface RankedGroup extends AggregatedGroup {
  readonly priority: number;
}

/** Registered groups, and those of the catalog that are not registered, in one order. */
function joinAggregated(
  groups: readonly AggregatedGroup[],
  { registrations, discovery, catalog }: GroupsDeps,
): readonly AggregatedGroup[] {
  const left = new Map(groups.map((group) => [group.name, group]));
  const ranked: RankedGroup[] = [];
  for (const { group, priority, versions } of registrations.groups()) {
    if (group === "") continue;
    const own = new Map(left.get(group)?.versions.map((of) => [of.version, of]));
    left.delete(group);
    const found = versions.flatMap(({ version, registration }) => {
      const isRemote = registration.spec?.service !== undefined;
      const described = isRemote ? discovery.current().get(registration.metadata.name ?? "") : own.get(version);
      own.delete(version);
      return described === undefined ? [] : [{ ...described }];
    });
    const all = [...found, ...own.values()];
    if (all.length > 0) ranked.push({ name: group, versions: all, priority });
  }
  for (const group of left.values())
    ranked.push({ ...group, priority: catalog.snapshot().group(group.name)?.priority ?? 0 });
  ranked.sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1));
  return ranked.map(({ name, versions }) => ({ name, versions }));
}

function openApiV3Entries({ openApi, registrations, proxy }: GroupsDeps): ReadonlyMap<string, OpenApiV3Entry> {
  const entries = new Map<string, OpenApiV3Entry>();
  for (const [name, { v3 }] of openApi.current()) {
    const registration = registrations.get(name);
    if (v3 === undefined || registration === undefined) continue;
    const { group = "", version = "" } = registration.spec ?? {};
    const path = `apis/${group}/${version}`;
    if (typeof v3 !== "string") {
      entries.set(path, { document: v3 });
      continue;
    }
    const query = v3.includes("?") ? v3.slice(v3.indexOf("?")) : "";
    entries.set(path, {
      serverRelativeUrl: `/openapi/v3/${path}${query}`,
      handler: (state) => proxy(state, registration),
    });
  }
  return entries;
}
