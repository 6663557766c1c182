import { type IncomingMessage, request as requestPlainly } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { Readable } from "node:stream";
import type { Cluster } from "./kubeconfig.ts";

/** Asks a server for a path, as `fetch` would: a client works over any such function, a server in this process too. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export interface ClusterTransport {
  readonly fetch: Fetch;
  /** Closes the connections that are kept open. */
  close(): void;
}

/**
 * A transport to a cluster over HTTPS (or HTTP, where its address says so), with its certificate authority and this user's
 * certificate or token. `fetch` of the platform cannot show a client certificate, hence this one.
 */
export function createTransport(cluster: Cluster): ClusterTransport {
  const base = new URL(cluster.server);
  const secure = base.protocol === "https:";
  const agent = secure
    ? new Agent({
        keepAlive: true,
        ca: cluster.ca,
        cert: cluster.cert,
        key: cluster.key,
        servername: cluster.tlsServerName,
        rejectUnauthorized: !(cluster.insecureSkipTlsVerify ?? false),
      })
    : undefined;
  return {
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (cluster.token !== undefined) headers.set("authorization", `Bearer ${cluster.token}`);
      const options: RequestOptions = {
        method: init.method ?? "GET",
        headers: Object.fromEntries(headers),
        ...(init.signal ? { signal: init.signal } : {}),
        ...(agent === undefined ? {} : { agent }),
      };
      const body = init.body === undefined || init.body === null ? undefined : await new Response(init.body).bytes();
      const url = new URL(base.pathname.replace(/\/$/, "") + path, base);
      return new Promise<Response>((resolve, reject) => {
        const sent = (secure ? request : requestPlainly)(url, options, (message) => resolve(responseOf(message)));
        sent.once("error", reject);
        sent.end(body);
      });
    },
    close: () => agent?.destroy(),
  };
}

/** Answers that may have no body, by RFC 9110. */
const bodiless = new Set([101, 204, 205, 304]);

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (bodiless.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
}
