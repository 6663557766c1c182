import type { Clock, Log } from "@svc/base";
import type { Handler, HttpResponse } from "@svc/http";
import type { StatusError } from "@svc/meta";
import { notAwaited } from "../request/not-awaited.ts";
import { type RequestState, releaseBody } from "../request/request-state.ts";
import type { Next, Stage } from "../request/stage.ts";
import { beginRequest } from "./begin-request.ts";
import { withCommonHeaders } from "./response-headers.ts";
import { toStatusError } from "./to-status-error.ts";

interface PipelineOptions {
  /** From the outermost to the innermost. */
  readonly stages: readonly Stage[];
  /** Handles requests that all stages passed on. */
  readonly dispatch: (state: RequestState) => ReturnType<Next>;
  readonly randomUid: () => string;
  readonly log: Log;
  /** Makes the response for an error, in the form that the client can read. */
  readonly errorResponse: (error: StatusError, state: RequestState) => HttpResponse;
  readonly clock: Clock;
}

/**
 * Runs requests through the stages. Where no stage waits, the response is synchronous. The `next`
 * functions are created once, not per request.
 */
export function createPipeline(options: PipelineOptions): Handler {
  const { stages, dispatch } = options;
  /** The request whose stages are running synchronously. */
  let running: RequestState | undefined;
  const enter = (state: RequestState, run: Next): ReturnType<Next> => {
    const interrupted = running;
    running = state;
    try {
      return run(state);
    } finally {
      running = interrupted;
    }
  };
  const guarded = (run: Next): Next => {
    return function guard(state) {
      if (running !== state) {
        state.reachedMs = Number.NaN;
        return enter(state, guard);
      }
      try {
        const response = run(state);
        // A stage that only passes on returns a promise that is guarded already.
        if (!(response instanceof Promise) || response === state.response) return response;
        state.response = response.catch((error: unknown) => failed(error, state, options));
        return state.response;
      } catch (error) {
        return failed(error, state, options);
      }
    };
  };
  const run = stages.reduceRight<Next>(
    (next, stage) => guarded((state) => stage(state, next)),
    guarded((state) => dispatch(state)),
  );
  return (request) => {
    const state = beginRequest(request, options);
    if ("status" in state) return state;
    const response = enter(state, run);
    return response instanceof Promise ? response.then((r) => finish(r, state)) : finish(response, state);
  };
}

function finish(response: HttpResponse, state: RequestState): HttpResponse {
  // A handler past its deadline still holds its body.
  if (!state.timedOut) releaseBody(state);
  return withCommonHeaders(response, state);
}

function failed(error: unknown, state: RequestState, { log, errorResponse }: PipelineOptions): HttpResponse {
  const { request } = state;
  // What the signal interrupts fails with the signal's reason.
  const isInterrupted = error instanceof DOMException && request.signal.aborted && error === request.signal.reason;
  const statusError = isInterrupted ? notAwaited(request.signal) : toStatusError(error);
  if (statusError.reason === "InternalError" && statusError.cause !== undefined) {
    state.failed = true;
    log.error("a request failed", {
      auditId: state.auditId,
      path: state.info.path,
      verb: state.info.verb,
      error: describe(statusError.cause),
    });
  }
  return errorResponse(statusError, state);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
