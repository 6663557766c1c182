import { type AuditConfig, auditMetrics, createAudit } from "@svc/audit";
import type { Authenticator } from "@svc/authn";
import type { Authorizer } from "@svc/authz";
import { authenticationMetrics, authorizationMetrics } from "./metrics/access-metrics.ts";
import { metricsStage } from "./metrics/request-metrics.ts";
import type { Overload } from "./overload/overload.ts";
import type { PlacedStage, Stage, StagePosition } from "./request/stage.ts";
import type { ServerEnvironment } from "./server-environment.ts";
import { authenticationStage } from "./stages/authenticate.ts";
import { authorizationStage } from "./stages/authorize.ts";
import { impersonationStage } from "./stages/impersonate.ts";
import { requestTimeoutStage } from "./stages/request-timeout.ts";

/** The dependencies of a server's stages. */
export interface StageDeps {
  readonly environment: ServerEnvironment;
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly audit: AuditConfig | undefined;
  /** The timeout of requests without a shorter one. */
  readonly requestTimeoutMs: number;
  readonly overload: Pick<Overload, "longRunning" | "responses">;
  /** The stages of extensions, in their order. */
  readonly placed: readonly PlacedStage[];
}

/** The stages of a server, from the outermost to the innermost. */
export function requestStages(deps: StageDeps): Stage[] {
  const { environment, authenticator, authorizer, audit: config, requestTimeoutMs, overload, placed } = deps;
  const { clock, dialect, gates, log, metrics } = environment;
  // Dashboards find the counters, at zero, where nothing is recorded.
  if (config === undefined) metrics.once(auditMetrics);
  const audit = config === undefined ? undefined : createAudit(config, environment);
  const after = (position: StagePosition): readonly Stage[] =>
    placed.filter((stage) => stage.after === position).map(({ stage }) => stage);
  return [
    ...after("parsing"),
    metricsStage(metrics, clock),
    ...after("metrics"),
    ...(audit === undefined ? [] : [audit.refusals]),
    requestTimeoutStage({ clock, metrics, timeoutMs: requestTimeoutMs }),
    authenticationStage(authenticator, { log, clock, observe: authenticationMetrics(metrics, dialect) }),
    ...after("authentication"),
    ...(audit === undefined ? [] : [audit.stage]),
    ...after("audit"),
    impersonationStage(authorizer, dialect),
    overload.longRunning,
    ...after("impersonation"),
    authorizationStage({ authorizer, clock, dialect, gates, observe: authorizationMetrics(metrics) }),
    ...after("authorization"),
    overload.responses,
  ];
}
