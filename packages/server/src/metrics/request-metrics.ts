import type { Clock } from "@svc/base";
import { type HttpResponse, isStream, whenEnded } from "@svc/http";
import type { Metrics } from "@svc/metrics";
import type { RequestState } from "../request/request-state.ts";
import { mapResponse, type Stage } from "../request/stage.ts";
import { fieldValidationMetrics } from "./field-validation-metrics.ts";
import { filterMetrics } from "./filter-metrics.ts";
import { createRequestCells, type RequestCells } from "./request-cells.ts";
import { createHandles, runningGauge } from "./request-handles.ts";
import { abortMetrics, terminationMetrics } from "./termination-metrics.ts";

/**
 * Counts requests, their durations and responses. Requests for unknown paths are not counted. A
 * streamed response counts as running until it ends.
 */
export function metricsStage(metrics: Metrics, clock: Clock): Stage {
  const cells = createRequestCells(metrics);
  const handleOf = createHandles(cells);
  const filters = filterMetrics(metrics);
  const terminations = terminationMetrics(metrics, cells.total);
  const aborts = abortMetrics(metrics);
  const validations = fieldValidationMetrics(metrics);
  const { readOnly, mutating } = cells.inflight;
  const inflightOf = ({ info: { method } }: RequestState): RequestCells["inflight"]["readOnly"] =>
    method === "GET" || method === "HEAD" ? readOnly : mutating;
  const count = (state: RequestState, response: HttpResponse): HttpResponse => {
    inflightOf(state).add(-1);
    filters(state, response.status);
    terminations.ended(state, response);
    // A request that is no longer awaited counts with the response of its handler.
    return state.timedOut ? response : countResponse(state, response);
  };
  const countResponse = (state: RequestState, response: HttpResponse): HttpResponse => {
    if (Number.isNaN(state.respondedMs)) state.respondedMs = clock.monotonic();
    terminations.responded(state, response);
    const handle = handleOf(state);
    if (handle === undefined) return response;
    if (state.bodyBytes !== undefined) handle.received(state.bodyBytes);
    const isStreamed = isStream(response.body);
    const running = isStreamed || state.isLongRunning ? runningGauge(cells, response, state) : undefined;
    running?.add(1);
    return whenEnded(response, ({ bytes, outcome }) => {
      running?.add(-1);
      if (outcome === "aborted") aborts(state);
      const nowMs = isStreamed ? clock.monotonic() : state.respondedMs;
      const seconds = (nowMs - state.startedMs) / 1000;
      handle.finished(response.status, seconds, bytes);
      validations(state, seconds);
    });
  };
  return (state, next) => {
    inflightOf(state).add(1);
    state.countLate = countResponse;
    return mapResponse(next(state), (response) => count(state, response));
  };
}
