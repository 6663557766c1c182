import { checkArgument, withMethods } from "@svc/base/check";
import type { HttpResponse } from "@svc/http";
import type { Counter, Metrics, Series } from "@svc/metrics";
import { isTrue } from "../request/request-info.ts";
import type { RequestState } from "../request/request-state.ts";
import { dryRunIndex, dryRuns } from "./request-kinds.ts";

const verbs: ReadonlyMap<string, string> = new Map([
  ["create", "POST"],
  ["update", "PUT"],
  ["deletecollection", "DELETE"],
]);

/** Counts the requests that the server ended by itself. */
interface TerminationMetrics {
  /** A request ended; counts where the server failed to handle it, or it was no longer awaited. */
  ended(state: RequestState, response: HttpResponse): void;
  /**
   * A response was made; it counts, also among all requests, where the server refused the request
   * to protect itself.
   */
  responded(state: RequestState, response: HttpResponse): void;
}

/** Counts requests that the server refused to protect itself, failed to handle, or gave up. */
export function terminationMetrics(metrics: Metrics, total: Series<Counter>): TerminationMetrics {
  const terminations = metrics.once(terminationCounter);
  const pathOf = boundedPaths();
  const terminated = (state: RequestState, status: number): void =>
    terminations(String(status), "apiserver", ...targetOf(state, pathOf(state))).add();
  return {
    ended: (state, { status }) => {
      if (state.failed || state.timedOut) terminated(state, status);
    },
    responded: (state, { status }) => {
      // A 429 of a handler concerns an object, not the server.
      if (status !== 429 || !Number.isNaN(state.dispatchedMs)) return;
      terminated(state, status);
      total("429", "apiserver", dryRuns[dryRunIndex(state)] ?? "", ...targetOf(state)).add();
    },
  };
}

/** The most paths that have series of their own: any client may ask for any path. */
const maxPaths = 256;

/** Returns the path of a request for no resource; empty once there were too many different ones. */
function boundedPaths(): (state: RequestState) => string {
  const known = new Set<string>();
  return ({ info: { isResource, path } }) => {
    if (isResource || known.has(path)) return path;
    if (known.size === maxPaths) return "";
    known.add(path);
    return path;
  };
}

const expectedMetrics = withMethods("a Metrics of @svc/metrics", "counter", "gauge", "histogram", "collected");

/**
 * Counts requests for an extension server that is unavailable. Paths beside those of resources,
 * which only its group has, are named.
 * @throws {TypeError} for a wrong argument
 */
export function unavailableMetrics(metrics: Metrics): (state: RequestState) => void {
  checkArgument("unavailableMetrics: metrics", metrics, expectedMetrics);
  const terminations = metrics.once(terminationCounter);
  return (state) => {
    terminations("503", "aggregator", ...targetOf(state, state.info.path)).add();
  };
}

function terminationCounter(metrics: Metrics): Series<Counter> {
  return metrics.counter({
    name: "apiserver_request_terminations_total",
    help: "Requests that the server rejected or aborted to protect itself.",
    labels: ["code", "component", "group", "resource", "scope", "subresource", "verb", "version"],
    stability: "ALPHA",
  });
}

/** Counts responses that the server broke off after their head was sent. */
export function abortMetrics(metrics: Metrics): (state: RequestState) => void {
  const aborts = metrics.counter({
    name: "apiserver_request_aborts_total",
    help: "Requests whose response the server broke off.",
    labels: ["group", "resource", "scope", "subresource", "verb", "version"],
    stability: "ALPHA",
  });
  return (state) => aborts(...targetOf(state)).add();
}

/** @param path stands in the place of the subresource where the request is for no resource */
function targetOf(state: RequestState, path = ""): readonly string[] {
  const { isResource, group, resource, subresource, version, method } = state.info;
  return isResource
    ? [group, resource, scopeOf(state), subresource, verbOf(state), version]
    : ["", "", "", path, method ?? "other", ""];
}

function verbOf({ request, info: { verb, query } }: RequestState): string {
  if ((verb === "get" || verb === "list") && isTrue(query.get("watch"))) return "WATCH";
  if (verb === "patch" && request.header("content-type")?.startsWith("application/apply-patch+") === true)
    return "APPLY";
  return verbs.get(verb) ?? verb.toUpperCase();
}

function scopeOf({ info: { name, namespace, verb } }: RequestState): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}
