import { type Clock, type Log, type MaybePromise, quote } from "@svc/base";
import { aClock, aLog, anObject, checkArgument, listOf, optionsOf, withMethods } from "@svc/base/check";
import { type HttpResponse, whenEnded } from "@svc/http";
import { aDialect, type Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { AuditedRequest, AuditingStage } from "./audited-request.ts";
import type { AuditBackend } from "./backend.ts";
import { eventWriter, type Written } from "./event-writer.ts";
import { latencyParts } from "./latency.ts";
import { compilePolicy } from "./match.ts";
import { auditMetrics, expectedMetrics } from "./metrics.ts";
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
  metrics: expectedMetrics,
});

const auditConfig = optionsOf<AuditConfig>({
  policy: anObject,
  backends: listOf(withMethods("an AuditBackend of @svc/audit", "write", "close")),
});

/** Makes the stages that record requests. @throws {TypeError} for a wrong argument */
export function createAudit(config: AuditConfig, deps: AuditDeps): Audit {
  checkArgument("createAudit: config", config, auditConfig);
  checkArgument("createAudit: deps", deps, auditDeps);
  const { policy, backends } = config;
  const { dialect, clock, log, metrics } = deps;
  const apiVersion = dialect.expand("audit.{api}/v1");
  const latencyPrefix = dialect.expand("apiserver.latency.{api}/");
  const settingsOf = compilePolicy(policy);
  const counts = metrics.once(auditMetrics);
  const monotonic = (): number => clock.monotonic();

  const write = eventWriter(backends, counts, log);
  const emit = (stage: AuditStage, state: AuditedRequest, { recording, response }: Recorded): Written => {
    if (recording.settings.omitStages.has(stage)) return "accepted";
    // Times are monotonic offsets from the receipt of the request, so that stages are in order to
    // the microsecond.
    const { receivedMs } = recording;
    const nowMs = stage === "RequestReceived" ? state.startedMs : clock.monotonic();
    const ms = receivedMs + (nowMs - state.startedMs);
    if (stage === "ResponseComplete") {
      for (const [part, text] of latencyParts(state, nowMs)) recording.annotate(`${latencyPrefix}${part}`, text);
    }
    return write(recording.event(stage, state, { ms, ...(response === undefined ? {} : { response }) }));
  };
  const begin = ({ info, user, request }: AuditedRequest): Recording | undefined => {
    const settings = settingsOf({ ...info, user });
    counts.level(settings.level);
    return settings.level === "None"
      ? undefined
      : new Recording({ apiVersion, settings, request, receivedMs: clock.now() });
  };
  const finish = (state: AuditedRequest, recording: Recording, answer: HttpResponse): MaybePromise<HttpResponse> => {
    const response = responseOf(state, answer, recording.settings.level === "RequestResponse");
    if (state.failed) return afterwards(emit("Panic", state, { recording, response }), () => answer);
    const started = state.isLongRunning ? emit("ResponseStarted", state, { recording, response }) : "accepted";
    return afterwards(started, () => {
      let completed: Written = "accepted";
      // A response in memory is complete at once; it leaves when its event is written.
      const observed = whenEnded(answer, () => {
        completed = emit("ResponseComplete", state, { recording, response });
      });
      return afterwards(completed, () => observed);
    });
  };

  return {
    stage: (state, next) => {
      const recording = begin(state);
      state.audit = recording ?? silentTrail;
      if (recording === undefined) return next(state);
      state.times.monotonic = monotonic;
      for (const [key, value] of Object.entries(state.annotations ?? {})) recording.annotate(key, value);
      return afterwards(emit("RequestReceived", state, { recording }), (written) => {
        if (written === "accepted") return afterwards(next(state), (response) => finish(state, recording, response));
        counts.rejected();
        return unrecorded(state);
      });
    },
    refusals: (state, next) =>
      afterwards(next(state), (response) => {
        if (state.audit !== undefined || response.status < 400) return response;
        const recording = begin(state);
        if (recording === undefined) return response;
        const showsObject = recording.settings.level === "RequestResponse";
        const refusal = refusalOf(state, response, showsObject);
        return afterwards(emit("ResponseStarted", state, { recording, response: refusal }), () => response);
      }),
  };
}

function afterwards<T>(
  value: MaybePromise<T>,
  act: (value: T) => MaybePromise<HttpResponse>,
): MaybePromise<HttpResponse> {
  return value instanceof Promise ? value.then(act) : act(value);
}

/** The response to a request that could not be recorded. */
function unrecorded({ info }: AuditedRequest): HttpResponse {
  // Clients must not treat the path as markup.
  const target = quote(info.target).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return {
    status: 500,
    headers: ["Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"],
    body: Buffer.from(`Internal Server Error: ${target}: failed to store audit event\n`),
  };
}
