import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { createServer, type SecureVersion, type Server } from "node:tls";
import { type Clock, systemClock } from "@svc/meta";
import type { Handler } from "./exchange.ts";
import { createDateText } from "./http1/answer.ts";
import { createChunkFramer } from "./http1/chunk-framer.ts";
import { Http1Connection, type Http1Edge } from "./http1/connection.ts";
import { createDeadlines } from "./http1/deadlines.ts";
import { serveHttp2 } from "./http2.ts";
import { createPeerCertificates, type Edge } from "./peer.ts";
import { createBodyWriter } from "./write-body.ts";

export interface TlsOptions {
  /** PEM; the server's own first. */
  readonly certificate: string;
  readonly key: string;
  /** PEM; who may sign certificates of clients. They are asked for, and judged by the authenticator, not by TLS. */
  readonly clientCa?: string;
  /** @default "TLSv1.2" */
  readonly minVersion?: SecureVersion;
  /** Names of cipher suites, as OpenSSL has them. @default those of Node */
  readonly ciphers?: string;
}

export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** @default "0.0.0.0" */
  readonly address?: string;
  readonly tls: TlsOptions;
  /** Bytes of all headers of a request. @default 64 KiB; past it 431 */
  readonly maxHeaderBytes?: number;
  /** How long a client may take to send its headers, and how long a body may stop coming (HTTP/1.1). @default 32 s; then 408 */
  readonly headersTimeoutMs?: number;
  /** How long a connection without a request stays open. @default 180 s */
  readonly idleTimeoutMs?: number;
  /** Streams at once on one connection of HTTP/2. @default 1000 */
  readonly maxStreams?: number;
  /** What times of HTTP/1.1 go by, and the date of its answers. @default the system's */
  readonly clock?: Clock;
}

export interface Listener {
  readonly port: number;
  readonly address: string;
  /** Open connections. */
  readonly connections: number;
  /** Certificates for new connections from now on. */
  renew(tls: TlsOptions): void;
  /** Takes no new connections, lets requests end, and after the grace period breaks off what is left. */
  close(graceMs: number): Promise<void>;
}

/** Opens a port that speaks HTTP/1.1 and HTTP/2 over TLS, as the client asks by ALPN. */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listener> {
  const { port, address = "0.0.0.0", idleTimeoutMs = 180_000 } = options;
  const edge: Edge = { handler, certificatesOf: createPeerCertificates(), writeBody: createBodyWriter() };
  const http1 = http1Edge(edge, options, idleTimeoutMs);
  const http2 = createHttp2(edge, options);
  const sessions = new Set<ServerHttp2Session>();
  http2.on("session", (session) => {
    sessions.add(session);
    closeWhenIdle(session, idleTimeoutMs);
    session.once("close", () => sessions.delete(session));
  });
  const server = createServer(
    {
      ...secureContextOf(options.tls),
      ALPNProtocols: ["h2", "http/1.1"],
      handshakeTimeout: 10_000,
      noDelay: true,
    },
    (socket) => {
      // Its handshake was under way when the port was closed.
      if (!server.listening) socket.destroy();
      else if (socket.alpnProtocol === "h2") http2.emit("connection", socket);
      else new Http1Connection(socket, http1);
    },
  );
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  const connections = track(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
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
    renew: (tls) => server.setSecureContext(secureContextOf(tls)),
    close: (graceMs) => {
      // A session ends when its streams have; new ones are refused from now on.
      for (const session of sessions) session.close();
      for (const connection of http1.deadlines.members) connection.shutDown();
      return close(server, connections, graceMs);
    },
  };
}

/** How late a deadline may be noticed, at most; less where deadlines are near. */
const maxLateMs = 1_000;

function http1Edge(edge: Edge, options: ListenOptions, idleTimeoutMs: number): Http1Edge {
  const { maxHeaderBytes = 65_536, headersTimeoutMs = 32_000, clock = systemClock } = options;
  return {
    ...edge,
    frameChunk: createChunkFramer(),
    date: createDateText(clock),
    deadlines: createDeadlines(clock, Math.min(maxLateMs, Math.ceil(Math.min(headersTimeoutMs, idleTimeoutMs) / 4))),
    maxHeaderBytes,
    headersTimeoutMs,
    idleTimeoutMs,
  };
}

function secureContextOf({ certificate, key, clientCa, minVersion = "TLSv1.2", ciphers }: TlsOptions) {
  return {
    cert: certificate,
    key,
    minVersion,
    requestCert: clientCa !== undefined,
    // Who he is says the authenticator: a certificate that it does not take makes an anonymous client, not a broken connection.
    rejectUnauthorized: false,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}

function createHttp2(edge: Edge, { maxStreams = 1000, maxHeaderBytes = 65_536 }: ListenOptions): Http2Server {
  const http2 = createHttp2Server({
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes, initialWindowSize: 1_048_576 },
    // Bounds against floods of frames: what a connection may hold, and how often it may be wrong before it is closed.
    maxSessionMemory: 64,
    maxSessionInvalidFrames: 100,
    maxSessionRejectedStreams: 100,
    maxHeaderListPairs: 256,
    maxOutstandingPings: 10,
    maxSettings: 32,
    streamResetBurst: 1000,
    streamResetRate: 100,
  });
  http2.on("stream", (stream, headers, _flags, lines) => {
    // What a client is told of the size of its headers binds nobody.
    if (headerBytes(lines) > maxHeaderBytes) stream.respond({ ":status": 431 }, { endStream: true });
    else serveHttp2(edge, stream, { headers, lines });
  });
  http2.on("sessionError", (_error, session) => session.destroy());
  return http2;
}

/** As HTTP/2 counts them: 32 bytes beside each name and value. Source: RFC 9113, SETTINGS_MAX_HEADER_LIST_SIZE. */
function headerBytes(lines: readonly string[]): number {
  let bytes = 16 * lines.length;
  for (const text of lines) bytes += text.length;
  return bytes;
}

/** Closes a session that has no streams for so long. While it has some no time is kept: every write would start it anew. */
function closeWhenIdle(session: ServerHttp2Session, idleTimeoutMs: number): void {
  let streams = 0;
  session.on("timeout", () => session.close());
  session.setTimeout(idleTimeoutMs);
  session.on("stream", (stream) => {
    if (streams++ === 0) session.setTimeout(0);
    stream.once("close", () => {
      if (--streams === 0 && !session.closed) session.setTimeout(idleTimeoutMs);
    });
  });
}

function track(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
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
