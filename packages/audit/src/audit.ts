import type { Clock, Log, MaybePromise } from "@svc/base";
import { type HttpResponse, whenEnded } from "@svc/http";
import { type Dialect, internalError } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { AuditedRequest, AuditingStage } from "./audited-request.ts";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import { compilePolicy } from "./match.ts";
import { auditMetrics } from "./metrics.ts";
import type { AuditPolicy, AuditStage } from "./policy.ts";
import { type RecordedResponse, Recording } from "./recording.ts";
import { responseOf } from "./response.ts";
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

/** Makes the stages that record requests. */
export function createAudit({ policy, backends }: AuditConfig, parts: AuditDeps): Audit {
  const { dialect, clock, log } = parts;
  const apiVersion = dialect.expand("audit.{api}/v1");
  const settingsOf = compilePolicy(policy);
  const counts = auditMetrics(parts.metrics);

  /** @throws {StatusError} 500 when the event of a request in blocking mode was not recorded */
  const write = (event: AuditEvent, stage: AuditStage): void => {
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
  const emit = (stage: AuditStage, state: AuditedRequest, { recording, response }: Recorded): void => {
    if (recording.settings.omitStages.has(stage)) return;
    // Times are monotonic offsets from the receipt of the request, so that stages are in order to
    // the microsecond.
    const { receivedMs } = recording;
    const ms = stage === "RequestReceived" ? receivedMs : receivedMs + (clock.monotonic() - state.startedMs);
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
        emit("ResponseStarted", state, { recording, response: responseOf(state, response, showsObject) });
        return response;
      }),
  };
}

function afterwards(
  response: MaybePromise<HttpResponse>,
  act: (response: HttpResponse) => HttpResponse,
): MaybePromise<HttpResponse> {
  return response instanceof Promise ? response.then(act) : act(response);
}
