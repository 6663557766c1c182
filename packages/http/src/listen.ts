import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { type Clock, systemClock } from "@svc/base";
import { createBufferPool } from "./buffer-pool.ts";
import { createDateText } from "./date-text.ts";
import { createDeadlines, type Deadline } from "./deadlines.ts";
import type { Handler } from "./http.ts";
import { createChunkFramer } from "./http1/chunk-framer.ts";
import { Http1Connection, type Http1Options } from "./http1/connection.ts";
import { Http2Connection, type Http2Options } from "./http2/connection.ts";
import { addressOf } from "./listen-address.ts";
import { createPeerCertificates } from "./peer.ts";
import { secureContextOf, type TlsOptions } from "./tls-options.ts";
import { trackConnections } from "./track-connections.ts";
import { createBodyWriter } from "./write-body.ts";

/** Where a server listens, and its bounds. */
export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** @default "0.0.0.0"; without TLS "127.0.0.1" */
  readonly address?: string;
  /** Without it the port speaks HTTP/1.1 only, unencrypted, and on loopback addresses only. */
  readonly tls?: TlsOptions;
  /** Allows HTTP without TLS on other addresses, behind a proxy that ends TLS. @default false */
  readonly plainBeyondLoopback?: boolean;
  /** Bytes of all headers of a request. @default 64 KiB; past it 431 */
  readonly maxHeaderBytes?: number;
  /**
   * How long a client may take to send its headers, and how long a body may stop coming. @default
   * 32 s; then 408
   */
  readonly headersTimeoutMs?: number;
  /**
   * How long a client may take for a piece of 256 KiB of an answer. @default 60 s; then the answer
   * breaks off
   */
  readonly writeTimeoutMs?: number;
  /** How long a connection without a request stays open. @default 180 s */
  readonly idleTimeoutMs?: number;
  /** Open connections; further ones are closed at once. @default 16,384 */
  readonly maxConnections?: number;
  /** Open connections of one address. @default half of `maxConnections` */
  readonly maxConnectionsPerAddress?: number;
  /** Streams at once on one connection of HTTP/2. @default 1000 */
  readonly maxStreams?: number;
  /** Called for each TLS handshake that fails. @default nothing happens */
  readonly onHandshakeError?: () => void;
  /** What times go by, and the date of answers. @default the system's */
  readonly clock?: Clock;
}

/** An open port. */
export interface Listener {
  readonly port: number;
  readonly address: string;
  /** Open connections. */
  readonly connections: number;
  /** Certificates for new connections from now on. @throws {TypeError} for a port without TLS */
  renew(tls: TlsOptions): void;
  /**
   * Takes no new connections, lets requests end, and after the grace period breaks off what is
   * left.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Opens a port that speaks HTTP/1.1 and HTTP/2 over TLS, as the client asks by ALPN, or HTTP/1.1
 * without TLS.
 * @throws {TypeError} without TLS for an address beyond loopback that is not allowed explicitly
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listener> {
  const { http1, http2 } = connectionOptions(handler, options);
  const address = addressOf(options);
  const tls = options.tls === undefined ? undefined : createTls(options.tls, { http1, http2 });
  const server = tls ?? createTcpServer({ noDelay: true }, (socket) => new Http1Connection(socket, http1));
  const connections = trackConnections(server, options);
  tls?.on("tlsClientError", (error, socket) => {
    options.onHandshakeError?.();
    if ("code" in error && error.code === "ERR_SSL_HTTP_REQUEST") tellOfTls(connections, socket);
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    address: bound.address,
    get connections() {
      return connections.size;
    },
    renew: (renewed) => {
      if (tls === undefined) throw new TypeError("this server has no TLS");
      tls.setSecureContext(secureContextOf(renewed));
    },
    close: (graceMs) => {
      for (const { deadlines } of [http1, http2]) for (const connection of deadlines.members) connection.shutDown();
      return close(server, connections, graceMs);
    },
  };
}

function createTls(tls: TlsOptions, { http1, http2 }: ByVersion): TlsServer {
  const server = createTlsServer(
    { ...secureContextOf(tls), ALPNProtocols: ["h2", "http/1.1"], handshakeTimeout: 10_000, noDelay: true },
    (socket) => {
      // Its handshake was under way when the port was closed.
      if (!server.listening) socket.destroy();
      else if (socket.alpnProtocol === "h2") new Http2Connection(socket, http2);
      else new Http1Connection(socket, http1);
    },
  );
  return server;
}

interface ByVersion {
  readonly http1: Http1Options;
  readonly http2: Http2Options;
}

/** How late a deadline may be noticed, at most; less where deadlines are near. */
const maxLateMs = 1_000;

function connectionOptions(handler: Handler, options: ListenOptions): ByVersion {
  const { maxHeaderBytes = 65_536, headersTimeoutMs = 32_000, idleTimeoutMs = 180_000, maxStreams = 1000 } = options;
  const { clock = systemClock, writeTimeoutMs = 60_000 } = options;
  const bufferPool = createBufferPool();
  const checkEveryMs = Math.min(maxLateMs, Math.ceil(Math.min(headersTimeoutMs, idleTimeoutMs, writeTimeoutMs) / 4));
  const writeTimeout = { deadlines: createDeadlines<Deadline>(clock, checkEveryMs), writeTimeoutMs };
  const common = {
    handler,
    certificatesOf: createPeerCertificates(),
    date: createDateText(clock),
    maxHeaderBytes,
    headersTimeoutMs,
    idleTimeoutMs,
  };
  return {
    http1: {
      ...common,
      writeBody: createBodyWriter({ ...writeTimeout, bufferPool }),
      frameChunk: createChunkFramer(),
      deadlines: createDeadlines<Http1Connection>(clock, checkEveryMs),
    },
    http2: {
      ...common,
      clock,
      bufferPool,
      writeTimeout,
      maxStreams,
      deadlines: createDeadlines<Http2Connection>(clock, checkEveryMs),
    },
  };
}

const withoutTls = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Whoever speaks HTTP without TLS hears so, without TLS: what is below is open as long as the error
 * is being told of.
 */
function tellOfTls(connections: ReadonlySet<Socket>, { remoteAddress, remotePort }: Socket): void {
  for (const below of connections)
    if (below.remotePort === remotePort && below.remoteAddress === remoteAddress) below.write(withoutTls, "latin1");
}

async function close(server: Server, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => {
    for (const socket of connections) socket.destroy();
  }, graceMs);
  try {
    await closed;
  } finally {
    clearTimeout(timer);
  }
}
