import type { Rbac } from "@svc/authz";
import type { Storage } from "@svc/storage";
import type { PathHandler } from "./dispatch.ts";
import { documentAnswer } from "./encode/answers.ts";
import { answerHealth, type HealthCheck } from "./health/health.ts";
import { inOrder } from "./health/in-order.ts";
import { storageProblem } from "./health/storage-problem.ts";
import { unreadableObjectsChecks } from "./health/unreadable-objects.ts";
import { createHealthMetrics } from "./metrics/health-metrics.ts";
import { metricsPaths } from "./metrics/paths.ts";
import { openApiPaths } from "./openapi/handlers.ts";
import type { ServerParts } from "./parts.ts";
import { explainPaths } from "./rbac/explain-paths.ts";
import { methodNotServed, notServed } from "./resources/endpoint.ts";
import { issuerHandlers, issuerPaths } from "./service-accounts/issuer-paths.ts";
import type { ServiceAccountTokens } from "./service-accounts/service-account-tokens.ts";
import { versionInfo } from "./version.ts";

interface SystemPathOptions {
  /** Of what begins with the server, in any order. */
  readonly checksOfStart: readonly HealthCheck[];
  readonly storage: Storage;
  readonly serviceAccountTokens?: ServiceAccountTokens;
  /** Where there are roles, people may ask who has which rights. */
  readonly rbac?: Rbac;
}

/** The paths that are about the server itself, by their first segment. */
export function systemPaths(
  parts: ServerParts,
  { checksOfStart, storage, serviceAccountTokens, rbac }: SystemPathOptions,
): { readonly paths: ReadonlyMap<string, PathHandler>; readonly drain: () => void } {
  let draining = false;
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => undefined },
    { name: "log", check: () => undefined },
    { name: "etcd", check: async () => storageProblem(storage) },
    { name: "etcd-readiness", endpoints: ["readyz"], check: async () => storageProblem(storage) },
    ...inOrder(checksOfStart, parts.dialect),
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
      ...(serviceAccountTokens?.discovery?.() === undefined ? [] : issuerPaths),
      "/metrics",
      "/metrics/slis",
      "/openapi/v2",
      "/openapi/v3",
      "/openapi/v3/",
      "/version",
    ];
    return documentAnswer(200, { paths: list.sort() }, { format: "json", pretty: true });
  };
  const paths = new Map<string, PathHandler>([
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
    ...issuerHandlers(serviceAccountTokens?.discovery),
    ...(rbac === undefined ? [] : [["authorization", explainPaths(parts, rbac)] as const]),
    ["metrics", metricsPaths({ metrics: parts.metrics, slis: slis.metrics }, parts.clock)],
    ["healthz", health],
    ["livez", health],
    ["readyz", health],
  ]);
  return {
    paths,
    drain: () => {
      draining = true;
    },
  };
}

function discoveryPaths({ catalog }: ServerParts): string[] {
  const paths = ["/api", "/apis", "/apis/"];
  for (const { group, versions } of catalog.snapshot().groups) {
    if (group !== "") paths.push(`/apis/${group}`);
    for (const { version } of versions) paths.push(group === "" ? `/api/${version}` : `/apis/${group}/${version}`);
  }
  return paths;
}
