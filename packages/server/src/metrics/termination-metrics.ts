import { checkArgument, withMethods } from "@svc/base/check";
import type { HttpResponse } from "@svc/http";
import type { Counter, Metrics, Series } from "@svc/metrics";
import type { RequestState } from "../request/request-state.ts";

const verbs: ReadonlyMap<string, string> = new Map([
  ["create", "POST"],
  ["update", "PUT"],
  ["deletecollection", "DELETE"],
]);

/** Counts requests that the server refused to protect itself, or failed to handle. */
export function terminationMetrics(metrics: Metrics): (state: RequestState, response: HttpResponse) => void {
  const terminations = metrics.once(terminationCounter);
  return (state, { status }) => {
    // A 429 of a handler concerns an object, not the server.
    const isRefused = status === 429 && Number.isNaN(state.dispatchedMs);
    if (!isRefused && !state.failed && !state.timedOut) return;
    terminations(String(status), "apiserver", ...targetOf(state)).add();
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
    const [group = "", resource = "", scope = "", subresource = "", ...rest] = targetOf(state);
    const { isResource, path } = state.info;
    terminations("503", "aggregator", group, resource, scope, isResource ? subresource : path, ...rest).add();
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

function targetOf(state: RequestState): readonly string[] {
  const { isResource, group, resource, subresource, version, method } = state.info;
  return isResource
    ? [group, resource, scopeOf(state), subresource, verbOf(state), version]
    : ["", "", "", "", method ?? "other", ""];
}

function verbOf({ request, info: { verb } }: RequestState): string {
  if (verb === "patch" && request.header("content-type")?.startsWith("application/apply-patch+") === true)
    return "APPLY";
  return verbs.get(verb) ?? verb.toUpperCase();
}

function scopeOf({ info: { name, namespace, verb } }: RequestState): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}
