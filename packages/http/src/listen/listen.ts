import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aNonNegativeNumber,
  aNumber,
  anObject,
  aPort,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import type { Handler } from "../http.ts";
import { Http1Connection } from "../http1/connection.ts";
import { Http2Connection } from "../http2/connection.ts";
import { createServerNames, type ServerNames } from "../server-names.ts";
import { secureContextOf, type TlsOptions } from "../tls-options.ts";
import { type ByVersion, connectionOptions } from "./connection-options.ts";
import { addressOf } from "./listen-address.ts";
import type { ListenOptions } from "./listen-options.ts";
import { closePort, openPort } from "./open-port.ts";
import { trackConnections } from "./track-connections.ts";

/** An open port. */
export interface Listener {
  readonly port: number;
  readonly address: string;
  /** Open connections. */
  readonly connections: number;
  /** Connections that came since the port was opened. */
  readonly accepted: number;
  /** Certificates for new connections from now on. @throws {TypeError} for a port without TLS */
  renew(tls: TlsOptions): void;
  /** Accepts no new connections, completes requests, and aborts the rest after the grace period. */
  close(graceMs: number): Promise<void>;
}

const listenOptions = optionsOf<ListenOptions>({
  port: aPort,
  address: optional(aString),
  tls: optional(anObject),
  http2: optional(aBoolean),
  reusePort: optional(aBoolean),
  plainBeyondLoopback: optional(aBoolean),
  maxHeaderBytes: optional(aNonNegativeNumber),
  headersTimeoutMs: optional(aNonNegativeNumber),
  writeTimeoutMs: optional(aNonNegativeNumber),
  idleTimeoutMs: optional(aNonNegativeNumber),
  maxConnections: optional(aNonNegativeNumber),
  maxConnectionsPerAddress: optional(aNonNegativeNumber),
  maxStreams: optional(aNonNegativeNumber),
  goAwayChance: optional(aNumber),
  unreadBodies: optional(withMethods("a BodyMemory of @svc/http", "share", "take", "giveBack")),
  random: optional(aFunction),
  onConnectionRefused: optional(aFunction),
  onHandshakeError: optional(aFunction),
  onHandlerError: optional(aFunction),
  clock: optional(aClock),
});

/**
 * Opens a port for HTTP/1.1 and HTTP/2 over TLS, negotiated by ALPN, or for HTTP/1.1 without TLS.
 * @throws {TypeError} without TLS for an address beyond loopback that is not explicitly allowed
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listener> {
  checkArgument("listen: handler", handler, aFunction);
  checkArgument("listen: options", options, listenOptions);
  const { http1, http2 } = connectionOptions(handler, options);
  const { clock = systemClock } = options;
  const address = addressOf(options);
  const names = options.tls === undefined ? undefined : createServerNames(options.tls);
  const tls =
    options.tls === undefined
      ? undefined
      : createTls(options.tls, { names, offersHttp2: options.http2 ?? true, http1, http2 });
  const server = tls ?? createTcpServer({ noDelay: true }, (socket) => new Http1Connection(socket, http1));
  const connections = trackConnections(server, options);
  tls?.on("tlsClientError", (error, socket) => {
    options.onHandshakeError?.();
    if ("code" in error && error.code === "ERR_SSL_HTTP_REQUEST") answerWithoutTls(connections.open, socket);
    socket.destroy();
  });
  await openPort(server, { port: options.port, host: address, reusePort: options.reusePort === true });
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    address: bound.address,
    get connections() {
      return connections.open.size;
    },
    get accepted() {
      return connections.accepted;
    },
    renew: (renewed) => {
      if (tls === undefined) throw new TypeError("this server has no TLS");
      tls.setSecureContext(secureContextOf(renewed));
      names?.replace(renewed);
    },
    close: (graceMs) => {
      for (const { deadlines } of [http1, http2]) for (const connection of deadlines.members) connection.shutDown();
      return closePort({ server, sockets: connections.open, clock }, graceMs);
    },
  };
}

interface TlsConnections extends ByVersion {
  readonly names: ServerNames | undefined;
  readonly offersHttp2: boolean;
}

function createTls(tls: TlsOptions, { names, offersHttp2, http1, http2 }: TlsConnections): TlsServer {
  const server = createTlsServer(
    {
      ...secureContextOf(tls),
      ...(names === undefined ? {} : { SNICallback: names.select }),
      ALPNProtocols: offersHttp2 ? ["h2", "http/1.1"] : ["http/1.1"],
      handshakeTimeout: 10_000,
      noDelay: true,
    },
    (socket) => {
      // Its handshake was in progress when the port was closed.
      if (!server.listening) socket.destroy();
      else if (socket.alpnProtocol === "h2") new Http2Connection(socket, http2);
      else new Http1Connection(socket, http1);
    },
  );
  return server;
}

const withoutTls = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

/**
 * Responds in plain text to a client that uses HTTP without TLS: the underlying socket is open
 * while the error is reported.
 */
function answerWithoutTls(connections: ReadonlySet<Socket>, { remoteAddress, remotePort }: Socket): void {
  for (const below of connections)
    if (below.remotePort === remotePort && below.remoteAddress === remoteAddress) below.write(withoutTls, "latin1");
}
