import type { ClientTlsOptions } from "@svc/http/client";

/** Options of the connections to kubelets. */
export interface KubeletOptions {
  /**
   * Types of addresses of a node, the preferred ones first.
   * @default Hostname, InternalDNS, InternalIP, ExternalDNS, ExternalIP
   */
  readonly addressTypes?: readonly string[];
  /** The port of kubelets whose node does not name one. @default 10250 */
  readonly port?: number;
  /** The certificate that the server shows, and the authority of kubelets' certificates. */
  readonly tls?: ClientTlsOptions;
  /** Until a connection is open. @default 5 s */
  readonly timeoutMs?: number;
}

/** The order of address types where options have none. */
export const defaultAddressTypes: readonly string[] = [
  "Hostname",
  "InternalDNS",
  "InternalIP",
  "ExternalDNS",
  "ExternalIP",
];

/** The User-Agent of requests without one of their own, as kube-apiserver sends it. */
export const kubeletUserAgent = "Go-http-client/1.1";

/** The timeout where the options have none. */
export const defaultTimeoutMs = 5_000;

/** The port on which kubelets listen. */
export const defaultKubeletPort = 10_250;
