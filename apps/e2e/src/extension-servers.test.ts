import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionOf, loadKubeconfig } from "@svc/client";
import { type DelegatedAccess, delegateAccess } from "@svc/delegation";
import type { Listener } from "@svc/http";
import { kubernetesDialect as dialect } from "@svc/meta";
import { issueCertificate } from "@svc/pki";
import { defineResource } from "@svc/schema";
import { createServer, type Server } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { clientPrograms } from "./clients.ts";
import { makeFrontProxy } from "./front-proxy.ts";
import { kubectlFor } from "./kubectl.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();
const life = { nowMs: Date.now(), days: 1 };

const widgets = defineResource({
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  schema: z.object({ spec: z.object({ size: z.int().describe("Edge length.") }) }),
});

const registration = (port: number, ca: string) => `
apiVersion: v1
kind: Service
metadata: { name: widgets, namespace: default }
spec: { type: ExternalName, externalName: 127.0.0.1 }
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.shop.example.com }
spec:
  group: shop.example.com
  version: v1
  groupPriorityMinimum: 1000
  versionPriority: 15
  caBundle: ${Buffer.from(ca).toString("base64")}
  service: { namespace: default, name: widgets, port: ${port} }
`;
const widget = `
apiVersion: shop.example.com/v1
kind: Widget
metadata: { name: a, namespace: default }
spec: { size: 3 }
`;

describe.skipIf(programs === undefined)("kubectl with an extension server behind the built server", () => {
  const directory = mkdtempSync(join(tmpdir(), "svc-e2e-extension-"));
  let front: ServerProcess;
  let access: DelegatedAccess;
  let extension: Server;
  let listener: Listener;
  let authority: string;

  const { kubectl, ok } = kubectlFor(() => front);

  beforeAll(async () => {
    const { authority: ca, flags } = await makeFrontProxy(directory);
    authority = ca.certificate;
    front = await startServerProcess("kubernetes", flags);
    const connection = await connectionOf(await loadKubeconfig({ path: front.kubeconfig }), { dialect });
    access = await delegateAccess({ connection, dialect });
    extension = await createServer({ ...access, dialect, resources: [widgets], storage: createMemoryStorage() });
    const hosts = ["widgets.default.svc"];
    const tls = await issueCertificate(ca, { subject: { commonName: "widgets" }, usage: "server", hosts, ...life });
    listener = await access.listen(extension, { port: 0, address: "127.0.0.1", tls });
  });
  afterAll(async () => {
    access?.close();
    await listener?.close(0);
    await extension?.close();
    await front?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  test("its objects are applied, read, explained, changed and deleted as the server's own", async () => {
    await ok("apply -f -", registration(listener.port, authority));
    await ok("wait --for=condition=Available apiservice/v1.shop.example.com --timeout=30s");
    await expect.poll(() => ok("api-resources --cached=false"), { timeout: 30_000 }).toContain("shop.example.com/v1");
    expect(await ok("apply -f - --validate=false", widget)).toContain("widget.shop.example.com/a created");
    expect(await ok("get widgets")).toMatch(/^NAME\s+AGE\na\s/);
    expect(await ok("get widget a -o jsonpath={.spec.size}")).toBe("3");
    await expect.poll(() => ok("explain widget.spec"), { timeout: 30_000 }).toContain("Edge length.");
    await ok("label widget a color=blue");
    expect(await ok("get widgets -l color=blue -o name")).toBe("widget.shop.example.com/a\n");
    expect((await kubectl("get widgets --as jane")).stderr).toContain('User "jane" cannot list resource "widgets"');
    expect(await ok("delete widget a")).toContain("deleted");
  });

  test("the table of registrations shows why a stopped one is unavailable", async () => {
    expect(await ok("get apiservice v1.shop.example.com")).toMatch(/default\/widgets\s+True/);
    await ok("delete service widgets");
    await expect
      .poll(() => ok("get apiservice v1.shop.example.com"), { timeout: 30_000 })
      .toMatch(/default\/widgets\s+False \(ServiceNotFound\)/);
    expect((await kubectl("get widgets")).stderr).toContain("the server is currently unable to handle the request");
    await ok("get configmaps");
  });
});
