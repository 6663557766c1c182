import { formatDuration } from "@svc/base";
import type { RequestState } from "@svc/server";
import { redactedTarget } from "./redact.ts";
import { verbOf } from "./request-verb.ts";

/** What a request was, and how long it took. */
export function describe({ info, request, auditId }: RequestState, ms: number): Readonly<Record<string, unknown>> {
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
export function flowOf(state: RequestState): Readonly<Record<string, string | number>> {
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
export function durationText(ms: number): string {
  return formatDuration(BigInt(Math.round(ms * 1e6)));
}

/** Parts of the time until the response, in milliseconds; `handler` is without the other steps. */
export function stepsOf(state: RequestState, ms: number): Readonly<Record<string, string>> {
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
