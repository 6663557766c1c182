import { type Clock, type Log, systemClock } from "@svc/base";
import { aClock, aFunction, aLog, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type HttpResponse, whenEnded } from "@svc/http";
import { mapResponse, type RequestState, type ServerExtension, type Stage } from "@svc/server";
import { addedInfo, detailLog } from "./details.ts";
import { createLineBudget } from "./line-budget.ts";
import type { ModuleLog } from "./module-log.ts";
import { describe, flowOf, stepsOf } from "./request-fields.ts";
import { isLongRunning } from "./request-verb.ts";

/** Options of `requestLog`. */
export interface RequestLogOptions {
  /** The log of slow requests. */
  readonly log: Log;
  /**
   * The log of a module from a level on. `httplog` at 3 logs each request, and at 2 only
   * impersonating ones; `get` at 3 watches that begin; `authorization` and `impersonation` at 4
   * what they refuse.
   * @default none is enabled
   */
  readonly module?: (name: string, level: number) => ModuleLog;
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
  module: optional(aFunction),
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
  const { log, module = () => ({ log, isEnabled: () => false }), slowMs = 500, clock = systemClock } = options;
  const budget = createLineBudget({ clock, perSecond: options.maxSlowPerSecond ?? 20 });
  const requests = module("httplog", 3);
  const logDetails = detailLog(module, requests);
  const reportSlow = (state: RequestState, ms: number, resp: number): void => {
    const omitted = budget.take();
    if (omitted === undefined) return;
    const fields = { ...describe(state, ms), resp, ...stepsOf(state, ms) };
    log.warn("a request was slow", omitted === 0 ? fields : { ...fields, omitted });
  };
  const reportEnd = (state: RequestState, response: HttpResponse): void => {
    const latencyMs = clock.monotonic() - state.startedMs;
    const fields = { ...describe(state, latencyMs), ...flowOf(state), resp: response.status };
    requests.log.info("HTTP", { ...fields, ...addedInfo(state, response) });
  };
  return (state, next) =>
    mapResponse(next(state), (response) => {
      const respondedMs = Number.isNaN(state.respondedMs) ? clock.monotonic() : state.respondedMs;
      const ms = respondedMs - state.startedMs;
      if (ms > slowMs && !isLongRunning(state)) reportSlow(state, ms, response.status);
      logDetails(state);
      return requests.isEnabled() ? whenEnded(response, () => reportEnd(state, response)) : response;
    });
}
