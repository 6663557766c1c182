import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, getCACertificates } from "node:tls";
import { buildConnector } from "undici";
import { createEgressFilter, type EgressFilter, type EgressRules } from "./egress.ts";
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
   * An HTTP proxy to tunnel through; it resolves the names. Not together with
   * `egress.deniedSubnets`.
   */
  readonly proxy?: URL;
  readonly egress?: EgressRules;
  /** Until a connection is open, TLS included. @default 30 s */
  readonly connectTimeoutMs?: number;
}

/**
 * Opens the connections of one client. @throws {TypeError} for options that contradict each other
 */
export function createConnector(options: ConnectOptions, filter: EgressFilter | undefined): buildConnector.connector {
  const { tls = {}, http2 = true, proxy, connectTimeoutMs = 30_000 } = options;
  if (proxy !== undefined && (options.egress?.deniedSubnets?.length ?? 0) > 0)
    throw new TypeError(
      "a proxy connects to addresses that cannot be checked here: give either proxy or deniedSubnets",
    );
  let open: buildConnector.connector | undefined;
  // Reading the system's authorities takes a while, so it waits for the first connection.
  const connector = (): buildConnector.connector =>
    (open ??= buildConnector({
      allowH2: http2,
      preferH2: true,
      timeout: connectTimeoutMs,
      ...tlsOptionsOf(tls),
      ...(filter === undefined ? {} : { lookup: filter.lookup }),
    } as buildConnector.BuildOptions));
  return (to, callback) => {
    const host = to.hostname.replace(/^\[|\]$/g, "");
    try {
      if (isIP(host) !== 0) filter?.checkAddress(host);
      if (proxy === undefined) return void connector()({ ...to, hostname: host }, callback);
    } catch (error) {
      return void queueMicrotask(() => callback(error as Error, null));
    }
    const port = to.port || (to.protocol === "https:" ? "443" : "80");
    openTunnel({ proxy, target: `${to.hostname}:${port}`, timeoutMs: connectTimeoutMs }).then(
      (socket) => {
        if (to.protocol === "https:") connector()({ ...to, hostname: host, httpSocket: socket as never }, callback);
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

function tlsOptionsOf({
  ca,
  certificate,
  key,
  serverName,
  insecureSkipVerify = false,
}: ClientTlsOptions): ConnectionOptions {
  return {
    minVersion: "TLSv1.2",
    // A certificate that is given is trusted, whoever signed it: tools give that of the server itself.
    allowPartialTrustChain: true,
    rejectUnauthorized: !insecureSkipVerify,
    ca: ca ?? [...getCACertificates("default"), ...getCACertificates("system")],
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined
      ? {}
      : {
          // Addresses are not sent as SNI, but the certificate must still have them.
          ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
          checkServerIdentity: (_host, peer) => checkServerIdentity(serverName, peer),
        }),
  };
}
