import { type Clock, durationProblem, parseDurationMs, timeoutReason } from "@svc/base";
import { cancelBody, type HttpResponse } from "@svc/http";
import { badRequest } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { RequestInfo } from "../request/request-info.ts";
import { type RequestState, releaseBody } from "../request/request-state.ts";
import type { Stage } from "../request/stage.ts";

interface RequestTimeoutDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** The timeout of a request without a shorter `timeout` in its query. */
  readonly timeoutMs: number;
}

/**
 * Responds with 504 when a request is not complete by its deadline, and aborts the signal of the
 * request, so that calls of webhooks and waits end; or when its client leaves, which aborts the
 * signal. Watches, connections and profiles have no deadline. A write that is under way may still
 * happen.
 * @throws {StatusError} 400 where `timeout` is no duration
 */
export function requestTimeoutStage({ clock, metrics, timeoutMs }: RequestTimeoutDeps): Stage {
  const ended = metrics.counter({
    name: "apiserver_request_post_timeout_total",
    help: "Handlers that ended after their request had timed out.",
    labels: ["source", "status"],
    stability: "ALPHA",
  });
  const onLate = (): void => ended("timeout-handler", "ok").add();
  const onLateWork = (outcome: "ok" | "error"): void => ended("rest-handler", outcome).add();
  return (state, next) => {
    const { info } = state;
    state.isLongRunning = isLongRunning(info);
    if (state.isLongRunning) {
      state.timeoutMs = timeoutMs;
      return next(state);
    }
    const givenMs = timeoutOf(info);
    const limitMs = givenMs > 0 ? Math.min(givenMs, timeoutMs) : timeoutMs;
    state.timeoutMs = limitMs;
    state.deadlineMs = state.startedMs + limitMs;
    state.endedLate = onLateWork;
    const response = next(state);
    if (response instanceof Promise) return beforeDeadline(response, state, { clock, limitMs, onLate });
    // A response that is there is in time, unless the client gave it less time than it took.
    if (givenMs <= 0 || clock.monotonic() - state.startedMs <= limitMs) return response;
    const late = giveUp(state);
    cancelBody(state.countLate?.(state, response) ?? response);
    return late;
  };
}

interface DeadlineOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** The handler has ended after its deadline. */
  readonly onLate: () => void;
}

function beforeDeadline(
  response: Promise<HttpResponse>,
  state: RequestState,
  { clock, limitMs, onLate }: DeadlineOptions,
): Promise<HttpResponse> {
  return new Promise((resolve) => {
    const { signal } = state.request;
    const leave = (): void => {
      timer.cancel();
      resolve(giveUp(state));
    };
    const timer = clock.after(limitMs, leave);
    signal.addEventListener("abort", leave);
    if (signal.aborted) leave();
    // This promise does not reject: the pipeline turns errors into responses.
    void response.then((result) => {
      if (state.timedOut) {
        onLate();
        releaseBody(state);
        cancelBody(state.countLate?.(state, result) ?? result);
        return;
      }
      timer.cancel();
      signal.removeEventListener("abort", leave);
      resolve(result);
    });
  });
}

/** The headers and warnings of stages belong to a response that is not sent. */
function giveUp(state: RequestState): HttpResponse {
  if (state.timedOut) return timeoutResponse;
  state.timedOut = true;
  state.responseHeaders = [];
  state.warnings.clear();
  state.request.abort(timeoutReason());
  return timeoutResponse;
}

const timeoutHeaders: readonly string[] = ["Content-Type", "text/plain; charset=utf-8"];
const timeoutStatus = {
  metadata: {},
  status: "Failure",
  message: "Timeout: request did not complete within the allotted timeout",
  reason: "Timeout",
  details: {},
  code: 504,
};
const timeoutBody = Buffer.from(`${JSON.stringify(timeoutStatus)}\n`);
const timeoutResponse: HttpResponse = { status: 504, headers: timeoutHeaders, body: timeoutBody };

/** Milliseconds; 0 without the parameter. */
function timeoutOf({ query }: RequestInfo): number {
  const text = query.get("timeout") ?? "";
  if (text === "") return 0;
  const problem = durationProblem(text);
  if (problem !== undefined) throw badRequest(`invalid timeout specified in the request URL - time: ${problem}`);
  return parseDurationMs(text) ?? 0;
}

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

function isLongRunning({ isResource, verb, subresource, path }: RequestInfo): boolean {
  if (!isResource) return path.startsWith("/debug/pprof/");
  return verb === "watch" || verb === "proxy" || (subresource !== "" && connections.has(subresource));
}
