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
  server = createServer(({ url, headers: { accept } }, response) => response.end(`${url} ${accept}`));
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
    users: [{ name: "a", user: {} }],
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
  expect(answer).toEqual({ status: 200, body: `${target} application/json, */*` });
});
