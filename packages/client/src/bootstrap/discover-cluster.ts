import { type Clock, systemClock } from "@svc/base";
import {
  aClock,
  aFunction,
  aSignal,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { createClient } from "../client/client.ts";
import type { AnyObject } from "../client/objects.ts";
import { endpointOf } from "../kubeconfig/cluster.ts";
import type { Connection } from "../kubeconfig/connection.ts";
import { parseKubeconfig } from "../kubeconfig/kubeconfig.ts";
import { bearer, fixedCredentials } from "../transport/credentials.ts";
import type { Endpoint } from "../transport/endpoint.ts";
import { createHttpTransport } from "../transport/http-transport.ts";
import type { ConnectedTransport } from "../transport/transport.ts";
import { matchesPin } from "./authority-pin.ts";
import { type BootstrapToken, parseBootstrapToken, verifiesDetached } from "./detached-signature.ts";

/** Options of `discoverCluster`. */
export interface DiscoverOptions {
  readonly dialect: Dialect;
  /** URL of any server of the cluster: `https://host:port`. */
  readonly server: URL;
  /** Bootstrap token, for example `abcdef.0123456789abcdef`. */
  readonly token: string;
  /**
   * Pins of the cluster's authority, one of which must match: `sha256:` and the hexadecimal hash of
   * its public key.
   * @default any authority that the token has signed: every holder of the token can then imitate
   * the cluster
   */
  readonly authorityPins?: readonly string[];
  readonly signal?: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** Creates the transport to a server. @default HTTPS */
  readonly reach?: (endpoint: Endpoint) => ConnectedTransport;
}

/** The cluster isn't trustworthy. The message contains the reason and no secrets. */
export class DiscoveryError extends Error {
  override readonly name = "DiscoveryError";
}

interface ConfigMap extends AnyObject {
  readonly data?: Readonly<Record<string, string>>;
}

const discoverOptions = optionsOf<DiscoverOptions>({
  dialect: aDialect,
  server: withMethods("an URL", "toString", "toJSON"),
  token: aString,
  authorityPins: optional(listOf(aString)),
  signal: optional(aSignal),
  clock: optional(aClock),
  reach: optional(aFunction),
});

/**
 * Finds the endpoint and the authority of a cluster of which only a bootstrap token is known. The
 * data must have a signature by the token, and the server that it names must return the same data
 * over a connection that its authority verifies.
 * @returns a connection with the token as its credential
 * @throws {DiscoveryError} if a check fails; `StatusError` if the server refuses the request
 * @throws {TypeError} for a wrong argument
 */
export async function discoverCluster(options: DiscoverOptions): Promise<Connection> {
  checkArgument("discoverCluster: options", options, discoverOptions);
  const { server, authorityPins = [] } = options;
  const token = parseBootstrapToken(options.token);
  if (token === undefined) throw new TypeError("a bootstrap token is six of [a-z0-9], a dot, and sixteen of [a-z0-9]");
  const kubeconfig = await readSigned(options, token, { server, insecureSkipTlsVerify: true });
  const endpoint = await endpointIn(kubeconfig);
  if (authorityPins.length > 0 && !matchesPin(endpoint.certificateAuthority, authorityPins))
    throw new DiscoveryError("the cluster's authority matches none of the pins");
  if ((await readSigned(options, token, endpoint)) !== kubeconfig)
    throw new DiscoveryError(`${endpoint.server.host} and ${server.host} return different cluster information`);
  return { endpoint, credentials: fixedCredentials({ headers: bearer(options.token) }), namespace: "default" };
}

/** Reads the cluster data of a server and verifies its signature. */
async function readSigned(options: DiscoverOptions, token: BootstrapToken, endpoint: Endpoint): Promise<string> {
  const { dialect, clock = systemClock, signal, reach = (to) => createHttpTransport({ endpoint: to }) } = options;
  using transport = reach(endpoint);
  const client = createClient({ transport, dialect, clock });
  const namespace = dialect.namespaces.public;
  const maps = client.resource<ConfigMap>({ group: "", version: "v1", resource: "configmaps", namespace });
  const { data = {} } = await maps.get("cluster-info", signal === undefined ? {} : { signal });
  const kubeconfig = data["kubeconfig"];
  const signature = data[`jws-kubeconfig-${token.id}`];
  if (kubeconfig === undefined) throw new DiscoveryError(`${endpoint.server.host} has no cluster information`);
  if (signature === undefined)
    throw new DiscoveryError(`the cluster information of ${endpoint.server.host} is not signed by token ${token.id}`);
  if (!verifiesDetached(signature, kubeconfig, token))
    throw new DiscoveryError(
      `the cluster information of ${endpoint.server.host} has an invalid signature by token ${token.id}`,
    );
  return kubeconfig;
}

/** Returns the server and the authority of the only cluster in a kubeconfig. */
async function endpointIn(kubeconfig: string): Promise<Endpoint> {
  const { clusters } = parseKubeconfig(kubeconfig, { path: "cluster-info" });
  const [cluster, ...more] = clusters.values();
  if (cluster === undefined || more.length > 0)
    throw new DiscoveryError("the cluster information names no cluster, or several");
  // The kubeconfig comes from the network, so it can't name local files.
  if (cluster.fields.text("certificate-authority") !== undefined || !cluster.fields.has("certificate-authority-data"))
    throw new DiscoveryError("the cluster information has no certificate-authority-data");
  return endpointOf(cluster);
}
