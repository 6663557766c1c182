import { forwardedHeaders } from "@svc/http/forward";
import type { RequestState } from "@svc/server";

/** The headers of a request that is passed on to a target; names and values alternate. */
export function requestHeaders({ request }: Pick<RequestState, "request">): string[] {
  return forwardedHeaders(request, { host: request.host, isDropped });
}

/**
 * Headers with user names are for extension servers only; the forwarding headers are set by this
 * server.
 */
function isDropped(name: string): boolean {
  return name.startsWith("x-remote-") || name === "x-forwarded-uri";
}
