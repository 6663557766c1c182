import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { SecureVersion, TLSSocket } from "node:tls";
import type { Handler } from "./exchange.ts";
import { serveHttp1 } from "./http1.ts";
import { serveHttp2 } from "./http2.ts";
import { createPeerCertificates, type Edge } from "./peer.ts";
import { createChunkFramer } from "./stream-outlet.ts";
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
  /** How long a client may take to send its headers. @default 32 s; then 408 */
  readonly headersTimeoutMs?: number;
  /** How long a connection without a request stays open. @default 180 s */
  readonly idleTimeoutMs?: number;
  /** Streams at once on one connection of HTTP/2. @default 1000 */
  readonly maxStreams?: number;
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
  const {
    port,
    address = "0.0.0.0",
    maxHeaderBytes = 65_536,
    headersTimeoutMs = 32_000,
    idleTimeoutMs = 180_000,
  } = options;
  const edge: Edge = {
    handler,
    certificatesOf: createPeerCertificates(),
    frameChunk: createChunkFramer(),
    writeBody: createBodyWriter(),
  };
  const http2 = createHttp2(edge, options);
  const sessions = new Set<ServerHttp2Session>();
  http2.on("session", (session) => {
    sessions.add(session);
    closeWhenIdle(session, idleTimeoutMs);
    session.once("close", () => sessions.delete(session));
  });
  const server = createHttpsServer(
    {
      ...secureContextOf(options.tls),
      ALPNProtocols: ["h2", "http/1.1"],
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      // A watch sends its request once and stays: there is no time by which a request must be over.
      requestTimeout: 0,
      keepAliveTimeout: idleTimeoutMs,
      handshakeTimeout: 10_000,
      noDelay: true,
      // A request without a body has no stream that would have to be read to its end.
      optimizeEmptyRequests: true,
    },
    (message, response) => serveHttp1(edge, message, response),
  );
  divideByProtocol(server, http2);
  server.on("clientError", refuse);
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
    close: (graceMs) => close(server, sessions, connections, graceMs),
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

/** Connections come to the HTTPS server; those that chose HTTP/2 are handed on. */
function divideByProtocol(server: HttpsServer, http2: Http2Server): void {
  const [http1, ...others] = server.listeners("secureConnection") as ((socket: TLSSocket) => void)[];
  if (http1 === undefined || others.length > 0)
    throw new TypeError("this version of Node handles secure connections in another way");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") http2.emit("connection", socket);
    else http1.call(server, socket);
  });
}

/** What is no HTTP gets the answer that HTTP has for it, and the connection ends. */
function refuse(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return;
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "431 Request Header Fields Too Large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`);
}

function track(server: HttpsServer): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

async function close(
  server: HttpsServer,
  sessions: ReadonlySet<ServerHttp2Session>,
  connections: ReadonlySet<Socket>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A session ends when its streams have; new ones are refused from now on.
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const socket of connections) socket.destroy();
  }, graceMs);
  try {
    await closed;
  } finally {
    clearTimeout(timer);
  }
}
