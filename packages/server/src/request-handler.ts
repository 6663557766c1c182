import type { Authenticator } from "@svc/authn";
import type { Handler } from "@svc/http";
import { type AuditConfig, createAudit } from "./audit/audit.ts";
import type { Discovery } from "./discovery/handlers.ts";
import { dispatchStage, type PathHandler, type SubresourceHandler } from "./dispatch.ts";
import { createErrorAnswer } from "./encode/error-answer.ts";
import { measuredAuthenticator, measuredAuthorizer } from "./metrics/access-metrics.ts";
import { requestMetrics } from "./metrics/request-metrics.ts";
import type { ServerParts } from "./parts.ts";
import { createPipeline } from "./pipeline.ts";
import { takesMediaTypes, verbHandlers } from "./resources/verbs.ts";
import { authenticationStage } from "./stages/authenticate.ts";
import { authorizationStage } from "./stages/authorize.ts";
import { impersonationStage } from "./stages/impersonate.ts";
import { requestTimeoutStage } from "./stages/request-timeout.ts";

interface RequestHandlerOptions {
  readonly authenticator: Authenticator;
  readonly audit?: AuditConfig;
  readonly discovery: Discovery;
  readonly paths: ReadonlyMap<string, PathHandler>;
  readonly subresources: ReadonlyMap<string, SubresourceHandler>;
}

/** The way of a request: each stage answers, fails or passes on. */
export function requestHandler(parts: ServerParts, options: RequestHandlerOptions): Handler {
  const { authorizer, clock, dialect, log, metrics, negotiator, randomUid } = parts;
  const { authenticator, discovery, paths, subresources } = options;
  const measured = { metrics, clock, dialect };
  const audit = options.audit === undefined ? undefined : createAudit(options.audit, parts);
  return createPipeline({
    randomUid,
    clock,
    log,
    observers: [...(audit === undefined ? [] : [audit.observer]), requestMetrics(metrics, clock)],
    answerError: createErrorAnswer(parts, negotiator),
    stages: [
      requestTimeoutStage,
      authenticationStage(measuredAuthenticator(authenticator, measured), log),
      ...(audit === undefined ? [] : [audit.stage]),
      impersonationStage(authorizer, dialect),
      authorizationStage({
        ...parts,
        authorizer: measuredAuthorizer(authorizer, measured),
        ...(audit === undefined ? {} : { decided: audit.decided }),
      }),
      dispatchStage({
        parts,
        discovery,
        handlers: subresources,
        paths,
        takes: (state, route) => takesMediaTypes(parts, state, route),
        verbs: verbHandlers(parts),
      }),
    ],
  });
}
