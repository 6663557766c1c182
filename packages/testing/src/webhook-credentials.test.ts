import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { WebhookCredential } from "@svc/admission";
import { kubernetesDialect } from "@svc/meta";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "./index.ts";

const life = { nowMs: Date.now(), days: 1 };

/** A webhook that admits everything and tells what the server proves itself with. */
async function startWebhook(acceptsToken: (authorization: string) => boolean = () => true) {
  const authority = await makeAuthority({ subject: { commonName: "authority" }, ...life });
  const issue = (commonName: string, usage: "server" | "client") =>
    issueCertificate(authority, { subject: { commonName }, usage, hosts: ["127.0.0.1"], ...life });
  const own = await issue("webhook", "server");
  const callers: string[] = [];
  const options = {
    cert: own.certificate,
    key: own.key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = createServer(options, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = "" } = request.headers;
    const { subject } = (request.socket as import("node:tls").TLSSocket).getPeerCertificate();
    callers.push(`${authorization} ${subject?.CN ?? ""}`.trim());
    response.statusCode = acceptsToken(authorization) ? 200 : 401;
    const review = JSON.parse(Buffer.concat(chunks).toString()) as { request: { uid: string } };
    response.end(JSON.stringify({ ...review, response: { uid: review.request.uid, allowed: true } }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  return { host, callers, issue, client: { url: `https://${host}/`, caBundle } };
}

const headers = { "content-type": "application/json" };

type Kind = "Mutating" | "Validating";

async function register(server: Awaited<ReturnType<typeof startTestServer>>, kind: Kind, clientConfig: object) {
  const webhook = {
    name: "w.example.com",
    clientConfig,
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  const path = `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`;
  const body = JSON.stringify({ metadata: { name: "c" }, webhooks: [webhook] });
  expect((await server.fetch(path, { method: "POST", headers, body })).status).toBe(201);
}

const create = async (server: Awaited<ReturnType<typeof startTestServer>>): Promise<number> => {
  const body = JSON.stringify({ metadata: { generateName: "a-" } });
  return (await server.fetch("/api/v1/namespaces/default/configmaps", { method: "POST", headers, body })).status;
};

test.each<Kind>(["Mutating", "Validating"])("%s webhooks get the credentials for their host only", async (kind) => {
  const webhook = await startWebhook();
  const stranger = await startWebhook();
  const { certificate, key } = await webhook.issue("api-server", "client");
  const credential = { headers: { authorization: "Bearer abc" }, certificate: { certificate, key } };
  const credentials = (host: string) =>
    host === webhook.host ? { current: async () => credential, rejected: () => false } : undefined;
  const own = kind === "Mutating" ? "mutatingWebhooks" : "validatingWebhooks";
  const controlPlane = { admissionOptions: { [own]: { credentials } } };
  const server = await startTestServer({ dialect: kubernetesDialect, controlPlane });
  onTestFinished(() => server.close());
  await register(server, kind, webhook.client);
  expect(await create(server)).toBe(201);
  expect(webhook.callers).toEqual(["Bearer abc api-server"]);

  const other = await startTestServer({ dialect: kubernetesDialect, controlPlane });
  onTestFinished(() => other.close());
  await register(other, kind, stranger.client);
  await register(other, kind === "Mutating" ? "Validating" : "Mutating", webhook.client);
  expect(await create(other)).toBe(201);
  expect([stranger.callers, webhook.callers.slice(1)]).toEqual([[""], [""]]);
});

test("a credential that the webhook rejects is replaced once", async () => {
  const webhook = await startWebhook((authorization) => authorization === "Bearer new");
  let token = "old";
  const credentials = () => ({
    current: (): WebhookCredential => ({ headers: { authorization: `Bearer ${token}` } }),
    rejected: () => {
      token = "new";
      return true;
    },
  });
  const controlPlane = { admissionOptions: { validatingWebhooks: { credentials } } };
  const server = await startTestServer({ dialect: kubernetesDialect, controlPlane });
  onTestFinished(() => server.close());
  await register(server, "Validating", webhook.client);
  expect(await create(server)).toBe(201);
  expect(webhook.callers).toEqual(["Bearer old", "Bearer new"]);
});

test("a webhook fails when its credential can't be had", async () => {
  const webhook = await startWebhook();
  const failing = () => ({ current: () => Promise.reject(new Error("no such program")), rejected: () => false });
  const controlPlane = { admissionOptions: { validatingWebhooks: { credentials: failing } } };
  const server = await startTestServer({ dialect: kubernetesDialect, controlPlane });
  onTestFinished(() => server.close());
  await register(server, "Validating", webhook.client);
  expect([await create(server), webhook.callers]).toEqual([500, []]);
});
