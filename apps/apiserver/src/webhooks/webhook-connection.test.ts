import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectWebhook } from "./webhook-connection.ts";

let dir: string;
let server: Server;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "webhook-"));
  server = createServer((request, response) => {
    const { accept, authorization, "user-agent": userAgent } = request.headers;
    let body = "";
    request.on("data", (chunk: Buffer) => (body += String(chunk)));
    request.on("end", () => response.end(JSON.stringify([request.url, accept, userAgent, authorization, body])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true });
});

test.each([
  ["", "/?timeout=30s"],
  ["/", "/?timeout=30s"],
  ["/review", "/review?timeout=30s"],
  ["/a/b", "/a/b?timeout=30s"],
])("the server http://host%s is asked at %s", async (path, target) => {
  const { port } = server.address() as AddressInfo;
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "a", cluster: { server: `http://127.0.0.1:${port}${path}` } }],
    users: [{ name: "a", user: { token: "secret" } }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
    "current-context": "a",
  };
  const file = join(dir, "kubeconfig");
  writeFileSync(file, JSON.stringify(kubeconfig));
  const post = await connectWebhook({
    path: file,
    dialect,
    clock: createManualClock(),
    egress: createEgress(),
    metrics: { clientCalled: () => undefined },
    purpose: "audit",
  });
  const answer = await post("{}", new AbortController().signal);
  // Without TLS the webhook gets no credentials.
  const want = [target, "application/json, */*", "Go-http-client/1.1", null, "{}\n"];
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, want]);
});
