import type { ClientTlsOptions } from "./tls-options.ts";

/** An HTTP proxy through which connections are opened with CONNECT. */
export interface ProxyServer {
  /** `http:` or `https:`; its user and password are sent to the proxy. */
  readonly url: URL;
  /** A Unix domain socket on which the proxy listens. @default the host and port of `url` */
  readonly socketPath?: string;
  /** For an `https:` proxy. */
  readonly tls?: Omit<ClientTlsOptions, "serverName">;
}
