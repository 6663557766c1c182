import { compressing, type Handler } from "@svc/http";
import type { ResourceCatalog } from "@svc/schema";
import { createServedGroups } from "./discovery/served-groups.ts";
import { createDispatch } from "./dispatch.ts";
import { createErrorResponse } from "./encode/error-response.ts";
import type { ExtensionParts } from "./extension-parts.ts";
import type { HandlerDeps } from "./handler-deps.ts";
import type { Health } from "./health/health-paths.ts";
import { systemPaths } from "./paths.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import { requestStages, type StageDeps } from "./request-stages.ts";
import { admitConnection } from "./resources/admit-connection.ts";
import { takesMediaTypes, verbHandlers } from "./resources/verbs.ts";

interface RequestHandlerDeps extends Omit<StageDeps, "placed" | "requestTimeoutMs" | "overload"> {
  readonly catalog: ResourceCatalog;
  readonly handlers: HandlerDeps;
  readonly features: ExtensionParts;
  readonly health: Health;
}

/** Handles a request: runs all stages, then the handler of its verb, subresource or path. */
export function requestHandler(deps: RequestHandlerDeps): Handler {
  const { environment, catalog, handlers, features, health } = deps;
  const { clock, dialect, externalAddress, log, metrics, randomUid } = environment;
  const { responses, writes, requestTimeoutMs, overload } = handlers;
  const groups = createServedGroups({ catalog, extensions: features.groups });
  const pipeline = createPipeline({
    randomUid,
    clock,
    log,
    errorResponse: createErrorResponse(responses, responses.negotiator),
    stages: requestStages({ ...deps, requestTimeoutMs, overload, placed: features.stages }),
    dispatch: createDispatch({
      catalog,
      clock,
      dialect,
      admitConnection: (state, route) => admitConnection(handlers.actions, state, route),
      takes: (state, route) => takesMediaTypes(writes, state, route),
      handlers: {
        ofGroup: groups.handlerOf,
        verbs: verbHandlers(handlers),
        subresources: features.subresources,
        paths: systemPaths({ responses, catalog, groups, metrics, health, externalAddress }, features.paths),
      },
    }),
  });
  return compressing(pipeline);
}
