/** Address of a server, and how its certificate is verified. */
export interface Endpoint {
  /** `https://host:port/path` or `http://…`. */
  readonly server: URL;
  /** One or more CA certificates in PEM format. @default the trusted authorities of the system */
  readonly certificateAuthority?: string;
  /** Name in the server's certificate, also sent as SNI. @default the host of `server` */
  readonly tlsServerName?: string;
  /** If true, any certificate is accepted, which allows interception. @default false */
  readonly insecureSkipTlsVerify?: boolean;
  /** An HTTP proxy to tunnel through. */
  readonly proxy?: URL;
}
