import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createEgress } from "@svc/http/client";
import { type Endpoint, startTestServer, type TestServer } from "../../index.ts";

const core = "/api/v1/namespaces/default";

/** A server whose only pod, `p`, is reached on this machine. */
interface PodBackend {
  readonly server: TestServer;
  readonly endpoint: Endpoint;
  /** The port of the pod. */
  readonly port: number;
  /** The path of the server that leads to a path of the pod. */
  path(rest: string): string;
}

/** The options of a request with JSON. */
export function sending(method: string, body: object, type = "application/json"): RequestInit {
  return { method, headers: { "content-type": type }, body: JSON.stringify(body) };
}

/** Starts a server with a port of its own, and a backend that answers for its pod. */
export async function startPodBackend(backend: Server): Promise<PodBackend> {
  backend.listen(0, "127.0.0.1");
  await once(backend, "listening");
  const { port } = backend.address() as AddressInfo;
  const server = await startTestServer({ proxy: { egress: createEgress() } });
  const endpoint = await server.listen();
  const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
  await server.fetch(`${core}/pods`, sending("POST", pod));
  const status = { podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] };
  await server.fetch(`${core}/pods/p/status`, sending("PATCH", { status }, "application/merge-patch+json"));
  return { server, endpoint, port, path: (rest) => `${core}/pods/p:${port}/proxy${rest}` };
}
