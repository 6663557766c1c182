import { type HttpResponse, isStream } from "@svc/http";
import type { Counter, Gauge, Histogram } from "@svc/metrics";
import type { ResourceVersion } from "@svc/schema";
import { deprecationOf } from "../request/deprecation.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import type { RequestCells } from "./request-cells.ts";
import {
  countedPath,
  dryRunIndex,
  dryRuns,
  runningTarget,
  scopeIndex,
  scopes,
  verbIndex,
  verbs,
} from "./request-kinds.ts";

/** The cells of one kind of request, looked up once, so that no labels are joined per request. */
interface RequestHandle {
  /** The answer is complete. */
  finished(status: number, seconds: number, bytes: number): void;
  /** The body of the request was read. */
  received(bytes: number): void;
}

interface Target {
  readonly component: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
  readonly verb: string;
  readonly dryRun: string;
}

/**
 * Finds the handle of a request for a served resource or path; there is one per kind of request
 * that occurred.
 */
export function createHandles(cells: RequestCells): (state: RequestState) => RequestHandle | undefined {
  const resources = new WeakMap<ResourceVersion, Map<string, (RequestHandle | undefined)[]>>();
  const paths = new Map<string, RequestHandle>();

  const ofResource = (state: RequestState, route: Route): RequestHandle => {
    const { version, subresource, definition } = route.endpoint;
    let bySubresource = resources.get(version);
    if (bySubresource === undefined) resources.set(version, (bySubresource = new Map()));
    let handles = bySubresource.get(subresource);
    if (handles === undefined) bySubresource.set(subresource, (handles = []));
    const verb = verbIndex(state, route);
    const scope = scopeIndex(state, route);
    const dryRun = dryRunIndex(state);
    const at = (verb * scopes.length + scope) * dryRuns.length + dryRun;
    const cached = handles[at];
    if (cached !== undefined) return cached;
    const deprecated = deprecationOf(route.endpoint);
    if (deprecated !== undefined)
      cells.deprecated(version.group, deprecated.removed, definition.resource, subresource, version.version).set(1);
    const handle = createHandle(cells, {
      component: "apiserver",
      group: version.group,
      version: version.version,
      resource: definition.resource,
      subresource,
      scope: scopes[scope] ?? "",
      verb: verbs[verb] ?? "",
      dryRun: dryRuns[dryRun] ?? "",
    });
    handles[at] = handle;
    return handle;
  };

  const ofPath = (state: RequestState): RequestHandle | undefined => {
    const subresource = countedPath(state.info.path);
    if (subresource === undefined) return undefined;
    const { method } = state.info;
    const verb = method === "HEAD" ? "GET" : (verbs.find((v) => v === method) ?? "other");
    const key = `${verb} ${subresource}`;
    let handle = paths.get(key);
    if (handle === undefined) {
      const none = { component: "", group: "", version: "", resource: "", scope: "", dryRun: "" };
      paths.set(key, (handle = createHandle(cells, { ...none, subresource, verb })));
    }
    return handle;
  };
  return (state) => {
    const { route, dispatched } = state;
    if (route !== undefined) return ofResource(state, route);
    return dispatched ? ofPath(state) : undefined;
  };
}

const bodyVerbs: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["APPLY", "patch"],
]);

function createHandle(cells: RequestCells, target: Target): RequestHandle {
  const { component, group, version, resource, subresource, scope, verb, dryRun } = target;
  const labels = [component, group, resource, scope, subresource, verb, version];
  const withDryRun = [component, dryRun, group, resource, scope, subresource, verb, version];
  const duration = cells.duration(...withDryRun);
  const isRead = verb === "GET" || verb === "LIST" || verb === "WATCH";
  const sizes = isRead ? cells.responseSizes(...labels) : undefined;
  const promised = verb === "WATCH" ? [] : [cells.sli(...labels), cells.slo(...labels)];
  const totals = new Map<number, Counter>();
  const bodyVerb = bodyVerbs.get(verb) ?? (scope === "resource" ? "delete" : "delete_collection");
  const qualified = group === "" ? resource : `${resource}.${group}`;
  const hasBodies = component !== "" && !isRead && verb !== "CONNECT";
  let bodies: Histogram | undefined;
  return {
    finished: (status, seconds, bytes) => {
      let total = totals.get(status);
      if (total === undefined) totals.set(status, (total = cells.total(codeOf(status), ...withDryRun)));
      total.add();
      duration.observe(seconds);
      for (const histogram of promised) histogram.observe(seconds);
      sizes?.observe(bytes);
    },
    received: (bytes) => {
      if (hasBodies) (bodies ??= cells.bodySizes(qualified, bodyVerb)).observe(bytes);
    },
  };
}

/** A connection that was taken over has no code of its own. */
function codeOf(status: number): string {
  return status === 101 ? "0" : String(status);
}

/** The gauge of a watch or a connection; undefined for other responses and for refused watches. */
export function runningGauge(
  cells: RequestCells,
  { status, body }: HttpResponse,
  state: RequestState,
): Gauge | undefined {
  const { route } = state;
  if (route === undefined) return undefined;
  const isConnection = route.verb === "connect" || status === 101;
  if (!isConnection && !(state.isLongRunning && isStream(body))) return undefined;
  const { version, subresource, definition } = route.endpoint;
  const [verb, scope] = runningTarget(state, isConnection);
  return cells.longRunning("apiserver", version.group, definition.resource, scope, subresource, verb, version.version);
}
