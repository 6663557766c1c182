import type { HttpResponse } from "@svc/http";
import type { Destination, Egress, ExchangeRequest, SharedHttpClient } from "@svc/http/client";
import { forward, forwardedBody, returnedHead, returnedHeaders, takesAnyEncoding } from "@svc/http/forward";
import { badRequest } from "@svc/meta";
import { methodNotServed, type RequestState, type Route, type SubresourceHandler } from "@svc/server";
import { passUpgrade } from "./forward/pass-upgrade.ts";
import { requestHeaders } from "./forward/request-headers.ts";
import { targetError } from "./forward/target-error.ts";
import { targetPath } from "./forward/target-path.ts";
import { maxTargetConnections, originOf, type Target } from "./targets/target.ts";
import { parseTargetName, type TargetName } from "./targets/target-name.ts";

interface ProxyHandlerOptions {
  readonly kind: "node" | "pod" | "service";
  readonly egress: Egress;
  /** @throws {StatusError} where the request leads nowhere */
  readonly target: (route: Route, name: TargetName) => Promise<Target>;
}

/**
 * Passes requests on to a target, and changes links of its responses so that they lead through
 * here.
 */
export function proxyHandler({ kind, egress, target: find }: ProxyHandlerOptions): SubresourceHandler {
  return async (state, route) => {
    const { info, request } = state;
    if (info.query.has("dryRun")) throw badRequest("dryRun is not supported");
    const target = await find(route, parseTargetName(route.name ?? "", kind));
    const { method } = info;
    if (method === undefined) throw methodNotServed();
    const { prefix, path, query } = targetPath(state);
    if (path === "" && request.upgrade === undefined && (method === "GET" || method === "HEAD"))
      return { status: 301, headers: ["Location", `${prefix}/${query}`], body: Buffer.alloc(0) };
    const { upgrade, signal } = request;
    const destination: Destination = {
      purpose: "proxy",
      http2: false,
      tls: target.tls,
      maxConnections: maxTargetConnections,
      bodyTimeoutMs: 0,
      headersTimeoutMs: 0,
    };
    const client = egress.client(destination);
    const sent = { method, path: (path === "" ? "/" : path) + query, signal };
    if (upgrade !== undefined) {
      const url = new URL(originOf(target));
      return passUpgrade(target, { client, upgrade, request: { ...sent, url, headers: requestHeaders(state) } });
    }
    return passRequest({ state, client, target, prefix }, sent);
  };
}

interface Passing {
  readonly state: RequestState;
  readonly client: SharedHttpClient;
  readonly target: Target;
  readonly prefix: string;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function passRequest({ state, client, target, prefix }: Passing, sent: Sent): Promise<HttpResponse> {
  const { method, path, signal } = sent;
  const headers = requestHeaders(state);
  headers.push("X-Forwarded-Uri", prefix + (/^[^?]*/.exec(path)?.[0] ?? ""));
  const body = await forwardedBody(state.request, { method, headers });
  const request: ExchangeRequest = {
    method,
    origin: originOf(target),
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  };
  const links = { host: state.request.host, prefix };
  try {
    return await forward({
      client,
      request,
      signal,
      unzips: takesAnyEncoding(state.request, method),
      onInterim: (status, received) => state.request.inform?.(status, returnedHeaders(received)),
      onHead: (status, received) => {
        const { headers: kept, ...head } = returnedHead(status, received, { links, method });
        // Caches in between must not store the response, whatever the target allows.
        return { ...head, headers: ["Cache-Control", "no-cache, private", ...kept] };
      },
    });
  } catch (error) {
    throw targetError(error, target);
  }
}
