/** Where a server is, and how to know that it is the right one. */
export interface Endpoint {
  /** `https://host:port/path` or `http://…`. */
  readonly server: URL;
  /** PEM, one or more certificates. @default the authorities that the system trusts */
  readonly certificateAuthority?: string;
  /** The name that the server's certificate must have, and that it is asked for. @default the host of `server` */
  readonly tlsServerName?: string;
  /** Takes any certificate. Whoever sits between reads and changes everything. @default false */
  readonly insecureSkipTlsVerify?: boolean;
  /** An HTTP proxy to tunnel through. */
  readonly proxy?: URL;
}
