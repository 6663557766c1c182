import type { HttpResponse } from "@svc/http";
import type { Destination, Egress, ExchangeRequest } from "@svc/http/client";
import { badRequest, StatusError } from "@svc/meta";
import { methodNotServed, type RequestState, type Route, type SubresourceHandler } from "@svc/server";
import { forward, type PassedHead } from "./forward/forward.ts";
import { type HeaderPair, headerOf, requestHeaders, responseHeaders } from "./forward/headers.ts";
import { passUpgrade } from "./forward/pass-upgrade.ts";
import { requestBody } from "./forward/request-body.ts";
import { gzippedHtmlRewriter, htmlRewriter } from "./forward/rewrite-html.ts";
import { type LinkRewriting, rewriteLink } from "./forward/rewrite-link.ts";
import { sniffedType } from "./forward/sniffed-type.ts";
import { targetError } from "./forward/target-error.ts";
import { targetPath } from "./forward/target-path.ts";
import { originOf, type Target } from "./targets/target.ts";
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
      bodyTimeoutMs: 0,
      headersTimeoutMs: 0,
    };
    const sent = { method, path: (path === "" ? "/" : path) + query, signal };
    const passing: Passing = { state, egress, destination, target };
    if (upgrade !== undefined) {
      const url = new URL(originOf(target));
      return passUpgrade({ ...passing, ...sent, upgrade, url, headers: requestHeaders(state) });
    }
    return passRequest(passing, sent, prefix);
  };
}

interface Passing {
  readonly state: RequestState;
  readonly egress: Egress;
  readonly destination: Destination;
  readonly target: Target;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function passRequest(
  { state, egress, destination, target }: Passing,
  sent: Sent,
  prefix: string,
): Promise<HttpResponse> {
  const { method, path, signal } = sent;
  const forwardedUri = prefix + (/^[^?]*/.exec(path)?.[0] ?? "");
  const headers = requestHeaders(state, { forwardedUri });
  const isWhole = method !== "HEAD" && state.request.header("range") === undefined;
  if (isWhole && state.request.header("accept-encoding") === undefined) headers.push("Accept-Encoding", "gzip");
  const body = await requestBody(state, headers);
  const request: ExchangeRequest = {
    method,
    origin: originOf(target),
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  };
  const links = { host: state.request.host, prefix };
  const onHead = (status: number, given: readonly HeaderPair[]): PassedHead =>
    passedHead(status, given, { links, isHead: method === "HEAD" });
  try {
    return await forward({ client: egress.client(destination), request, signal, onHead });
  } catch (error) {
    throw targetError(
      error,
      target,
      (why) =>
        new StatusError({
          code: 503,
          reason: "ServiceUnavailable",
          message: `error trying to reach service: ${why}`,
        }),
    );
  }
}

interface HeadOptions {
  readonly links: LinkRewriting;
  readonly isHead: boolean;
}

function passedHead(status: number, given: readonly HeaderPair[], { links, isHead }: HeadOptions): PassedHead {
  const located = given.map(([name, value]) =>
    name === "location" ? ([name, rewriteLink(value, links)] as const) : ([name, value] as const),
  );
  // Caches between keep nothing, whatever the target says besides.
  const headers = ["Cache-Control", "no-cache, private", ...responseHeaders(located)];
  const length = headerOf(given, "content-length");
  const encoding = headerOf(given, "content-encoding");
  const isPage = /^text\/html(?:\s*;|\s*$)/.test(headerOf(given, "content-type") ?? "");
  if (isPage && !isHead && encoding === undefined)
    return { status, headers, length: undefined, rewriter: htmlRewriter(links) };
  if (isPage && !isHead && encoding === "gzip")
    return { status, headers, length: undefined, rewriter: gzippedHtmlRewriter(links) };
  const passed = { status, headers, length: length === undefined ? undefined : Number(length) };
  const isTyped = isHead || encoding !== undefined || headerOf(given, "content-type") !== undefined;
  return isTyped ? passed : { ...passed, typeOf: sniffedType };
}
