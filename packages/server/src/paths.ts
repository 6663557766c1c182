import type { Storage } from "@svc/storage";
import type { PathHandler } from "./dispatch.ts";
import { documentAnswer } from "./encode/answers.ts";
import { type ExtensionPath, joinMaps } from "./extension.ts";
import { answerHealth, type HealthCheck } from "./health/health.ts";
import { storageProblem } from "./health/storage-problem.ts";
import { unreadableObjectsChecks } from "./health/unreadable-objects.ts";
import { createHealthMetrics } from "./metrics/health-metrics.ts";
import { metricsPaths } from "./metrics/paths.ts";
import { openApiPaths } from "./openapi/handlers.ts";
import type { ServerParts } from "./parts.ts";
import { methodNotServed, notServed } from "./resources/endpoint.ts";
import { versionInfo } from "./version.ts";

interface SystemPathOptions {
  /** Of extensions, in any order. */
  readonly checks: readonly HealthCheck[];
  /** Templates of names of these checks, in the order in which they are shown. */
  readonly order: readonly string[];
  readonly storage: Storage;
  /** Paths of extensions, by the extension's name. */
  readonly extensions: readonly (readonly [name: string, paths: ReadonlyMap<string, ExtensionPath>])[];
}

/** The paths that are about the server itself, by their first segment. */
export function systemPaths(
  parts: ServerParts,
  { checks: checksOfExtensions, order, storage, extensions }: SystemPathOptions,
): { readonly paths: ReadonlyMap<string, PathHandler>; readonly drain: () => void } {
  let draining = false;
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => undefined },
    { name: "log", check: () => undefined },
    { name: "etcd", check: async () => storageProblem(storage) },
    { name: "etcd-readiness", endpoints: ["readyz"], check: async () => storageProblem(storage) },
    ...inOrder(checksOfExtensions, order.map(parts.dialect.expand)),
    { name: "shutdown", endpoints: ["readyz"], check: () => (draining ? "process is shutting down" : undefined) },
  ];
  const slis = createHealthMetrics(parts.dialect.product);
  const health: PathHandler = ({ info }) =>
    answerHealth(info.path, info.query, {
      checks: () => [...checks, ...unreadableObjectsChecks(parts.registry)],
      started: () => true,
      observe: (endpoint, name, problem) => {
        slis.observe(endpoint, name, problem);
        if (problem !== undefined) parts.log.warn("a health check failed", { endpoint, name, reason: problem });
      },
    });
  const version = versionInfo(parts.dialect.name);
  const index: PathHandler = () => {
    const names = ["healthz", "livez", "readyz"];
    const list = [
      ...discoveryPaths(parts),
      ...names.flatMap((name) => [
        `/${name}`,
        ...checks.filter((c) => c.endpoints?.some((e) => e === name) ?? true).map((c) => `/${name}/${c.name}`),
      ]),
      ...extensions.flatMap(([, paths]) => [...paths.values()].flatMap((path) => path.index?.() ?? [])),
      "/metrics",
      "/metrics/slis",
      "/openapi/v2",
      "/openapi/v3",
      "/openapi/v3/",
      "/version",
    ];
    return documentAnswer(200, { paths: list.sort() }, { format: "json", pretty: true });
  };
  const own = new Map<string, PathHandler>([
    ["", (state) => (state.info.path === "/" ? index(state) : undefined)],
    ["index.html", (state) => (state.info.path === "/index.html" ? index(state) : undefined)],
    [
      "version",
      (state) => {
        if (!/^\/version\/?$/.test(state.info.path)) throw notServed();
        if (state.info.method !== "GET") throw methodNotServed();
        parts.negotiator.jsonForm(state.request);
        return documentAnswer(200, version, { format: "json", pretty: true });
      },
    ],
    ["openapi", openApiPaths(parts)],
    ["metrics", metricsPaths({ metrics: parts.metrics, slis: slis.metrics }, parts.clock)],
    ["healthz", health],
    ["livez", health],
    ["readyz", health],
  ]);
  const reserved = new Map([...own, ["api", notFound], ["apis", notFound]]);
  const joined = joinMaps<PathHandler>("handlers of the path", [
    ["the server", reserved],
    ...extensions.map(([name, of]) => [name, handlersOf(of)] as const),
  ]);
  return {
    paths: joined,
    drain: () => {
      draining = true;
    },
  };
}

/** Discovery answers these paths. */
const notFound: PathHandler = () => undefined;

function handlersOf(paths: ReadonlyMap<string, ExtensionPath>): ReadonlyMap<string, PathHandler> {
  return new Map([...paths].map(([segment, { handler }]) => [segment, handler]));
}

/** Sorts checks by `order`; checks without a place in it come last. */
function inOrder(checks: readonly HealthCheck[], order: readonly string[]): readonly HealthCheck[] {
  const places = new Map(order.map((name, i) => [name, i]));
  const placeOf = ({ name }: HealthCheck): number => places.get(name) ?? order.length;
  return checks.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function discoveryPaths({ catalog }: ServerParts): string[] {
  const paths = ["/api", "/apis", "/apis/"];
  for (const { group, versions } of catalog.snapshot().groups) {
    if (group !== "") paths.push(`/apis/${group}`);
    for (const { version } of versions) paths.push(group === "" ? `/api/${version}` : `/apis/${group}/${version}`);
  }
  return paths;
}
