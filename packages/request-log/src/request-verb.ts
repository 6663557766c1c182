import type { RequestState } from "@svc/server";

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Long-running requests and profiles last as long as the client requests. */
export function isLongRunning({ info: { verb, isResource, subresource, path } }: RequestState): boolean {
  return verb === "watch" || (isResource && connections.has(subresource)) || path.startsWith("/debug/pprof/");
}

/** The verb as metrics name it. Watches by legacy paths are named like the reads of these paths. */
export function verbOf(
  { method, sentMethod, isResource, subresource, name, query }: RequestState["info"],
  contentType = "",
): string {
  if (isResource && connections.has(subresource)) return "CONNECT";
  if (method === "PATCH" && isResource && contentType.startsWith("application/apply-patch+")) return "APPLY";
  if (method !== "GET" && method !== "HEAD") return sentMethod.toUpperCase();
  if (isTrue(query.get("watch"))) return "WATCH";
  return isResource && name === "" ? "LIST" : "GET";
}

/** As the server reads it: every value is true except `false` and `0`. */
function isTrue(value: string | null): boolean {
  return value !== null && !/^(?:false|0)$/i.test(value);
}
