import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, createSecureContext, getCACertificates } from "node:tls";
import { buildConnector } from "undici";
import { createEgressFilter, type EgressFilter, type EgressRules } from "./egress-filter.ts";
import type { ProxyServer } from "./proxy-server.ts";
import { openTunnel } from "./tunnel.ts";

/** How a client proves a server's identity, and its own. */
export interface ClientTlsOptions {
  /** PEM, one or more certificates. @default the authorities of the system and of Node */
  readonly ca?: string;
  /** PEM; the client's own, with its key. */
  readonly certificate?: string;
  readonly key?: string;
  /**
   * The name that the server's certificate must have, and that is sent as SNI. @default the URL's
   * host
   */
  readonly serverName?: string;
  /**
   * Accepts any certificate, so a machine in between can read and change everything. @default false
   */
  readonly insecureSkipVerify?: boolean;
}

/** How a client opens connections. */
export interface ConnectOptions {
  readonly tls?: ClientTlsOptions;
  /** Offers HTTP/2 by ALPN. @default true */
  readonly http2?: boolean;
  /**
   * The name or address that is connected to, in place of the URL's host; that host still is the
   * name that the server's certificate must have. @default the URL's host
   */
  readonly host?: string;
  /**
   * An HTTP proxy to tunnel through. It resolves names, so `egress.deniedSubnets` is applied to
   * hosts that are addresses only.
   */
  readonly proxy?: URL | ProxyServer;
  readonly egress?: EgressRules;
  /** Until a connection is open, TLS included. @default 30 s */
  readonly connectTimeoutMs?: number;
  /** Told of each connection that was opened, or could not be. */
  readonly onConnect?: (error: Error | undefined) => void;
}

/** Opens the connections of one client. */
export function createConnector(options: ConnectOptions, filter: EgressFilter | undefined): buildConnector.connector {
  const { tls = {}, http2 = true, proxy, host: fixedHost, connectTimeoutMs = 30_000, onConnect } = options;
  const through = proxy instanceof URL ? { url: proxy } : proxy;
  const common = { timeout: connectTimeoutMs, ...(filter === undefined ? {} : { lookup: filter.lookup }) };
  const plain = buildConnector(common as buildConnector.BuildOptions);
  let secure: buildConnector.connector | undefined;
  const connectorOf = (protocol: string): buildConnector.connector => {
    if (protocol !== "https:") return plain;
    // Reading the system's authorities takes a while, so it waits for the first connection.
    secure ??= buildConnector({
      ...common,
      allowH2: http2,
      preferH2: true,
      ...tlsOptionsOf(tls),
    } as buildConnector.BuildOptions);
    return secure;
  };
  return (to, done) => {
    const callback: buildConnector.Callback = (...result) => {
      onConnect?.(result[0] ?? undefined);
      done(...result);
    };
    const urlHost = to.hostname.replace(/^\[|\]$/g, "");
    const host = fixedHost ?? urlHost;
    // The certificate is that of the URL's host, wherever the connection goes.
    const named =
      fixedHost === undefined || isIP(urlHost) !== 0 || tls.serverName !== undefined ? {} : { servername: urlHost };
    const target = { ...to, ...named, hostname: host, ...(fixedHost === undefined ? {} : { host }) };
    try {
      if (isIP(host) !== 0) filter?.checkAddress(host);
      if (through === undefined) return void connectorOf(to.protocol)(target, callback);
    } catch (error) {
      return void queueMicrotask(() => callback(error as Error, null));
    }
    const port = to.port || (to.protocol === "https:" ? "443" : "80");
    const shown = isIP(host) === 6 ? `[${host}]` : host;
    openTunnel({ proxy: through, target: `${shown}:${port}`, timeoutMs: connectTimeoutMs }).then(
      (socket) => {
        if (to.protocol === "https:") connectorOf(to.protocol)({ ...target, httpSocket: socket as never }, callback);
        else callback(null, socket as never);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** The rules of a client; undefined where there are none. */
export function egressFilterOf({ egress }: ConnectOptions): EgressFilter | undefined {
  return egress === undefined ? undefined : createEgressFilter(egress);
}

/** Reading certificates costs time and memory, so all connections of a client share one context. */
function tlsOptionsOf({
  ca,
  certificate,
  key,
  serverName,
  insecureSkipVerify = false,
}: ClientTlsOptions): ConnectionOptions {
  return {
    rejectUnauthorized: !insecureSkipVerify,
    secureContext: createSecureContext({
      // A given certificate is trusted without its signer: test tools give the one of the server.
      allowPartialTrustChain: true,
      minVersion: "TLSv1.2",
      ...(insecureSkipVerify ? {} : { ca: ca ?? [...getCACertificates("default"), ...getCACertificates("system")] }),
      ...(certificate === undefined ? {} : { cert: certificate }),
      ...(key === undefined ? {} : { key }),
    }),
    ...(serverName === undefined
      ? {}
      : {
          // Addresses are not sent as SNI, but the certificate must still have them.
          ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
          checkServerIdentity: (_host, peer) => checkServerIdentity(serverName, peer),
        }),
  };
}
