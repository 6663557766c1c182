import * as http from "node:http";
import * as https from "node:https";
import {
  type ClientCertificate,
  type Credential,
  type Credentials,
  noCredentials,
} from "../credentials/credentials.ts";
import { createAgent } from "./agent.ts";
import type { Endpoint } from "./endpoint.ts";
import { hostOf } from "./host.ts";
import type { ConnectedTransport, TransportRequest, TransportResponse } from "./transport.ts";

export interface HttpTransportOptions {
  readonly endpoint: Endpoint;
  /** @default none: the server takes the client for an anonymous one */
  readonly credentials?: Credentials;
  /** Requests beyond this wait for a connection; every watch holds one. @default 1000 */
  readonly maxConnections?: number;
}

/**
 * Reaches a server over HTTP/1.1 connections that are kept. A certificate that changes gets connections of its own; those of the
 * old one end with the answers they carry. A request that is refused for its credential is sent once more if there is a newer one.
 */
export function createHttpTransport(options: HttpTransportOptions): ConnectedTransport {
  const { endpoint, credentials = noCredentials, maxConnections = 1000 } = options;
  let agent: http.Agent | undefined;
  let shown: ClientCertificate | undefined;

  const agentFor = (certificate: ClientCertificate | undefined): http.Agent => {
    if (agent !== undefined && sameCertificate(shown, certificate)) return agent;
    if (agent !== undefined) retire(agent);
    shown = certificate;
    agent = createAgent({ endpoint, certificate, maxConnections });
    return agent;
  };
  const once = (request: TransportRequest, { headers, certificate }: Credential): Promise<TransportResponse> =>
    sendAgain(endpoint, agentFor(certificate), { ...request, headers: { ...headers, ...request.headers } });
  const close = (): void => {
    if (agent !== undefined) retire(agent);
    agent = undefined;
  };

  return {
    fetch: async (request) => {
      const credential = await credentials.current();
      const response = await once(request, credential);
      if (response.status !== 401 || !credentials.rejected(credential)) return response;
      await discard(response);
      const newer = await credentials.current();
      const again = await once(request, newer);
      if (again.status === 401) credentials.rejected(newer);
      return again;
    },
    close,
    [Symbol.dispose]: close,
  };
}

function sameCertificate(a: ClientCertificate | undefined, b: ClientCertificate | undefined): boolean {
  return a?.certificate === b?.certificate && a?.key === b?.key;
}

/** No new connections; those in use end when their answers are read. */
function retire(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  agent.on("free", (socket: { destroy(): void }) => socket.destroy());
}

async function discard(response: TransportResponse): Promise<void> {
  for await (const _chunk of response.body) break;
}

/**
 * A server may close a kept connection just when a request goes out on it. What only reads is sent again then, on another
 * connection: with that nothing happens twice.
 */
async function sendAgain(endpoint: Endpoint, agent: http.Agent, request: TransportRequest): Promise<TransportResponse> {
  for (;;) {
    const sent = send(endpoint, agent, request);
    try {
      return await sent.response;
    } catch (error) {
      if (request.method !== "GET" || !sent.onReusedConnection() || request.signal?.aborted === true) throw error;
      if (!["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}

interface Sent {
  readonly response: Promise<TransportResponse>;
  readonly onReusedConnection: () => boolean;
}

function send(
  { server }: Endpoint,
  agent: http.Agent,
  { method, path, headers, body, signal }: TransportRequest,
): Sent {
  const { request } = server.protocol === "http:" ? http : https;
  const outgoing = request({
    agent,
    method,
    host: hostOf(server),
    ...(server.port === "" ? {} : { port: server.port }),
    path: server.pathname.replace(/\/+$/, "") + path,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  const response = new Promise<TransportResponse>((resolve, reject) => {
    // An abort is told as its reason, not as an error of the connection.
    outgoing.on("error", (error) => reject(signal?.aborted === true ? signal.reason : error));
    outgoing.on("response", (message) => resolve(responseOf(message, signal)));
  });
  outgoing.end(body);
  return { response, onReusedConnection: () => outgoing.reusedSocket };
}

function responseOf(message: http.IncomingMessage, signal: AbortSignal | undefined): TransportResponse {
  return {
    status: message.statusCode ?? 0,
    header: (name) => {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: bytesOf(message, signal),
  };
}

async function* bytesOf(message: http.IncomingMessage, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  try {
    yield* message;
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}
