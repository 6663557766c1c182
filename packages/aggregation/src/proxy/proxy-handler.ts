import { parseDurationMs } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { methodNotServed, type RequestState, textAnswer } from "@svc/server";
import { type Backends, originOf } from "../backends/backends.ts";
import { type ApiService, isAvailable } from "../registration/api-service.ts";
import { forward, hostOfOrigin } from "./forward.ts";
import { forwardUpgrade } from "./forward-upgrade.ts";
import { requestBody } from "./request-body.ts";
import { requestHeaders } from "./request-headers.ts";
import { targetPath, targetQuery } from "./target-path.ts";

/** Answers a request for a group version by its extension server. */
export type ProxyRequest = (state: RequestState, registration: ApiService) => Promise<HttpResponse>;

interface ProxyOptions {
  readonly backends: Backends;
  readonly clock: Parameters<typeof forward>[0]["clock"];
}

/** How long a request may take that doesn't go on as long as the client likes. */
const maxTimeoutMs = 60_000;

const unavailable = textAnswer(503, "service unavailable\n");

/** Creates the handler of requests for extension servers. */
export function createProxy({ backends, clock }: ProxyOptions): ProxyRequest {
  return async (state, registration) => {
    const address = isAvailable(registration) ? backends.address(registration) : undefined;
    if (address?.ok !== true) return unavailable;
    const { request, info } = state;
    const origin = originOf(address);
    const { host } = hostOfOrigin(origin);
    const path = targetPath(info);
    const whole = path + targetQuery(info);
    const { upgrade, signal } = request;
    const { method } = info;
    if (method === undefined) throw methodNotServed();
    const headers = requestHeaders({ state, host, path, isUpgrade: upgrade !== undefined });
    const destination = backends.destination(registration);
    if (upgrade !== undefined) {
      const connect = backends.egress.connectOptions(destination);
      return forwardUpgrade({ upgrade, method, origin, path: whole, headers, connect, signal });
    }
    const body = await requestBody(request, { method, headers });
    const timeoutMs = isLongRunning(info) ? undefined : timeoutOf(info.query);
    const client = backends.egress.client(destination);
    const sent = { method, origin, path: whole, headers, ...(body === undefined ? {} : { body }) };
    return forward({ client, request: sent, timeoutMs, clock, signal });
  };
}

function timeoutOf(query: URLSearchParams): number {
  const text = query.get("timeout");
  const asked = text === null ? 0 : (parseDurationMs(text) ?? 0);
  return asked > 0 ? Math.min(asked, maxTimeoutMs) : maxTimeoutMs;
}

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

function isLongRunning({ isResource, verb, subresource }: RequestState["info"]): boolean {
  return isResource && (verb === "watch" || verb === "proxy" || connections.has(subresource));
}
