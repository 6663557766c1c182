import { Agent, type Dispatcher } from "undici";
import { type ConnectOptions, createConnector, egressFilterOf } from "./connect.ts";
import { ConnectionLostError } from "./connection-lost-error.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange.ts";
import { createExchanges } from "./exchanges.ts";
import { openUpgrade, type UpgradeRequest, type UpgradeResult } from "./upgrade.ts";

/** A request to another server. Redirects are not followed: they are responses like others. */
export interface ClientRequest {
  readonly method: string;
  readonly url: URL;
  /**
   * Path and query as they are sent, not normalized; begins with a slash. @default those of `url`
   */
  readonly path?: string;
  /** Names in lower case; several values are sent as several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Ends the request, and the body of its response while that is read; both reject with the
   * signal's reason.
   */
  readonly signal?: AbortSignal;
}

/** The head of a response, and its body as it arrives. */
export interface ClientResponse {
  readonly status: number;
  /** @param name in lower case; values of a header that repeats are joined by `, ` */
  header(name: string): string | undefined;
  /**
   * The bytes as they arrive; single-consumer. It must be read, or left early, which gives the
   * response up.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bounds of a client. */
export interface HttpClientOptions extends ConnectOptions {
  /** Connections to one origin; over HTTP/2 one carries many requests. @default 100 */
  readonly maxConnections?: number;
  /** Until the head of a response; 0 waits for ever. @default 5 minutes */
  readonly headersTimeoutMs?: number;
  /** Between two pieces of a response's body; 0 waits for ever. @default 5 minutes */
  readonly bodyTimeoutMs?: number;
}

/**
 * Opens connections, keeps them, and shares those over HTTP/2. It rejects where there is no
 * response.
 */
export interface HttpClient extends Disposable {
  /**
   * @throws {EgressDeniedError} where the egress rules refuse the URL or its addresses
   * @throws {ConnectionLostError} where the connection ended before the response
   */
  fetch(request: ClientRequest): Promise<ClientResponse>;
  /**
   * Sends a request and gives its response to a receiver as it arrives: without the streams and
   * promises of `fetch`, for handlers that hand many responses on.
   * @throws {EgressDeniedError} where the egress rules refuse the URL; refused addresses and lost
   * connections fail the receiver
   */
  exchange(request: ExchangeRequest, receiver: ResponseReceiver): Exchange;
  /**
   * Opens a connection of its own, over HTTP/1.1, and offers to switch its protocol. A connection
   * that was switched is the caller's.
   * @throws {EgressDeniedError} where the egress rules refuse the URL or its addresses
   * @throws {ConnectionLostError} where the connection ended before the response
   */
  upgrade(request: UpgradeRequest): Promise<UpgradeResult>;
  /** Takes no more requests; connections close when their responses were read. */
  close(): void;
}

/** Streams of one connection; a server may allow fewer. */
const maxStreams = 1000;
/** Of one stream, and of all streams: readers that pause do not stop the others. */
const streamWindowBytes = 256 * 1024;
const connectionWindowBytes = 16 * 1024 * 1024;

/**
 * Creates a client; it opens no connection yet. @throws {TypeError} for options that contradict
 * each other
 */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { http2 = true, maxConnections = 100, headersTimeoutMs = 300_000, bodyTimeoutMs = 300_000 } = options;
  const filter = egressFilterOf(options);
  const connector = createConnector(options, filter);
  const http1Connector = createConnector({ ...options, http2: false }, filter);
  const limits = { connections: maxConnections, headersTimeout: headersTimeoutMs, bodyTimeout: bodyTimeoutMs };
  const agent = new Agent({
    ...limits,
    allowH2: http2,
    connect: connector,
    h2Options: {
      maxConcurrentStreams: maxStreams,
      connectionWindowSize: connectionWindowBytes,
      sessionOptions: { initialWindowSize: streamWindowBytes },
    },
  } as Agent.Options);
  const exchanges = createExchanges({
    createDispatcher: () => new Agent({ ...limits, allowH2: false, connect: http1Connector }),
    ...(http2 ? { connector } : {}),
    isLost,
    errorOf: (error) => errorOf(error, undefined),
  });
  const close = (): void => {
    void agent.close().catch(() => undefined);
    exchanges.close();
  };
  return {
    fetch: async (request) => {
      filter?.checkUrl(request.url);
      try {
        return responseOf(await sendAgain(agent, request), request.signal);
      } catch (error) {
        throw errorOf(error, request.signal);
      }
    },
    exchange: (request, receiver) => {
      filter?.checkUrl(new URL(request.origin));
      return exchanges.start(request, receiver);
    },
    upgrade: async (request) => {
      filter?.checkUrl(request.url);
      return openUpgrade(request, http1Connector);
    },
    close,
    [Symbol.dispose]: close,
  };
}

/**
 * A server may close an idle connection just when a request goes out on it. A request that only
 * reads is then sent once more, on another connection, since that does nothing twice.
 */
async function sendAgain(agent: Agent, request: ClientRequest): Promise<Dispatcher.ResponseData> {
  try {
    return await send(agent, request);
  } catch (error) {
    if (request.method !== "GET" || request.body !== undefined || request.signal?.aborted || !isLost(error))
      throw error;
    return send(agent, request);
  }
}

function send(
  agent: Agent,
  { method, url, path, headers, body, signal }: ClientRequest,
): Promise<Dispatcher.ResponseData> {
  return agent.request({
    origin: url.origin,
    path: path ?? url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    ...(headers === undefined ? {} : { headers: headers as Record<string, string | string[]> }),
    ...(body === undefined ? {} : { body: body as string }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function responseOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
): ClientResponse {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: piecesOf(body, signal),
  };
}

async function* piecesOf(body: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw errorOf(error, signal);
  }
}

function errorOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  return isLost(error) ? new ConnectionLostError((error as Error).message, { cause: error }) : error;
}

const lostCodes: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_INFO",
  "ERR_HTTP2_STREAM_ERROR",
  "ERR_HTTP2_SESSION_ERROR",
  "ERR_HTTP2_GOAWAY_SESSION",
]);

function isLost(error: unknown): boolean {
  return error instanceof Error && lostCodes.has((error as NodeJS.ErrnoException).code);
}
