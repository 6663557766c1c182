import { TLSSocket } from "node:tls";
import { type Clock, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aPort,
  aString,
  checkArgument,
  either,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { type BufferPool, createBufferPool } from "../buffer-pool.ts";
import { createDeadlines, type Deadline, type Deadlines } from "../deadlines.ts";
import { type ConnectOptions, createConnector, egressFilterOf } from "./connect.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange/exchange.ts";
import { type ClientRequest, type ClientResponse, fetchOver } from "./fetch.ts";
import { Http1ClientConnection } from "./http1/client-connection.ts";
import { Http2ClientConnection } from "./http2/client-connection.ts";
import { OriginExchanges } from "./origin-exchanges.ts";
import { openUpgrade, type UpgradeRequest, type UpgradeResult } from "./upgrade.ts";

/** Bounds of a client. */
export interface HttpClientOptions extends ConnectOptions {
  /** Connections to one origin; over HTTP/2 one carries many requests. @default 100 */
  readonly maxConnections?: number;
  /** Until the head of a response; 0 waits for ever. @default 5 minutes */
  readonly headersTimeoutMs?: number;
  /** Between two pieces of a response's body; 0 waits for ever. @default 5 minutes */
  readonly bodyTimeoutMs?: number;
}

/** Keeps connections open, and shares those over HTTP/2. Rejects when there is no response. */
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

/** The state that the clients of one process share. */
export interface SharedClientState {
  readonly deadlines: Deadlines<Deadline>;
  readonly bufferPool: BufferPool;
}

const lookEveryMs = 1_000;

/** Creates what clients share; without clients it does nothing. */
export function createSharedClientState(clock: Clock = systemClock): SharedClientState {
  return { deadlines: createDeadlines(clock, lookEveryMs), bufferPool: createBufferPool() };
}

const expectedShared = optional(anObject);

const httpClientOptions = optionsOf<HttpClientOptions>({
  maxConnections: optional(aNonNegativeNumber),
  headersTimeoutMs: optional(aNonNegativeNumber),
  bodyTimeoutMs: optional(aNonNegativeNumber),
  tls: optional(anObject),
  http2: optional(aBoolean),
  host: optional(aString),
  port: optional(aPort),
  proxy: optional(either(withMethods("an URL", "toString", "toJSON"), anObject)),
  egress: optional(anObject),
  connectTimeoutMs: optional(aNonNegativeNumber),
  handshakeTimeoutMs: optional(aNonNegativeNumber),
  clock: optional(aClock),
  onConnect: optional(aFunction),
});

/**
 * Creates a client; it opens no connection yet. @throws {TypeError} for options that contradict
 * each other
 */
export function createHttpClient(options: HttpClientOptions = {}, shared?: SharedClientState): HttpClient {
  checkArgument("createHttpClient: options", options, httpClientOptions);
  checkArgument("createHttpClient: shared", shared, expectedShared);
  const { http2 = true, maxConnections = 100, headersTimeoutMs = 300_000, bodyTimeoutMs = 300_000 } = options;
  const filter = egressFilterOf(options);
  const connector = createConnector(options, filter);
  const common = { ...(shared ?? createSharedClientState(options.clock)), headersTimeoutMs, bodyTimeoutMs };
  const origins = new Map<string, OriginExchanges>();
  const originOf = (text: string): OriginExchanges => {
    const url = new URL(text);
    filter?.checkUrl(url);
    const { host } = url;
    return new OriginExchanges({
      open: () => connector(url, http2 ? "http/2" : "http/1.1"),
      carrierOf: (socket, owner) =>
        socket instanceof TLSSocket && socket.alpnProtocol === "h2"
          ? new Http2ClientConnection(socket, owner, { ...common, host })
          : new Http1ClientConnection(socket, owner, { ...common, host }),
      mayMultiplex: http2 && url.protocol === "https:",
      maxConnections,
    });
  };
  const exchange: HttpClient["exchange"] = (request, receiver) => {
    let origin = origins.get(request.origin);
    if (origin === undefined) {
      origin = originOf(request.origin);
      origins.set(request.origin, origin);
    }
    return origin.start(request, receiver);
  };
  const close = (): void => {
    for (const origin of origins.values()) origin.close();
    origins.clear();
  };
  return {
    fetch: (request) => fetchOver(exchange, request),
    exchange,
    upgrade: async (request) => {
      filter?.checkUrl(request.url);
      return openUpgrade(request, connector, common.bufferPool);
    },
    close,
    [Symbol.dispose]: close,
  };
}
