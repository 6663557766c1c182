import type { TlsOptions as NodeTlsOptions, SecureContextOptions, SecureVersion } from "node:tls";

/** The certificates of a server, and what it asks of its clients. */
export interface TlsOptions {
  /** PEM; the server's own first. */
  readonly certificate: string;
  readonly key: string;
  /**
   * PEM; the authorities of client certificates, which are asked for, and judged by the
   * authenticator, not by TLS.
   */
  readonly clientCa?: string;
  /** @default "TLSv1.2" */
  readonly minVersion?: SecureVersion;
  /** Names of cipher suites, as OpenSSL has them. @default those of Node */
  readonly ciphers?: string;
}

/** The options of Node's TLS. */
export function secureContextOf(options: TlsOptions): SecureContextOptions & NodeTlsOptions {
  const { certificate, key, clientCa, minVersion = "TLSv1.2", ciphers } = options;
  return {
    cert: certificate,
    key,
    minVersion,
    requestCert: clientCa !== undefined,
    // The authenticator decides: a certificate that it does not accept makes an anonymous client,
    // not
    // a broken connection.
    rejectUnauthorized: false,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}
