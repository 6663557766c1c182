import { randomUUID } from "node:crypto";
import type { Handler } from "@svc/http";
import { compressing, type Listener, type ListenOptions, listen, serveFetch } from "@svc/http";
import type { Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { Definitions, ResourceCatalog, ResourceDefinition } from "@svc/schema";
import { createAudit } from "./audit/audit.ts";
import { startBootstrap, startChecks } from "./bootstrap/bootstrap.ts";
import { bootstrapSteps } from "./bootstrap/steps.ts";
import { createParts } from "./create-parts.ts";
import { createDiscovery } from "./discovery/handlers.ts";
import { dispatchStage, type PathHandler } from "./dispatch.ts";
import { createErrorAnswer } from "./encode/error-answer.ts";
import { feedAuthorizers } from "./feed-authorizers.ts";
import type { HealthCheck } from "./health/health.ts";
import { serverIdentity } from "./identity/server-identity.ts";
import { measuredAuthenticator, measuredAuthorizer } from "./metrics/access-metrics.ts";
import { requestMetrics } from "./metrics/request-metrics.ts";
import type { ServerParts } from "./parts.ts";
import { systemPaths } from "./paths.ts";
import { createPipeline } from "./pipeline.ts";
import { takesMediaTypes, verbHandlers } from "./resources/verbs.ts";
import type { ServerConfig } from "./server-config.ts";
import { authenticationStage } from "./stages/authenticate.ts";
import { authorizationStage } from "./stages/authorize.ts";
import { impersonationStage } from "./stages/impersonate.ts";
import { requestTimeoutStage } from "./stages/request-timeout.ts";
import { evaluate } from "./start-catalog.ts";
import { subresourceHandlers } from "./subresources/handlers.ts";
import { startUpkeep } from "./upkeep/start-upkeep.ts";

export interface Server {
  readonly dialect: Dialect;
  readonly registry: Registry;
  /** What is served, from all sources. */
  readonly catalog: ResourceCatalog;
  /** Answers one request; for adapters. */
  readonly handler: Handler;
  /** Answers a request of this process, without any connection. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port. May be called several times. */
  listen(options: ListenOptions): Promise<Listener>;
  /** When all that is made at start is there. */
  readonly ready: Promise<void>;
  /**
   * Sets the resource types of a source while the server runs; none removes the source. Types that come and go one by one do so
   * each under a source of its own.
   * @throws {TypeError} for a name that a type of another source has; nothing has changed then
   */
  define(source: string, definitions: Definitions | readonly ResourceDefinition[]): void;
  /** From now on the server says that it is not ready; it goes on serving. */
  drain(): void;
  /** Ends every watch and closes the registry; the storage stays open. */
  close(): Promise<void>;
}

/** Puts a server together. It serves from the start; `ready` tells when its own objects are there. */
export async function createServer(config: ServerConfig): Promise<Server> {
  const parts = await createParts(config);
  const { dialect, registry, catalog } = parts;
  const feed = feedAuthorizers(parts, config);
  const { hostname, randomUid = randomUUID } = config;
  const identity = hostname === undefined ? undefined : serverIdentity(hostname, dialect, randomUid);
  const bootstrap = startBootstrap(parts, bootstrapSteps(config, identity));
  const upkeep = startUpkeep(parts, { ...config, identity });
  const checksOfStart = [...bootstrap.checks, ...upkeep.checks, ...checksOfInformers(parts, feed.ready)];
  const { paths, drain } = systemPaths(parts, { ...config, checksOfStart });
  const handler = requestHandler(parts, config, paths);
  return {
    dialect,
    registry,
    catalog,
    define: (source, definitions) =>
      catalog.replace(source, typeof definitions === "function" ? evaluate(definitions, dialect) : definitions),
    handler,
    fetch: (request) => serveFetch(handler, request),
    listen: (options) => listen(handler, { clock: parts.clock, ...options }),
    ready: Promise.all([bootstrap.done, feed.ready, upkeep.ready]).then(() => upkeep.idle()),
    drain,
    close: async () => {
      drain();
      bootstrap.stop();
      feed.stop();
      upkeep.stop();
      await registry.close();
    },
  };
}

/** What is followed from the start has been heard of: nobody is judged by less than all there is. */
function checksOfInformers(parts: ServerParts, begun: Promise<void>): readonly HealthCheck[] {
  const hooks = ["start-apiserver-admission-initializer", "generic-apiserver-start-informers"];
  return [
    ...startChecks(parts, ["informer-sync"], begun).map((check) => ({ ...check, endpoints: ["readyz"] as const })),
    ...startChecks(
      parts,
      [...hooks, "storage-object-count-tracker-hook"].map((hook) => `poststarthook/${hook}`),
      begun,
    ),
  ];
}

/** The way of a request: each stage answers, fails or passes on. */
function requestHandler(parts: ServerParts, config: ServerConfig, paths: ReadonlyMap<string, PathHandler>): Handler {
  const { authenticator, authorizer, clock, dialect, log, metrics, negotiator } = parts;
  const measured = { metrics, clock, dialect };
  const audit = config.audit === undefined ? undefined : createAudit(config.audit, parts);
  const pipeline = createPipeline({
    randomUid: config.randomUid ?? randomUUID,
    clock,
    log,
    observers: [...(audit === undefined ? [] : [audit.observer]), requestMetrics(metrics, clock)],
    answerError: createErrorAnswer(parts, negotiator),
    stages: [
      requestTimeoutStage,
      authenticationStage(measuredAuthenticator(authenticator, measured)),
      ...(audit === undefined ? [] : [audit.stage]),
      impersonationStage(authorizer, dialect),
      authorizationStage({
        ...parts,
        authorizer: measuredAuthorizer(authorizer, measured),
        ...(audit === undefined ? {} : { decided: audit.decided }),
      }),
      dispatchStage({
        parts,
        discovery: createDiscovery(parts),
        handlers: subresourceHandlers(parts, config),
        paths,
        takes: (state, route) => takesMediaTypes(parts, state, route),
        verbs: verbHandlers(parts),
      }),
    ],
  });
  return compressing(pipeline);
}
