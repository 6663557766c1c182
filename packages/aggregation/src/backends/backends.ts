import { isIP } from "node:net";
import { createEgress, type Destination, type Egress, metadataSubnets } from "@svc/http/client";
import type { LocalClient } from "@svc/registry";
import type { ApiService } from "../registration/api-service.ts";
import { type BackendAddress, createFindBackend } from "./backend-address.ts";
import { followServices, type ServiceObjects } from "./service-cache.ts";

/** Options of the connections to extension servers. */
export interface BackendOptions {
  /** The certificate by which this server is known to extension servers. @default none */
  readonly clientCertificate?: () => ClientCertificate;
  /**
   * Connects to the endpoints of a service, not to its own address: for servers outside of the
   * network of the cluster. @default false
   */
  readonly routeToEndpoints?: boolean;
  /**
   * Opens the connections, with the purpose `aggregation`.
   * @default directly, to any address that is not link-local
   */
  readonly egress?: Egress;
}

/** PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** The extension servers behind registrations. */
export interface Backends {
  readonly egress: Egress;
  readonly services: ServiceObjects;
  /** The current backend of a registration. */
  address(registration: ApiService): BackendAddress;
  /** The server's certificate is verified by the registration's bundle. */
  destination(registration: ApiService): Destination;
  /** Verifies no certificates. */
  unverified(): Destination;
  /** Closes the connections of an egress of its own. */
  stop(): void;
}

const common = {
  purpose: "aggregation",
  headersTimeoutMs: 0,
  bodyTimeoutMs: 0,
  maxConnections: 10_000,
} as const;

/** Creates the backends of a server. Services and endpoints are followed from the first use. */
export function createBackends(local: LocalClient, options: BackendOptions): Backends {
  const { clientCertificate, routeToEndpoints: byEndpoints = false } = options;
  const services = followServices(local);
  const find = createFindBackend({ byEndpoints, random: local.environment.random });
  const known = new WeakMap<ApiService, KnownDestination>();
  const egress = options.egress ?? createEgress({ policy: () => ({ deniedSubnets: metadataSubnets }) });
  return {
    egress,
    services,
    address: ({ spec: { service = {} } = {} }) => find(service, services.of(service)),
    destination: (registration) => {
      const own = clientCertificate?.();
      const before = known.get(registration);
      if (before !== undefined && before.own === own) return before.destination;
      const destination = { ...common, tls: { ...trustOf(registration), ...own } };
      known.set(registration, { own, destination });
      return destination;
    },
    unverified: () => ({ ...common, tls: { insecureSkipVerify: true, ...clientCertificate?.() } }),
    stop: () => {
      services.stop();
      if (options.egress === undefined) egress[Symbol.dispose]();
    },
  };
}

interface KnownDestination {
  readonly own: ClientCertificate | undefined;
  readonly destination: Destination;
}

/** The verification of an extension server's certificate. */
function trustOf({
  spec: { service = {}, caBundle = "", insecureSkipTLSVerify = false } = {},
}: ApiService): NonNullable<Destination["tls"]> {
  const { namespace = "", name = "" } = service;
  return {
    serverName: `${name}.${namespace}.svc`,
    insecureSkipVerify: insecureSkipTLSVerify,
    ...(caBundle === "" ? {} : { ca: Buffer.from(caBundle, "base64").toString("latin1") }),
  };
}

/** The origin of a backend's URLs. */
export function originOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
