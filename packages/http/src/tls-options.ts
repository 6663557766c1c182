import type { TlsOptions as NodeTlsOptions, SecureContextOptions, SecureVersion } from "node:tls";

/** A certificate for clients that ask for one of its names. */
export interface NamedCertificate {
  /** `example.com` or `*.example.com`; the asterisk matches one label. */
  readonly names: readonly string[];
  /** PEM; the server's own first. */
  readonly certificate: string;
  readonly key: string;
}

/** The certificates of a server, and its requirements for clients. */
export interface TlsOptions {
  /** PEM; the server's own first. */
  readonly certificate: string;
  readonly key: string;
  /**
   * Certificates for the server name that a client sends; the first one of a name wins. A name that
   * none of them has is served with the first certificate that is valid for it, the server's own
   * before these.
   * @default none
   */
  readonly named?: readonly NamedCertificate[];
  /**
   * PEM; the authorities of client certificates, which are requested by TLS and verified by the
   * authenticator.
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
    // The authenticator decides: an unaccepted certificate results in an anonymous client, not in a
    // failed connection.
    rejectUnauthorized: false,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}
