import { type Clock, systemClock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { createClient } from "../client/client.ts";
import type { AnyObject } from "../client/objects.ts";
import { bearer, fixedCredentials } from "../credentials/credentials.ts";
import { endpointOf } from "../kubeconfig/cluster.ts";
import type { Connection } from "../kubeconfig/connection.ts";
import { parseKubeconfig } from "../kubeconfig/kubeconfig.ts";
import type { Endpoint } from "../transport/endpoint.ts";
import { createHttpTransport } from "../transport/http-transport.ts";
import type { ConnectedTransport } from "../transport/transport.ts";
import { matchesPin } from "./authority-pin.ts";
import { type BootstrapToken, parseBootstrapToken, verifiesDetached } from "./detached-signature.ts";

export interface DiscoverOptions {
  readonly dialect: Dialect;
  /** Where some server of the cluster is: `https://host:port`. */
  readonly server: URL;
  /** `abcdef.0123456789abcdef`. */
  readonly token: string;
  /**
   * What the cluster's authority must be, one of them: `sha256:` and the hash of its public key in hexadecimal.
   * @default whatever the token has signed: then everybody who has it can pass for the cluster
   */
  readonly authorityPins?: readonly string[];
  readonly signal?: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** How a server is reached. @default over HTTPS */
  readonly reach?: (endpoint: Endpoint) => ConnectedTransport;
}

/** A cluster could not be trusted; the message says why and shows no secret. */
export class DiscoveryError extends Error {
  override readonly name = "DiscoveryError";
}

interface ConfigMap extends AnyObject {
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * How to reach a cluster of which only a bootstrap token is known: what a server says of it is believed when the token has signed it,
 * and once more when the server that it names says the same, proven by the authority that it names.
 * @returns a connection with the token as its credential
 * @throws {DiscoveryError} when that is not so; `StatusError` when the server refuses
 */
export async function discoverCluster(options: DiscoverOptions): Promise<Connection> {
  const { server, authorityPins = [] } = options;
  const token = parseBootstrapToken(options.token);
  if (token === undefined) throw new TypeError("a bootstrap token is six of [a-z0-9], a dot, and sixteen of [a-z0-9]");
  const said = await readSigned(options, token, { server, insecureSkipTlsVerify: true });
  const endpoint = await endpointIn(said);
  if (authorityPins.length > 0 && !matchesPin(endpoint.certificateAuthority, authorityPins))
    throw new DiscoveryError("the cluster's authority is none of those that were given");
  if ((await readSigned(options, token, endpoint)) !== said)
    throw new DiscoveryError(`${endpoint.server.host} says something else of the cluster than ${server.host}`);
  return { endpoint, credentials: fixedCredentials({ headers: bearer(options.token) }), namespace: "default" };
}

/** What a server says of the cluster, if the token has signed it. */
async function readSigned(options: DiscoverOptions, token: BootstrapToken, endpoint: Endpoint): Promise<string> {
  const { dialect, clock = systemClock, signal, reach = (to) => createHttpTransport({ endpoint: to }) } = options;
  using transport = reach(endpoint);
  const client = createClient({ transport, dialect, clock });
  const namespace = dialect.namespaces.public;
  const maps = client.resource<ConfigMap>({ group: "", version: "v1", resource: "configmaps", namespace });
  const { data = {} } = await maps.get("cluster-info", signal === undefined ? {} : { signal });
  const said = data["kubeconfig"];
  const signature = data[`jws-kubeconfig-${token.id}`];
  if (said === undefined) throw new DiscoveryError(`${endpoint.server.host} says nothing of the cluster`);
  if (signature === undefined)
    throw new DiscoveryError(`what ${endpoint.server.host} says of the cluster is not signed by token ${token.id}`);
  if (!verifiesDetached(signature, said, token))
    throw new DiscoveryError(
      `what ${endpoint.server.host} says of the cluster has a false signature by token ${token.id}`,
    );
  return said;
}

/** The server and the authority of the only cluster in a kubeconfig. */
async function endpointIn(said: string): Promise<Endpoint> {
  const { clusters } = parseKubeconfig(said, { path: "cluster-info" });
  const [cluster, ...more] = clusters.values();
  if (cluster === undefined || more.length > 0)
    throw new DiscoveryError("what is said of the cluster names none, or several");
  // Whoever wrote it has no say in which of our files are read.
  if (cluster.fields.text("certificate-authority") !== undefined || !cluster.fields.has("certificate-authority-data"))
    throw new DiscoveryError("what is said of the cluster has no certificate-authority-data");
  return endpointOf(cluster);
}
