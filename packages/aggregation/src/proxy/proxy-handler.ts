import { type Clock, parseDurationMs } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { connectionError, offerError } from "@svc/http/client";
import {
  escapedPath,
  ForwardTimeoutError,
  forward,
  forwardedBody,
  forwardUpgrade,
  headerOf,
  pathBytes,
  returnedHead,
  returnedHeaders,
  sortedQuery,
  takesAnyEncoding,
  UpgradeResponseError,
} from "@svc/http/forward";
import { type RequestState, textResponse } from "@svc/server";
import { type Backends, originOf } from "../backends/backends.ts";
import { type ApiService, isAvailable } from "../registration/api-service.ts";
import { requestHeaders } from "./request-headers.ts";

/** Answers a request for a group version by its extension server. */
export type ProxyRequest = (state: RequestState, registration: ApiService) => Promise<HttpResponse>;

interface ProxyOptions {
  readonly backends: Backends;
  /** Called for a request whose extension server is unavailable. */
  readonly onUnavailable: (state: RequestState) => void;
  readonly clock: Clock;
}

/** The maximum time of a request that is not long-running, in milliseconds. */
const maxTimeoutMs = 60_000;

/** Creates the handler of requests for extension servers. */
export function createProxy({ backends, clock, onUnavailable }: ProxyOptions): ProxyRequest {
  return async (state, registration) => {
    const address = isAvailable(registration) ? backends.address(registration) : undefined;
    if (address?.ok !== true) {
      onUnavailable(state);
      return unavailable;
    }
    const { request, info } = state;
    const origin = originOf(address);
    const host = origin.slice(origin.indexOf("//") + 2);
    const hostname = host.slice(0, host.lastIndexOf(":"));
    const path = escapedPath(pathBytes(info.target));
    const { upgrade, signal } = request;
    const { sentMethod: method } = info;
    const headers = requestHeaders({ state, host, path, isUpgrade: upgrade !== undefined });
    const client = backends.egress.client(backends.destination(registration));
    const sent = { method, path: path + sortedQuery(info.target), headers };
    try {
      if (upgrade !== undefined)
        return await forwardUpgrade({ client, upgrade, request: { ...sent, url: new URL(origin), signal } });
      const body = await forwardedBody(request, { method, headers });
      return await forward({
        client,
        request: { ...sent, origin, ...(body === undefined ? {} : { body }) },
        signal,
        unzips: takesAnyEncoding(request, method),
        ...(isLongRunning(info) ? {} : { timeout: { ms: timeoutOf(info.query), clock } }),
        onInterim: (status, received) => request.inform?.(status, returnedHeaders(received)),
        onHead: (status, received) => {
          if (isRedirect(status) && (headerOf(received, "location") ?? "") !== "") throw new RedirectError();
          const { headers: kept, ...head } = returnedHead(status, received, {
            links: { host, prefix: "", origin },
            method,
          });
          // Caches in between must not store the response, whatever the extension server allows.
          return { ...head, headers: ["Cache-Control", "no-cache, private", ...kept] };
        },
      });
    } catch (error) {
      if (error instanceof RedirectError) return redirectRefused;
      if (error instanceof ForwardTimeoutError) return timedOut;
      if (error instanceof UpgradeResponseError)
        return textResponse(503, `invalid upgrade response: ${error.message}\n`);
      if (upgrade !== undefined) return textResponse(503, `${offerError(error, { host, hostname }).message}\n`);
      return textResponse(503, `error trying to reach service: ${connectionError(error, { host, hostname })}\n`);
    }
  };
}

/** An extension server redirects: clients would send their credentials after it. */
class RedirectError extends Error {
  override readonly name = "RedirectError";
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

const unavailable = textResponse(503, "service unavailable\n");

const redirectRefused: HttpResponse = {
  status: 502,
  headers: ["Content-Type", "text/plain; charset=utf-8"],
  body: Buffer.from("the backend attempted to redirect this request, which is not permitted"),
};

const timedOut: HttpResponse = {
  status: 504,
  headers: ["Content-Type", "text/plain; charset=utf-8"],
  body: Buffer.from(
    JSON.stringify({
      metadata: {},
      status: "Failure",
      message: "Timeout: request did not complete within the allotted timeout",
      reason: "Timeout",
      details: {},
      code: 504,
    }),
  ),
};

function timeoutOf(query: URLSearchParams): number {
  const text = query.get("timeout");
  const timeoutMs = text === null ? 0 : (parseDurationMs(text) ?? 0);
  return timeoutMs > 0 ? Math.min(timeoutMs, maxTimeoutMs) : maxTimeoutMs;
}

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

function isLongRunning({ isResource, verb, subresource }: RequestState["info"]): boolean {
  return isResource && (verb === "watch" || verb === "proxy" || connections.has(subresource));
}
