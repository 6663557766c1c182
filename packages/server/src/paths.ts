import type { Metrics } from "@svc/metrics";
import type { ResourceCatalog } from "@svc/schema";
import { createDiscovery } from "./discovery/handlers.ts";
import type { ServedGroups } from "./discovery/served-groups.ts";
import { versionPath } from "./discovery/version-path.ts";
import type { ResponseDeps } from "./encode/response-deps.ts";
import { documentResponse } from "./encode/responses.ts";
import { type ExtensionPath, joinMaps } from "./extension.ts";
import type { Health } from "./health/health-paths.ts";
import { indexPaths } from "./index-paths.ts";
import { metricsPaths } from "./metrics/paths.ts";
import { openApiPaths } from "./openapi/handlers.ts";
import type { PathHandler } from "./request/handlers.ts";

interface SystemPathDeps {
  readonly responses: ResponseDeps;
  readonly catalog: ResourceCatalog;
  readonly groups: ServedGroups;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly externalAddress: string | undefined;
}

/** Paths of extensions, by the extension's name. */
type ExtensionPaths = readonly (readonly [name: string, paths: ReadonlyMap<string, ExtensionPath>])[];

/** The handlers of paths that name no resource, by their first segment. */
export function systemPaths(deps: SystemPathDeps, extensions: ExtensionPaths): ReadonlyMap<string, PathHandler> {
  const { responses, catalog, groups, health, metrics } = deps;
  const index: PathHandler = () => {
    const paths = indexPaths({ ...deps, checks: health.checks, extensions: extensions.map(([, of]) => of) });
    return documentResponse(200, { paths }, { format: "json", pretty: true });
  };
  const aggregations = metrics.counter({
    name: "aggregator_discovery_aggregation_count_total",
    help: "How often an aggregated discovery document was made, after a change of what is served.",
    stability: "ALPHA",
  })();
  const { externalAddress } = deps;
  const discovery = createDiscovery({ responses, catalog, groups, externalAddress, aggregations });
  const own = new Map<string, PathHandler>([
    ["", (state) => (state.info.path === "/" ? index(state) : undefined)],
    ["index.html", (state) => (state.info.path === "/index.html" ? index(state) : undefined)],
    ["api", discovery],
    ["apis", discovery],
    ["version", versionPath(responses)],
    [
      "openapi",
      openApiPaths({ dialect: responses.dialect, schemas: responses.schemas, catalog, groups, turns: responses.turns }),
    ],
    ["metrics", metricsPaths({ metrics, slis: health.metrics }, responses.clock)],
    ["healthz", health.handler],
    ["livez", health.handler],
    ["readyz", health.handler],
  ]);
  return joinMaps<PathHandler>("handlers of the path", [
    ["the server", own],
    ...extensions.map(([name, of]) => [name, handlersOf(of)] as const),
  ]);
}

function handlersOf(paths: ReadonlyMap<string, ExtensionPath>): ReadonlyMap<string, PathHandler> {
  return new Map([...paths].map(([segment, { handler }]) => [segment, handler]));
}
