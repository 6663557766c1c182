import type { Authorizer } from "@svc/authz";
import { Listeners } from "@svc/base";
import { connectionOf, parseKubeconfig } from "@svc/client";
import { type DelegatedAccess, delegateAccess } from "@svc/delegation";
import type { Listener } from "@svc/http";
import { createHttpClient, fetchWhole } from "@svc/http/client";
import { svcDialect as dialect } from "@svc/meta";
import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";
import { defineResource } from "@svc/schema";
import { createServer, type Server } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const group = "shop.example.com";
const path = `/apis/${group}/v1/namespaces/default/widgets`;
const life = { nowMs: Date.now(), days: 1 };
const proxies = await makeAuthority({ subject: { commonName: "proxies" }, ...life });
const clients = await makeAuthority({ subject: { commonName: "clients" }, ...life });
const serving = await makeAuthority({ subject: { commonName: "serving" }, ...life });
const certificate = (authority: KeyPair, commonName: string): Promise<KeyPair> =>
  issueCertificate(authority, { subject: { commonName }, usage: "client", ...life });
const frontProxy = await certificate(proxies, "front-proxy");

const widgets = defineResource({
  group,
  version: "v1",
  kind: "Widget",
  schema: z.object({ spec: z.object({ size: z.int() }) }),
});
/** What the front server knows of rights. */
const authorizer: Authorizer = {
  authorize: ({ user, resource, verb }) =>
    ["jane", "carol"].includes(user.name) && resource === "widgets" && verb === "list"
      ? { verdict: "allow", reason: "" }
      : { verdict: "noOpinion", reason: "" },
  rulesFor: () => ({ rules: [], errors: [], incomplete: false }),
};

let published: Record<string, string>;
const changes = new Listeners<[]>();
let front: TestServer;
let extension: Server;
let access: DelegatedAccess;
let listener: Listener;

beforeAll(async () => {
  published = {
    "client-ca-file": clients.certificate,
    "requestheader-client-ca-file": proxies.certificate,
    "requestheader-allowed-names": '["front-proxy"]',
    "requestheader-username-headers": '["X-Remote-User"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
  };
  front = await startTestServer({
    authorizer,
    aggregation: {
      clientCertificate: () => frontProxy,
      clientAuthentication: { current: () => published, onChange: (listener) => changes.add(listener) },
    },
  });
  const { kubeconfig } = await front.listen();
  const connection = await connectionOf(parseKubeconfig(kubeconfig), { dialect });
  access = await delegateAccess({ connection, dialect });
  extension = await createServer({ ...access, dialect, resources: [widgets], storage: createMemoryStorage() });
  const tls = await issueCertificate(serving, {
    subject: { commonName: "extension" },
    usage: "server",
    hosts: ["widgets.default.svc", "127.0.0.1"],
    ...life,
  });
  listener = await access.listen(extension, { port: 0, address: "127.0.0.1", tls });
  await register(listener.port);
});
afterAll(async () => {
  access.close();
  await listener.close(0);
  await extension.close();
  await front[Symbol.asyncDispose]();
});

async function register(port: number): Promise<void> {
  const post = (to: string, body: object): Promise<Response> =>
    front.fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  await post("/api/v1/namespaces/default/services", {
    metadata: { name: "widgets" },
    spec: { type: "ExternalName", externalName: "127.0.0.1" },
  });
  await post("/apis/apiregistration.svc.io/v1/apiservices", {
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      caBundle: Buffer.from(serving.certificate).toString("base64"),
      service: { namespace: "default", name: "widgets", port },
    },
  });
  await vi.waitFor(async () => expect((await front.fetch(path)).status).toBe(200), { interval: 5, timeout: 10_000 });
}

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: KeyPair;
}

/** Asks the extension server itself. */
async function direct({ headers = {}, credentials }: Asking, to = path): Promise<number> {
  using client = createHttpClient({ tls: { ca: serving.certificate, ...credentials } });
  const url = new URL(to, `https://127.0.0.1:${listener.port}`);
  return (await fetchWhole(client, { method: "GET", url, headers })).status;
}

test("an object is written and read through the front server, which authenticates the users", async () => {
  const body = JSON.stringify({
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: "a" },
    spec: { size: 3 },
  });
  const made = await front.fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(made.status).toBe(201);
  const list = (await (await front.as({ name: "jane" }).fetch(path)).json()) as { items: { spec: object }[] };
  expect(list.items.map(({ spec }) => spec)).toEqual([{ size: 3 }]);
});

test.each<{ name: string; asking: () => Promise<Asking>; path?: string; want: number }>([
  { name: "a client without credentials", asking: async () => ({}), want: 403 },
  {
    name: "a client without credentials that asks for its health",
    asking: async () => ({}),
    path: "/readyz",
    want: 200,
  },
  {
    name: "a token that the front server knows",
    asking: async () => ({ headers: { authorization: `Bearer ${front.tokenFor({ name: "jane" })}` } }),
    want: 200,
  },
  {
    name: "a token of a user without the right",
    asking: async () => ({ headers: { authorization: `Bearer ${front.tokenFor({ name: "bob" })}` } }),
    want: 403,
  },
  { name: "an unknown token", asking: async () => ({ headers: { authorization: "Bearer x" } }), want: 401 },
  {
    name: "a certificate of the published authority",
    asking: async () => ({ credentials: await certificate(clients, "carol") }),
    want: 200,
  },
  {
    name: "headers of the front proxy",
    asking: async () => ({ headers: { "x-remote-user": "jane" }, credentials: frontProxy }),
    want: 200,
  },
  {
    name: "headers of the front proxy without its certificate",
    asking: async () => ({ headers: { "x-remote-user": "jane", "x-remote-group": "system:masters" } }),
    want: 403,
  },
  {
    name: "headers of another name of the proxies' authority",
    asking: async () => ({ headers: { "x-remote-user": "jane" }, credentials: await certificate(proxies, "other") }),
    want: 401,
  },
])("the extension server responds to $name with $want", async ({ asking, path: to, want }) => {
  expect(await direct(await asking(), to)).toBe(want);
});

test("an authority that is published later is believed", async () => {
  const later = await makeAuthority({ subject: { commonName: "later" }, ...life });
  const credentials = await certificate(later, "carol");
  expect(await direct({ credentials })).toBe(401);
  published = { ...published, "client-ca-file": later.certificate };
  changes.notify();
  await expect.poll(() => direct({ credentials }), { interval: 10 }).toBe(200);
});

test("the published authorities are restored when a client changes or deletes them", async () => {
  const map = "/api/v1/namespaces/svc-system/configmaps/extension-apiserver-authentication";
  const data = async () => ((await (await front.fetch(map)).json()) as { data?: Record<string, string> }).data;
  await front.fetch(map, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ data: { "requestheader-allowed-names": "[]", other: "kept" } }),
  });
  await expect
    .poll(data, { interval: 5 })
    .toMatchObject({ "requestheader-allowed-names": '["front-proxy"]', other: "kept" });
  await front.fetch(map, { method: "DELETE" });
  await expect.poll(data, { interval: 5 }).toMatchObject({ "requestheader-allowed-names": '["front-proxy"]' });
});

test("a server that has ended does not listen to changes of its client authentication", async () => {
  const registered: string[] = [];
  const onChange = () => {
    registered.push("added");
    return () => void registered.push("removed");
  };
  const clientAuthentication = { current: () => published, onChange };
  const server = await startTestServer({ aggregation: { clientAuthentication } });
  expect(registered).toEqual(["added"]);
  await server[Symbol.asyncDispose]();
  expect(registered).toEqual(["added", "removed"]);
});
