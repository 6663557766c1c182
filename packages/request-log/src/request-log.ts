import { type Clock, formatDuration, type Log, systemClock } from "@svc/base";
import { aClock, aFunction, aLog, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { whenEnded } from "@svc/http";
import { mapResponse, type RequestState, type ServerExtension, type Stage } from "@svc/server";
import { createLineBudget } from "./line-budget.ts";
import { redactedTarget } from "./redact.ts";

/** Options of `requestLog`. */
export interface RequestLogOptions {
  /** The log of slow requests. */
  readonly log: Log;
  /** The log of all requests, used while `isEnabled`. @default `log` */
  readonly requests?: Log;
  /** Whether every request is logged; may change at any time. @default never */
  readonly isEnabled?: () => boolean;
  /** Requests whose response takes longer are slow. @default 500 */
  readonly slowMs?: number;
  /**
   * Maximum of slow requests that are reported in a second. The next line has the number of omitted
   * ones: where everything is slow, logging must not make it slower.
   * @default 20
   */
  readonly maxSlowPerSecond?: number;
  /** @default systemClock */
  readonly clock?: Clock;
}

const requestLogOptions = optionsOf<RequestLogOptions>({
  log: aLog,
  requests: optional(aLog),
  isEnabled: optional(aFunction),
  slowMs: optional(aNonNegativeNumber),
  maxSlowPerSecond: optional(aNonNegativeNumber),
  clock: optional(aClock),
});

/**
 * Logs slow requests with the time of their steps, and optionally every request at its end.
 * Values of query parameters that may be secrets are omitted.
 * @throws {TypeError} for a wrong argument
 */
export function requestLog(options: RequestLogOptions): ServerExtension {
  checkArgument("requestLog: options", options, requestLogOptions);
  const stage = requestLogStage(options);
  return { name: "request log", stages: () => [{ after: "parsing", stage }] };
}

function requestLogStage(options: RequestLogOptions): Stage {
  const { log, requests = log, isEnabled = () => false, slowMs = 500, clock = systemClock } = options;
  const budget = createLineBudget({ clock, perSecond: options.maxSlowPerSecond ?? 20 });
  const reportSlow = (state: RequestState, ms: number, resp: number): void => {
    const omitted = budget.take();
    if (omitted === undefined) return;
    const fields = { ...describe(state, ms), resp, ...stepsOf(state, ms) };
    log.warn("a request was slow", omitted === 0 ? fields : { ...fields, omitted });
  };
  return (state, next) =>
    mapResponse(next(state), (response) => {
      const respondedMs = Number.isNaN(state.respondedMs) ? clock.monotonic() : state.respondedMs;
      const ms = respondedMs - state.startedMs;
      if (ms > slowMs && !isLongRunning(state)) reportSlow(state, ms, response.status);
      if (!isEnabled()) return response;
      return whenEnded(response, () => {
        const latencyMs = clock.monotonic() - state.startedMs;
        requests.info("HTTP", { ...describe(state, latencyMs), ...flowOf(state), resp: response.status });
      });
    });
}

function describe({ info, request, auditId }: RequestState, ms: number): Readonly<Record<string, unknown>> {
  return {
    verb: verbOf(info, request.header("content-type")),
    URI: redactedTarget(info.target),
    latency: durationText(ms),
    userAgent: request.header("user-agent") ?? "",
    "audit-ID": auditId,
    srcIP: addressOf(request),
  };
}

/** The address and the port, as far as it is known. */
function addressOf({ remoteAddress, connection }: RequestState["request"]): string {
  const port = connection?.remotePort;
  if (port === undefined) return remoteAddress;
  return remoteAddress.includes(":") ? `[${remoteAddress}]:${port}` : `${remoteAddress}:${port}`;
}

/** What flow control did with a request: its level and schema, its seats, its execution. */
function flowOf(state: RequestState): Readonly<Record<string, string | number>> {
  const { flowPlace, flowWork, authenticatedMs, queuedMs, respondedMs, info } = state;
  if (flowPlace === undefined || flowWork === undefined) return {};
  const executed = durationText(respondedMs - authenticatedMs - queuedMs);
  return {
    apf_pl: flowPlace.level,
    apf_fs: flowPlace.schema,
    apf_iseats: flowWork.seats,
    apf_fseats: flowWork.finalSeats,
    apf_additionalLatency: durationText(flowWork.finalMs),
    ...(Number.isNaN(respondedMs) ? {} : executionOf(info.verb, executed)),
  };
}

/** A watch is executed until it begins. */
function executionOf(verb: string, executed: string): Readonly<Record<string, string>> {
  return verb === "watch"
    ? { apf_init_latency: executed, apf_execution_time: executed }
    : { apf_execution_time: executed };
}

/** As Go prints durations: `1.5s`, `4.646ms`. */
function durationText(ms: number): string {
  return formatDuration(BigInt(Math.round(ms * 1e6)));
}

/** Parts of the time until the response, in milliseconds; `handler` is without the other steps. */
function stepsOf(state: RequestState, ms: number): Readonly<Record<string, string>> {
  const { startedMs, authenticatedMs, queuedMs, dispatchedMs, times } = state;
  const text = (value: number): string => `${value.toFixed(1)}ms`;
  if (Number.isNaN(authenticatedMs)) return { authentication: text(ms) };
  const authentication = text(authenticatedMs - startedMs);
  const queue = text(queuedMs);
  if (Number.isNaN(dispatchedMs))
    return { authentication, queue, authorization: text(startedMs + ms - authenticatedMs - queuedMs) };
  const handlerMs = startedMs + ms - dispatchedMs - times.admissionMs - times.storeMs;
  return {
    authentication,
    queue,
    authorization: text(dispatchedMs - authenticatedMs - queuedMs),
    admission: text(times.admissionMs),
    store: text(times.storeMs),
    handler: text(handlerMs),
  };
}

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Long-running requests and profiles last as long as the client requests. */
function isLongRunning({ info: { verb, isResource, subresource, path } }: RequestState): boolean {
  return verb === "watch" || (isResource && connections.has(subresource)) || path.startsWith("/debug/pprof/");
}

const verbs: ReadonlyMap<string, string> = new Map([
  ["create", "POST"],
  ["update", "PUT"],
  ["deletecollection", "DELETE"],
]);

/** The verb as metrics name it. */
function verbOf({ verb, isResource, subresource, method }: RequestState["info"], contentType = ""): string {
  if (!isResource) return method ?? verb.toUpperCase();
  if (connections.has(subresource)) return "CONNECT";
  if (verb === "patch" && contentType.startsWith("application/apply-patch+")) return "APPLY";
  return verbs.get(verb) ?? verb.toUpperCase();
}
