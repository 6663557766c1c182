import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import * as tls from "node:tls";
import type { ClientCertificate } from "../credentials/credentials.ts";
import type { Endpoint } from "./endpoint.ts";
import { hostOf } from "./host.ts";
import { openTunnel } from "./tunnel.ts";

interface AgentOptions {
  readonly endpoint: Endpoint;
  readonly certificate: ClientCertificate | undefined;
  readonly maxConnections: number;
}

/** Connections that all prove the same client: another certificate needs another agent. */
export function createAgent({ endpoint, certificate, maxConnections }: AgentOptions): http.Agent {
  const pool = { keepAlive: true, maxSockets: maxConnections, scheduling: "lifo" } as const;
  if (endpoint.server.protocol === "http:") {
    return endpoint.proxy === undefined ? new http.Agent(pool) : tunneling(new http.Agent(pool), endpoint, undefined);
  }
  const options = { ...pool, ...tlsOptionsOf(endpoint, certificate) };
  const agent = new https.Agent(options);
  return endpoint.proxy === undefined ? agent : tunneling(agent, endpoint, options);
}

function tlsOptionsOf(
  { server, certificateAuthority, tlsServerName, insecureSkipTlsVerify = false }: Endpoint,
  certificate: ClientCertificate | undefined,
): tls.ConnectionOptions {
  const host = hostOf(server);
  const name = tlsServerName ?? host;
  return {
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    rejectUnauthorized: !insecureSkipTlsVerify,
    // Addresses are not asked for by name, but the certificate must still be theirs.
    servername: isIP(name) === 0 ? name : "",
    checkServerIdentity: (_host, peer) => tls.checkServerIdentity(name, peer),
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  };
}

/** Makes an agent open its connections inside tunnels. */
function tunneling<A extends http.Agent>(agent: A, { server, proxy }: Endpoint, secure?: tls.ConnectionOptions): A {
  const port = server.port === "" ? (server.protocol === "https:" ? 443 : 80) : server.port;
  const open = async (): Promise<Duplex> => {
    const socket = await openTunnel(proxy as URL, `${server.hostname}:${port}`);
    return secure === undefined ? socket : tls.connect({ ...secure, socket });
  };
  agent.createConnection = (_options, connected) => {
    open().then(
      (socket) => connected?.(null, socket),
      // With an error nobody looks at the socket, which the types ask for all the same.
      (error: Error) => connected?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  };
  return agent;
}
