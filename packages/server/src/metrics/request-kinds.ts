import { isTrue } from "../request/request-info.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";

/**
 * The distinguishing properties of requests for one resource as small numbers, which index their
 * handles.
 */
export const scopes = ["resource", "namespace", "cluster"] as const;
export const dryRuns = ["", "All", "invalid"] as const;
export const verbs = ["GET", "LIST", "WATCH", "POST", "PUT", "PATCH", "APPLY", "DELETE", "CONNECT"] as const;

export function verbIndex({ request, info }: RequestState, { verb }: Route): number {
  switch (verb) {
    case "get":
      return isTrue(info.query.get("watch")) ? 2 : 0;
    case "list":
      return 1;
    case "watch":
      return 2;
    case "create":
      return 3;
    case "update":
      return 4;
    case "patch":
      return request.header("content-type")?.startsWith("application/apply-patch+") === true ? 6 : 5;
    case "delete":
    case "deletecollection":
      return 7;
    case "connect":
      return 8;
  }
}

/** A created object has a name, or gets one. */
export function scopeIndex({ info }: RequestState, { name, verb }: Route): number {
  if (name !== undefined || verb === "create") return 0;
  return info.belowNamespace ? 1 : 2;
}

export function dryRunIndex({ info }: RequestState): number {
  if (info.method === "GET" || !info.query.has("dryRun")) return 0;
  return info.query.getAll("dryRun").every((value) => value === "All") ? 1 : 2;
}

/** The verb and the scope of a long-running request, as its gauge has them. */
export function runningTarget({ info }: RequestState, isConnection: boolean): readonly [verb: string, scope: string] {
  const { name, namespace, prefix, query } = info;
  const scope = name !== "" ? "resource" : namespace === "" ? "cluster" : "namespace";
  if (isConnection) return ["CONNECT", scope];
  // Watches by the legacy path are named like the reads that the path is of.
  if (prefix === "watch" && !isTrue(query.get("watch"))) return [name === "" ? "LIST" : "GET", scope];
  return ["WATCH", scope];
}

/** The other paths whose requests are counted. */
export function countedPath(path: string): string | undefined {
  switch (path) {
    case "/healthz":
    case "/livez":
    case "/readyz":
      return path;
    case "/openapi/v3":
      return "openapi/v3";
    default:
      return path.startsWith("/openapi/v3/") ? "openapi/v3/" : undefined;
  }
}
