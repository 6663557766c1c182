import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEgress, type Egress } from "@svc/http/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "../index.ts";
import { mergePatch, send, startRbacServer } from "./rbac-server.ts";

const backend = createServer((_request, response) => response.end("reached"));
let port = 0;
beforeAll(async () => {
  backend.listen(0, "127.0.0.1");
  await once(backend, "listening");
  port = (backend.address() as AddressInfo).port;
});
afterAll(() => {
  backend.close();
  backend.closeAllConnections();
});

/** Connects to this machine in place of every address. */
function egressToThisMachine(): Egress {
  const egress = createEgress();
  return { ...egress, client: (to) => egress.client({ ...to, host: "127.0.0.1" }) };
}

const core = (namespace: string): string => `/api/v1/namespaces/${namespace}`;
const ip = "10.9.9.9";
const endpoints = (name: string): object => {
  const targetRef = { kind: "Pod", name: "p", namespace: "kube-system" };
  return { metadata: { name }, subsets: [{ addresses: [{ ip, targetRef }], ports: [{ port }] }] };
};

/** @returns the status of a request to a service whose endpoints name a pod of another namespace */
async function askService(server: TestServer): Promise<number> {
  const must = async (path: string, request: RequestInit): Promise<void> => {
    const response = await server.fetch(path, request);
    if (!response.ok) throw new Error(await response.text());
  };
  const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
  await must("/api/v1/namespaces", send("POST", { metadata: { name: "other" } }));
  await must(`${core("other")}/pods`, send("POST", pod));
  await must(`${core("other")}/pods/p/status`, mergePatch({ status: { podIP: ip, podIPs: [{ ip }] } }));
  await must(`${core("default")}/services`, send("POST", { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } }));
  await must(`${core("default")}/endpoints`, send("POST", endpoints("s")));
  return (await server.fetch(`${core("default")}/services/s:80/proxy/`)).status;
}

describe("endpoints that name a pod of another namespace", () => {
  const cases: readonly { name: string; proxy: TestServerOptions["proxy"]; want: number }[] = [
    { name: "lead the proxy of services nowhere", proxy: {}, want: 503 },
    { name: "lead there where the operator lets any address count", proxy: { serviceEndpoints: "any" }, want: 200 },
  ];
  test.each(cases)("$name: $want", async ({ proxy, want }) => {
    await using server = await startTestServer({ proxy: { egress: egressToThisMachine(), ...proxy } });
    expect(await askService(server)).toBe(want);
  });
});

test("the roles of a namespace's users write no endpoints; a role of the operator's does", async () => {
  await using rbac = await startRbacServer();
  const { server, roles, group, alice } = rbac;
  const path = `${core("default")}/endpoints`;
  const bind = async (name: string): Promise<void> => {
    const subjects = [{ apiGroup: group, kind: "User", name: "alice" }];
    const binding = { metadata: { name }, roleRef: { apiGroup: group, kind: "ClusterRole", name }, subjects };
    expect((await server.fetch(`${roles}/namespaces/default/rolebindings`, send("POST", binding))).status).toBe(201);
  };
  // The roles `edit` and `admin` are made of these.
  for (const part of ["view", "edit", "admin"]) await bind(`system:aggregate-to-${part}`);
  await expect.poll(async () => (await alice.fetch(`${core("default")}/configmaps`)).status).toBe(200);
  expect((await alice.fetch(path, send("POST", endpoints("a")))).status).toBe(403);
  const rules = [{ apiGroups: [""], resources: ["endpoints"], verbs: ["create"] }];
  await server.fetch(`${roles}/clusterroles`, send("POST", { metadata: { name: "endpoints" }, rules }));
  await bind("endpoints");
  await expect.poll(async () => (await alice.fetch(path, send("POST", endpoints("a")))).status).toBe(201);
});
