import type { Authenticator } from "@svc/authn";
import type { Handler } from "@svc/http";
import { type AuditConfig, createAudit } from "./audit/audit.ts";
import type { ServedGroups } from "./discovery/served-groups.ts";
import { createDispatch, type PathHandler, type SubresourceHandler } from "./dispatch.ts";
import { createErrorAnswer } from "./encode/error-answer.ts";
import { measuredAuthenticator, measuredAuthorizer } from "./metrics/access-metrics.ts";
import { metricsStage } from "./metrics/request-metrics.ts";
import type { ServerParts } from "./parts.ts";
import { createPipeline } from "./pipeline/pipeline.ts";
import type { PlacedStage, Stage, StagePosition } from "./pipeline/stage.ts";
import { admitConnection } from "./resources/admit-connection.ts";
import { takesMediaTypes, verbHandlers } from "./resources/verbs.ts";
import { authenticationStage } from "./stages/authenticate.ts";
import { authorizationStage } from "./stages/authorize.ts";
import { impersonationStage } from "./stages/impersonate.ts";
import { requestTimeoutStage } from "./stages/request-timeout.ts";

interface RequestHandlerOptions {
  readonly authenticator: Authenticator;
  readonly audit?: AuditConfig;
  readonly groups: ServedGroups;
  readonly paths: ReadonlyMap<string, PathHandler>;
  readonly subresources: ReadonlyMap<string, SubresourceHandler>;
  /** Of extensions, in their order. */
  readonly stages: readonly PlacedStage[];
}

/** The way of a request, from the outermost stage to the handlers. */
export function requestHandler(parts: ServerParts, options: RequestHandlerOptions): Handler {
  const { authorizer, clock, dialect, gates, log, metrics, negotiator, randomUid } = parts;
  const { authenticator, groups, paths, subresources } = options;
  const measured = { metrics, clock, dialect };
  const audit = options.audit === undefined ? undefined : createAudit(options.audit, parts);
  const after = (position: StagePosition): readonly Stage[] =>
    options.stages.filter((placed) => placed.after === position).map(({ stage }) => stage);
  return createPipeline({
    randomUid,
    clock,
    log,
    answerError: createErrorAnswer(parts, negotiator),
    stages: [
      ...after("parsing"),
      metricsStage(metrics, clock),
      ...after("metrics"),
      requestTimeoutStage,
      ...(audit === undefined ? [] : [audit.refusals]),
      authenticationStage(measuredAuthenticator(authenticator, measured), { log, clock }),
      ...after("authentication"),
      ...(audit === undefined ? [] : [audit.stage]),
      ...after("audit"),
      impersonationStage(authorizer, dialect),
      ...after("impersonation"),
      authorizationStage({ dialect, gates, authorizer: measuredAuthorizer(authorizer, measured) }),
      ...after("authorization"),
    ],
    dispatch: createDispatch({
      admitConnection: (state, route) => admitConnection(parts, state, route),
      parts,
      groupHandler: groups.handlerOf,
      handlers: subresources,
      paths,
      takes: (state, route) => takesMediaTypes(parts, state, route),
      verbs: verbHandlers(parts),
    }),
  });
}
