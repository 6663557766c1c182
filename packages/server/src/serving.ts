import { type Dialect, formatApiVersion } from "@svc/meta";
import type { FeatureGates, ResourceDefinition, ResourceVersion, Stability, Subresource } from "@svc/schema";

/** One resource of one group version, as it is served. */
export interface ServedResource {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
  readonly subresources: ReadonlyMap<string, Subresource>;
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** By plural name, in order of name. */
  readonly resources: ReadonlyMap<string, ServedResource>;
  readonly priority: { readonly group: number; readonly version: number };
}

export interface ServedGroup {
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly ServedVersion[];
  readonly priority: number;
}

/** What a server serves: the definitions it was given, without what is turned off. */
export interface Serving {
  /** The group whose types clients know best first. */
  readonly groups: readonly ServedGroup[];
  /** Everything that is stored, whether it is served or not. */
  readonly definitions: readonly ResourceDefinition[];
  find(group: string, version: string, resource: string): ServedResource | undefined;
  hasGroup(group: string): boolean;
  version(group: string, version: string): ServedVersion | undefined;
}

interface ServingOptions {
  readonly definitions: readonly ResourceDefinition[];
  readonly dialect: Dialect;
  readonly runtimeConfig: RuntimeConfig;
  readonly gates: FeatureGates;
}

/** `--runtime-config`: keys are `api/all`, `api/ga`, `api/beta`, `api/alpha`, `<group>/<version>` and `<group>/<version>/<resource>`. */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

const defaultPriority = { group: 1000, version: 100 } as const;

/** @throws {TypeError} for a key that names no group version */
export function createServing({ definitions, dialect, runtimeConfig, gates }: ServingOptions): Serving {
  checkRuntimeConfig(definitions, runtimeConfig);
  const versions = new Map<
    string,
    { group: string; version: string; resources: Map<string, ServedResource>; priority: ServedVersion["priority"] }
  >();
  for (const definition of definitions) {
    for (const version of definition.versions) {
      if (version.featureGate !== undefined && !gates.enabled(version.featureGate)) continue;
      if (!isEnabled(definition, version, runtimeConfig)) continue;
      const key = formatApiVersion(version);
      let served = versions.get(key);
      if (served === undefined) {
        served = {
          group: version.group,
          version: version.version,
          resources: new Map(),
          priority: version.priority ?? defaultPriority,
        };
        versions.set(key, served);
      }
      const subresources = new Map((version.subresources ?? []).map((s) => [s.name, s]));
      served.resources.set(definition.resource, { definition, version, subresources });
    }
  }
  const groups = new Map<string, ServedVersion[]>();
  for (const served of versions.values()) {
    const sorted = new Map([...served.resources].sort(([a], [b]) => (a < b ? -1 : 1)));
    const list = groups.get(served.group) ?? [];
    list.push({ ...served, resources: sorted });
    groups.set(served.group, list);
  }
  const ordered = [...groups].map(([group, list]) => orderVersions(group, list));
  // The group of the aggregation layer itself stands first: it has no object that gives it a place.
  const first = dialect.expand("apiregistration.{api}");
  ordered.sort(
    (a, b) =>
      Number(b.group === first) - Number(a.group === first) || b.priority - a.priority || (a.group < b.group ? -1 : 1),
  );
  const byVersion = new Map(ordered.flatMap((g) => g.versions).map((v) => [formatApiVersion(v), v]));
  return {
    groups: ordered,
    definitions,
    find: (group, version, resource) => byVersion.get(formatApiVersion({ group, version }))?.resources.get(resource),
    hasGroup: (group) => groups.has(group),
    version: (group, version) => byVersion.get(formatApiVersion({ group, version })),
  };
}

function orderVersions(group: string, versions: readonly ServedVersion[]): ServedGroup {
  const sorted = [...versions].sort(
    (a, b) => b.priority.version - a.priority.version || compareVersions(a.version, b.version),
  );
  return { group, versions: sorted, priority: Math.max(...versions.map((v) => v.priority.group)) };
}

/** GA before beta before alpha, the higher number first; names that follow no pattern last, by name. */
function compareVersions(a: string, b: string): number {
  const x = parseVersion(a);
  const y = parseVersion(b);
  if (x === undefined || y === undefined) return x === y ? (a < b ? -1 : 1) : x === undefined ? 1 : -1;
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

function isEnabled({ resource }: ResourceDefinition, version: ResourceVersion, config: RuntimeConfig): boolean {
  const apiVersion = version.group === "" ? `api/${version.version}` : formatApiVersion(version);
  return (
    config.get(`${apiVersion}/${resource}`) ??
    config.get(apiVersion) ??
    config.get(stabilityKey(version.stability)) ??
    config.get("api/all") ??
    version.enabledByDefault
  );
}

function stabilityKey(stability: Stability): string {
  return `api/${stability}`;
}

function checkRuntimeConfig(definitions: readonly ResourceDefinition[], config: RuntimeConfig): void {
  const known = new Set(["api/all", "api/ga", "api/beta", "api/alpha", "api/legacy"]);
  for (const { resource, versions } of definitions) {
    for (const version of versions) {
      const apiVersion = version.group === "" ? `api/${version.version}` : formatApiVersion(version);
      known.add(apiVersion);
      known.add(`${apiVersion}/${resource}`);
    }
  }
  const unknown = [...config.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0) throw new TypeError(`unknown api groups ${unknown.join(",")}`);
}
