import type { RequestState } from "@svc/server";

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/**
 * Whether a request may go on for as long as its client likes, and is no watch: such requests hold
 * no seats.
 */
export function isConnection({ isResource, verb, subresource, path }: RequestState["info"]): boolean {
  if (!isResource) return path.startsWith("/debug/pprof/");
  return verb === "proxy" || connections.has(subresource);
}
