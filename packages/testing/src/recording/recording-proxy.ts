import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Transport } from "@svc/client";

/** A request that went through a recording proxy; its body and credentials are not kept. */
export interface ProxiedRequest {
  /** Milliseconds since the recording began. */
  readonly atMs: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly userAgent: string;
  /** Status of the response. */
  readonly code: number;
}

interface RecordingProxyOptions {
  /** The cluster, with its credentials. */
  readonly transport: Transport;
  /** 0 for a free one. */
  readonly port: number;
  readonly monotonic: () => number;
}

/** A proxy on this machine, over HTTP, that adds the credentials of the cluster. */
export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  close(): void;
}

/** Headers of requests that mean the same to the cluster; others are of the connection. */
const passedRequestHeaders = ["accept", "content-type", "user-agent"];
const passedResponseHeaders = ["content-type", "retry-after", "warning", "audit-id", "location"];

/** Opens a proxy that records the requests of a program. */
export async function openRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const begin = options.monotonic();
  const requests: ProxiedRequest[] = [];
  const server = createServer((request, response) => {
    pass(request, response, options.transport).then(
      (code) => {
        const { method = "", url: path = "", headers } = request;
        const userAgent = headers["user-agent"] ?? "";
        requests.push({ atMs: options.monotonic() - begin, method, path, userAgent, code });
      },
      (error: unknown) => {
        if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
        response.end(`the cluster can't be reached: ${String(error)}\n`);
      },
    );
  });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes a request on. @returns the status, once the head of the response is there */
async function pass(request: IncomingMessage, response: ServerResponse, transport: Transport): Promise<number> {
  const { method = "GET", url = "/" } = request;
  const ended = new AbortController();
  response.once("close", () => ended.abort(new Error("the client is gone")));
  const body = new Uint8Array(await buffer(request));
  const headers = Object.fromEntries(
    passedRequestHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const sent = { method, path: url, headers, signal: ended.signal };
  const answer = await transport.fetch(body.length === 0 ? sent : { ...sent, body });
  for (const name of passedResponseHeaders) {
    const value = answer.header(name);
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(answer.status).flushHeaders();
  copyBody(answer.body, response).catch(() => response.destroy());
  return answer.status;
}

async function copyBody(body: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const chunk of body) if (!response.write(chunk)) await once(response, "drain");
  response.end();
}
