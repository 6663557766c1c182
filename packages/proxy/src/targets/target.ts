import { isIP } from "node:net";
import type { ClientTlsOptions } from "@svc/http/client";

/** The target to which a request is proxied. */
export interface Target {
  readonly scheme: "http" | "https";
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: ClientTlsOptions;
}

/**
 * Connections to one target: streams that last would keep those of others waiting. The server's own
 * connections are fewer.
 */
export const maxTargetConnections = 16_384;

/** `https://host:port` */
export function originOf({ scheme, host, port }: Target): string {
  return `${scheme}://${hostAndPort({ host, port })}`;
}

/** `host:port` */
export function hostAndPort({ host, port }: Pick<Target, "host" | "port">): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
