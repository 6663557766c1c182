import { appendAll } from "@svc/base";
import type { CatalogSnapshot, ResourceCatalog } from "@svc/schema";
import type { ServedGroups } from "./discovery/served-groups.ts";
import type { ExtensionPath } from "./extension.ts";
import type { HealthCheck } from "./health/health.ts";

interface IndexDeps {
  readonly catalog: ResourceCatalog;
  readonly groups: ServedGroups;
  readonly checks: readonly HealthCheck[];
  readonly extensions: readonly ReadonlyMap<string, ExtensionPath>[];
}

/** The paths that `/` lists, in order. */
export function indexPaths({ catalog, groups, checks, extensions }: IndexDeps): readonly string[] {
  const healthPaths = ["healthz", "livez", "readyz"].flatMap((name) => [
    `/${name}`,
    ...checks.filter((c) => c.endpoints?.some((e) => e === name) ?? true).map((c) => `/${name}/${c.name}`),
  ]);
  return [
    ...discoveryPaths(catalog.snapshot(), groups),
    ...healthPaths,
    ...extensions.flatMap((paths) => [...paths.values()].flatMap((path) => path.index?.() ?? [])),
    "/metrics",
    "/metrics/slis",
    "/openapi/v2",
    "/openapi/v3",
    "/openapi/v3/",
    "/version",
  ].sort();
}

function discoveryPaths(snapshot: CatalogSnapshot, groups: ServedGroups): readonly string[] {
  const paths = ["/api", "/apis", "/apis/"];
  for (const { version } of snapshot.group("")?.versions ?? []) paths.push(`/api/${version}`);
  for (const { name, versions } of groups.plain()) {
    paths.push(`/apis/${name}`);
    appendAll(
      paths,
      versions.map((version) => `/apis/${name}/${version}`),
    );
  }
  return paths;
}
