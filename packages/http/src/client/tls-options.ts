/** TLS options of a client: verification of the server, and its own certificate. */
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
