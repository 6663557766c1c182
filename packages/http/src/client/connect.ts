import { connect, isIP, type OnReadOpts, type Socket } from "node:net";
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
} from "node:tls";
import { type Clock, systemClock } from "@svc/base";
import { createEgressFilter, type EgressFilter, type EgressRules } from "./egress-filter.ts";
import { ConnectionLostError } from "./exchange/connection-lost-error.ts";
import { hostOf } from "./host.ts";
import type { ProxyServer } from "./proxy-server.ts";
import type { ClientTlsOptions } from "./tls-options.ts";
import { openTunnel } from "./tunnel.ts";

/** Options for opening connections. */
export interface ConnectOptions {
  readonly tls?: ClientTlsOptions;
  /** Offers HTTP/2 by ALPN. @default true */
  readonly http2?: boolean;
  /**
   * The name or address that is connected to, in place of the URL's host; that host still is the
   * name that the server's certificate must have. @default the URL's host
   */
  readonly host?: string;
  /** The port that is connected to, in place of the URL's. @default the URL's */
  readonly port?: number;
  /**
   * An HTTP proxy to tunnel through. It resolves names, so `egress.deniedSubnets` is applied to
   * hosts that are addresses only.
   */
  readonly proxy?: URL | ProxyServer;
  readonly egress?: EgressRules;
  /** Until a connection is open, TLS included. @default 30 s */
  readonly connectTimeoutMs?: number;
  /** From the end of the TCP handshake to that of the TLS handshake. @default 10 s */
  readonly handshakeTimeoutMs?: number;
  /** @default the system's */
  readonly clock?: Clock;
  /** Called for each connection that was opened, or could not be. */
  readonly onConnect?: (error: Error | undefined) => void;
}

/**
 * Opens a connection to the origin of a URL.
 * @param offer the protocols offered by ALPN
 * @param read the buffer for received bytes
 */
export type Connector = (url: URL, offer: "http/1.1" | "http/2", read?: OnReadOpts) => Promise<Socket>;

/** A connection was not open in time. */
export class ConnectTimeoutError extends Error {
  override readonly name = "ConnectTimeoutError";
  readonly code = "CONNECT_TIMEOUT";
}

/** A server accepted the connection, and did not complete the TLS handshake in time. */
export class HandshakeTimeoutError extends Error {
  override readonly name = "HandshakeTimeoutError";
  readonly code = "HANDSHAKE_TIMEOUT";
}

/** Opens the connections of one client. */
export function createConnector(options: ConnectOptions, filter: EgressFilter | undefined): Connector {
  const {
    proxy,
    host: fixedHost,
    port: fixedPort,
    connectTimeoutMs = 30_000,
    onConnect,
    clock = systemClock,
  } = options;
  const through = proxy instanceof URL ? { url: proxy } : proxy;
  const openTls = createTlsOpener(options);
  const openSocket = async (url: URL, { offer, read }: Offered, signal: AbortSignal): Promise<Socket> => {
    const host = fixedHost ?? hostOf(url);
    if (isIP(host) !== 0) filter?.checkAddress(host);
    const port = fixedPort ?? Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
    const onread = read === undefined ? {} : { onread: read };
    const tcp = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000, ...onread };
    const target = { ...tcp, ...(filter === undefined ? {} : { lookup: filter.lookup }) };
    const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const socket = through === undefined ? undefined : await openTunnel({ proxy: through, target: authority, signal });
    if (url.protocol === "https:")
      return openTls(
        url,
        { ...(socket === undefined ? target : { socket }), ALPNProtocols: protocolsOf[offer] },
        signal,
      );
    return socket ?? opened(connect(target), "connect", signal);
  };
  return async (url, offer, read) => {
    const late = new AbortController();
    const timer = clock.after(connectTimeoutMs, () => late.abort(new ConnectTimeoutError("connect timeout")));
    try {
      const socket = await openSocket(url, { offer, read }, late.signal);
      onConnect?.(undefined);
      return socket;
    } catch (error) {
      onConnect?.(error as Error);
      throw error;
    } finally {
      timer.cancel();
    }
  };
}

type Offer = Parameters<Connector>[1];

interface Offered {
  readonly offer: Offer;
  readonly read: OnReadOpts | undefined;
}

const protocolsOf: Readonly<Record<Offer, readonly string[]>> = {
  "http/1.1": ["http/1.1"],
  "http/2": ["h2", "http/1.1"],
};

type TlsOpener = (url: URL, to: ConnectionOptions, signal: AbortSignal) => Promise<TLSSocket>;

/** Sessions that are kept to be resumed, one for a host. */
const maxSessions = 100;

function createTlsOpener({ tls = {}, clock = systemClock, handshakeTimeoutMs = 10_000 }: ConnectOptions): TlsOpener {
  // Reading the authorities takes a while, so it waits for the first connection.
  let context: SecureContext | undefined;
  const sessions = new Map<string, Buffer>();
  return async (url, to, signal) => {
    context ??= createSecureContext(contextOptionsOf(tls));
    const name = tls.serverName ?? hostOf(url);
    const session = sessions.get(url.host);
    const socket = connectTls({
      ...to,
      secureContext: context,
      rejectUnauthorized: tls.insecureSkipVerify !== true,
      // Addresses are not sent as SNI, but the certificate must still have them.
      servername: isIP(name) === 0 ? name : "",
      // The certificate is that of the URL's host, wherever the connection goes.
      checkServerIdentity: (_host, peer) => checkServerIdentity(name, peer),
      ...(session === undefined ? {} : { session }),
    });
    socket.setNoDelay(true);
    const limit = (): void => limitHandshake(socket, { clock, timeoutMs: handshakeTimeoutMs });
    if (socket.connecting) socket.once("connect", limit);
    else limit();
    socket.on("session", (fresh: Buffer) => {
      if (sessions.size < maxSessions || sessions.has(url.host)) sessions.set(url.host, fresh);
    });
    return opened(socket, "secureConnect", signal);
  };
}

interface HandshakeLimit {
  readonly clock: Pick<Clock, "after">;
  readonly timeoutMs: number;
}

/** Destroys a socket whose TLS handshake takes too long. */
function limitHandshake(socket: TLSSocket, { clock, timeoutMs }: HandshakeLimit): void {
  const timer = clock.after(timeoutMs, () => socket.destroy(new HandshakeTimeoutError("TLS handshake timeout")));
  socket.once("secureConnect", () => timer.cancel());
  socket.once("close", () => timer.cancel());
}

/** Waits until a socket is open. It is destroyed where it can't be opened. */
function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener("abort", leave);
      socket.off("error", fail);
      socket.off("close", lose);
      socket.off(event, succeed);
    };
    const fail = (error: unknown): void => {
      end();
      // Later errors belong to a socket without a user.
      socket.on("error", () => undefined);
      socket.destroy();
      reject(error);
    };
    const lose = (): void => fail(new ConnectionLostError("the connection ended before it was open"));
    const leave = (): void => fail(signal.reason);
    const succeed = (): void => {
      end();
      resolve(socket);
    };
    signal.addEventListener("abort", leave, { once: true });
    socket.on("error", fail);
    socket.on("close", lose);
    socket.on(event, succeed);
  });
}

/** The rules of a client; undefined where there are none. */
export function egressFilterOf({ egress }: ConnectOptions): EgressFilter | undefined {
  return egress === undefined ? undefined : createEgressFilter(egress);
}

function contextOptionsOf({ ca, certificate, key, insecureSkipVerify }: ClientTlsOptions): SecureContextOptions {
  return {
    minVersion: "TLSv1.2",
    // A given certificate is trusted without its signer: test tools give the one of the server.
    allowPartialTrustChain: true,
    ...(insecureSkipVerify === true ? {} : { ca: ca ?? knownAuthorities() }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}

function knownAuthorities(): string[] {
  return [...getCACertificates("default"), ...getCACertificates("system")];
}
