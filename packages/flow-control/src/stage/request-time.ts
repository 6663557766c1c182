import { parseDurationMs } from "@svc/base";
import type { RequestState } from "@svc/server";

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/**
 * Whether a request may go on for as long as its client likes, and is no watch: such requests hold
 * no seats.
 */
export function isConnection({ isResource, verb, subresource, path }: RequestState["info"]): boolean {
  if (!isResource) return path.startsWith("/debug/pprof/");
  return verb === "proxy" || (subresource !== "" && connections.has(subresource));
}

const defaultTimeoutMs = 60_000;
/** Part of a request's time that it may wait for its seats. */
const waitingPart = 0.25;

/** How long a request may wait, by the `timeout` of its query. */
export function waitLimitMs(query: URLSearchParams): number {
  const text = query.get("timeout");
  const given = text === null || text === "" ? 0 : (parseDurationMs(text) ?? 0);
  const timeoutMs = given > 0 && given < defaultTimeoutMs ? given : defaultTimeoutMs;
  return timeoutMs * waitingPart;
}
