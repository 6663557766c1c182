import { once } from "node:events";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { connect } from "node:tls";
import { type AuditEvent, parseAuditPolicy } from "@svc/audit";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect as dialect } from "@svc/meta";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, startTestServer, type TestServer } from "./index.ts";

const core = "/api/v1/namespaces/default";
let server: TestServer;
let endpoint: Endpoint;
const events: AuditEvent[] = [];
/** What the pod, and the kubelet, answer; the head without its end. */
let answer = "";
const closing: (() => unknown)[] = [];

const send = (method: string, body: object, type = "application/json"): RequestInit => ({
  method,
  headers: { "content-type": type },
  body: JSON.stringify(body),
});
const patched = (status: object): RequestInit => send("PATCH", { status }, "application/merge-patch+json");

async function portOf(backend: Server): Promise<number> {
  backend.listen(0, "127.0.0.1");
  await once(backend, "listening");
  closing.push(() => backend.close());
  return (backend.address() as AddressInfo).port;
}

function answering(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.once("data", () => socket.end(answer));
}

let proxied = "";

beforeAll(async () => {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "kubelets" }, ...life });
  const subject = { commonName: "node" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
  const kubelet = createSecureServer({ cert: tls.certificate, key: tls.key });
  kubelet.removeAllListeners("secureConnection");
  kubelet.on("secureConnection", answering);
  const kubeletPort = await portOf(kubelet);
  proxied = `${core}/pods/p:${await portOf(createServer(answering))}/proxy/`;
  const parsed = parseAuditPolicy(
    { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "RequestResponse" }] },
    dialect,
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const backend = { name: "test", write: (event: AuditEvent) => void events.push(event), close: async () => undefined };
  server = await startTestServer({
    dialect,
    proxy: { egress: createEgress(), kubelet: { tls: { ca: authority.certificate } } },
    config: { audit: { policy: parsed.policy, backends: [backend] } },
  });
  endpoint = await server.listen();
  await server.fetch("/api/v1/nodes", send("POST", { metadata: { name: "n" } }));
  const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
  const daemonEndpoints = { kubeletEndpoint: { Port: kubeletPort } };
  await server.fetch("/api/v1/nodes/n/status", patched({ addresses, daemonEndpoints }));
  const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }] };
  await server.fetch(`${core}/pods`, send("POST", { metadata: { name: "p" }, spec }));
  await server.fetch(`${core}/pods/p/status`, patched({ podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  for (const close of closing) close();
});

/** The events of what is done meanwhile. */
async function recorded(act: () => Promise<unknown>): Promise<readonly AuditEvent[]> {
  events.length = 0;
  await act();
  await expect.poll(() => events.at(-1)?.stage).toBe("ResponseComplete");
  return events;
}

const json = "Content-Type: application/json\r\n";

describe("the audit of a proxied request at level RequestResponse", () => {
  test.each([
    ["JSON", "200 OK", `${json}Content-Length: 7\r\n\r\n{"a":1}`, 200],
    ["a type that is not that of the body", "200 OK", `${json}Content-Length: 5\r\n\r\n<html`, 200],
    ["no body where its type says JSON", "202 Accepted", `${json}Content-Length: 0\r\n\r\n`, 202],
    ["a Status of its own", "404 No", `${json}Content-Length: 33\r\n\r\n{"kind":"Status","apiVersion":"v1"}`, 404],
    ["chunks", "500 Oops", `${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n`, 500],
    ["not modified", "304 Not Modified", `${json}\r\n`, 304],
  ])("of a pod that answers %s has its stages and status, and no body", async (_name, status, rest, code) => {
    answer = `HTTP/1.1 ${status}\r\nConnection: close\r\n${rest}`;
    const seen = await recorded(async () => {
      const response = await server.fetch(proxied);
      expect(response.status).toBe(code);
      await response.arrayBuffer();
    });
    expect(seen.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted", "ResponseComplete"]);
    const [received, started, complete] = seen;
    for (const event of [started, complete]) {
      expect(event?.responseStatus).toEqual({ metadata: {}, code });
      expect(event).not.toHaveProperty("responseObject");
      expect(event?.objectRef).toMatchObject({ resource: "pods", subresource: "proxy", namespace: "default" });
    }
    const times = [received, started, complete].map((event) => event?.stageTimestamp ?? "");
    expect(times).toEqual(times.toSorted());
  });

  test.each(["GET", "HEAD", "POST"])("of a switch of protocols by %s ends with the tunnel", async (method) => {
    answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello";
    const seen = await recorded(async () => {
      const { hostname, port } = new URL(endpoint.url);
      const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority });
      const lines = [`${method} ${proxied} HTTP/1.1`, "Host: x", `Authorization: Bearer ${endpoint.token}`];
      socket.write([...lines, "Connection: Upgrade", "Upgrade: echo", "", ""].join("\r\n"));
      let text = "";
      for await (const piece of socket) text += String(piece);
      expect(text).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nhello$/);
    });
    expect(seen.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted", "ResponseComplete"]);
    expect(seen.at(-1)?.responseStatus).toEqual({ metadata: {}, code: 101 });
  });
});

const unexplained = (code: number): string =>
  `the server responded with the status code ${code} but did not return more information ( pods/log p)`;

describe("a log whose kubelet responds", () => {
  test.each([
    [402, "", undefined, unexplained(402)],
    [406, "text", "NotAcceptable", "text ( pods/log p)"],
    [415, "text", "UnsupportedMediaType", "text ( pods/log p)"],
    [418, "tea", undefined, unexplained(418)],
    [422, "text", "Invalid", "the server rejected our request due to an error in our request ( pods/log p)"],
    [305, "", undefined, unexplained(305)],
    [302, "", undefined, unexplained(302)],
    [226, "text", undefined, unexplained(226)],
  ])("%i gets its status and the usual reason", async (code, body, reason, message) => {
    answer = `HTTP/1.1 ${code} x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const response = await server.fetch(`${core}/pods/p/log`, { redirect: "manual" });
    const status = (await response.json()) as { readonly reason?: string; readonly message: string };
    expect([response.status, status.reason, status.message]).toEqual([code, reason, message]);
  });

  test("an error that breaks off is answered with 500", async () => {
    answer = "HTTP/1.1 409 x\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf";
    const response = await server.fetch(`${core}/pods/p/log`);
    const { message } = (await response.json()) as { readonly message: string };
    expect([response.status, message]).toEqual([500, "Internal error occurred: unexpected EOF"]);
  });

  test("a redirect with a place is not followed", async () => {
    answer = "HTTP/1.1 302 x\r\nConnection: close\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n";
    const response = await server.fetch(`${core}/pods/p/log`);
    const { message } = (await response.json()) as { readonly message: string };
    expect([response.status, message]).toEqual([500, 'Get "/x": redirects forbidden']);
  });

  test("not modified is answered so, without a body", async () => {
    answer = "HTTP/1.1 304 x\r\nConnection: close\r\n\r\n";
    const response = await server.fetch(`${core}/pods/p/log`);
    expect([response.status, await response.text()]).toEqual([304, ""]);
  });
});
