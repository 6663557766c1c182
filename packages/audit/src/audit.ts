import type { Clock, Log, MaybePromise } from "@svc/base";
import { aClock, aLog, anObject, checkArgument, listOf, optionsOf, withMethods } from "@svc/base/check";
import { type HttpResponse, whenEnded } from "@svc/http";
import { aDialect, type Dialect, internalError } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { AuditedRequest, AuditingStage } from "./audited-request.ts";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import { latencyParts } from "./latency.ts";
import { compilePolicy } from "./match.ts";
import { type AuditCounts, auditMetrics } from "./metrics.ts";
import type { AuditPolicy, AuditStage } from "./policy.ts";
import { type RecordedResponse, Recording } from "./recording.ts";
import { refusalOf, responseOf } from "./response.ts";
import { silentTrail } from "./trail.ts";

/** Which requests are recorded, and where. */
export interface AuditConfig {
  readonly policy: AuditPolicy;
  readonly backends: readonly AuditBackend[];
}

/** The parts of a server that audit uses. */
export interface AuditDeps {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Records requests and how they ended. */
export interface Audit {
  /** Behind authentication: begins the event of each request, and completes it at its end. */
  readonly stage: AuditingStage;
  /** In front of deadlines and authentication: records requests that they refused. */
  readonly refusals: AuditingStage;
}

interface Recorded {
  readonly recording: Recording;
  readonly response?: RecordedResponse;
}

const auditDeps = optionsOf<AuditDeps>({
  dialect: aDialect,
  clock: aClock,
  log: aLog,
  metrics: withMethods("Metrics of @svc/metrics", "counter", "gauge", "histogram", "collected"),
});

const auditConfig = optionsOf<AuditConfig>({
  policy: anObject,
  backends: listOf(withMethods("an AuditBackend of @svc/audit", "write", "close")),
});

/** Makes the stages that record requests. @throws {TypeError} for a wrong argument */
export function createAudit(config: AuditConfig, parts: AuditDeps): Audit {
  checkArgument("createAudit: config", config, auditConfig);
  checkArgument("createAudit: parts", parts, auditDeps);
  const { policy, backends } = config;
  const { dialect, clock, log } = parts;
  const apiVersion = dialect.expand("audit.{api}/v1");
  const latencyPrefix = dialect.expand("apiserver.latency.{api}/");
  const settingsOf = compilePolicy(policy);
  const counts = auditMetrics(parts.metrics);
  const monotonic = (): number => clock.monotonic();

  const write = eventWriter(backends, counts, log);
  const emit = (stage: AuditStage, state: AuditedRequest, { recording, response }: Recorded): void => {
    if (recording.settings.omitStages.has(stage)) return;
    // Times are monotonic offsets from the receipt of the request, so that stages are in order to
    // the microsecond.
    const { receivedMs } = recording;
    const nowMs = stage === "RequestReceived" ? state.startedMs : clock.monotonic();
    const ms = receivedMs + (nowMs - state.startedMs);
    if (stage === "ResponseComplete") {
      for (const [part, text] of latencyParts(state, nowMs)) recording.annotate(`${latencyPrefix}${part}`, text);
    }
    write(recording.event(stage, state, { ms, ...(response === undefined ? {} : { response }) }), stage);
  };
  const begin = ({ info, user, request }: AuditedRequest): Recording | undefined => {
    const settings = settingsOf({ ...info, user });
    counts.level(settings.level);
    return settings.level === "None"
      ? undefined
      : new Recording({ apiVersion, settings, request, receivedMs: clock.now() });
  };
  const finish = (state: AuditedRequest, recording: Recording, answer: HttpResponse): HttpResponse => {
    const response = responseOf(state, answer, recording.settings.level === "RequestResponse");
    if (state.failed) {
      emit("Panic", state, { recording, response });
      return answer;
    }
    if (state.isLongRunning) emit("ResponseStarted", state, { recording, response });
    return whenEnded(answer, () => emit("ResponseComplete", state, { recording, response }));
  };

  return {
    stage: (state, next) => {
      const recording = begin(state);
      state.audit = recording ?? silentTrail;
      if (recording === undefined) return next(state);
      state.times.monotonic = monotonic;
      for (const [key, value] of Object.entries(state.annotations ?? {})) recording.annotate(key, value);
      emit("RequestReceived", state, { recording });
      return afterwards(next(state), (response) => finish(state, recording, response));
    },
    refusals: (state, next) =>
      afterwards(next(state), (response) => {
        if (state.audit !== undefined || response.status < 400) return response;
        const recording = begin(state);
        if (recording === undefined) return response;
        const showsObject = recording.settings.level === "RequestResponse";
        emit("ResponseStarted", state, { recording, response: refusalOf(state, response, showsObject) });
        return response;
      }),
  };
}

/**
 * Writes events to all backends. The writer throws a `StatusError` 500 when the event of a request
 * in blocking mode was not recorded.
 */
function eventWriter(
  backends: readonly AuditBackend[],
  counts: AuditCounts,
  log: Log,
): (event: AuditEvent, stage: AuditStage) => void {
  return (event, stage) => {
    counts.event();
    for (const backend of backends) {
      try {
        backend.write(event);
      } catch (error) {
        counts.error(backend.name);
        log.error("an audit event was not written", {
          backend: backend.name,
          auditId: event.auditID,
          error: String(error),
        });
        if (stage !== "RequestReceived" || backend.mode !== "blocking-strict") continue;
        counts.rejected();
        throw internalError("the request could not be recorded");
      }
    }
  };
}

function afterwards(
  response: MaybePromise<HttpResponse>,
  act: (response: HttpResponse) => HttpResponse,
): MaybePromise<HttpResponse> {
  return response instanceof Promise ? response.then(act) : act(response);
}
