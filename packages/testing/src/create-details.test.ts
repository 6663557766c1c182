import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  const issued = { token: "issued", tokenId: "1", expiresMs: 0 };
  const issuer = { maxExpirationSeconds: 3600, issue: async () => issued };
  server = await startTestServer({ dialect, controlPlane: { serviceAccountTokens: { issuer } } });
});
afterAll(async () => server[Symbol.asyncDispose]());

interface Answer {
  readonly message?: string;
  readonly metadata: { readonly name?: string; readonly labels?: object; readonly managedFields?: readonly object[] };
  readonly details?: { readonly causes?: readonly { readonly field: string }[] };
}

async function post(path: string, body: object): Promise<readonly [code: number, answer: Answer]> {
  const headers = { "content-type": "application/json" };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [response.status, (await response.json()) as Answer];
}

test("an IPAddress has its prefix as its name", async () => {
  const parentRef = { resource: "services", namespace: "default", name: "a" };
  const create = (generateName: string): ReturnType<typeof post> =>
    post("/apis/networking.k8s.io/v1/ipaddresses", { metadata: { generateName }, spec: { parentRef } });
  expect(await create("10.77.0.1")).toMatchObject([201, { metadata: { name: "10.77.0.1" } }]);
  expect(await create("10.77.0.1")).toMatchObject([
    409,
    {
      message:
        'ipaddresses.networking.k8s.io "10.77.0.1" already exists, the server was not able to generate a unique name for the object',
    },
  ]);
  expect(await create("a.")).toMatchObject([
    422,
    { details: { name: "a.", causes: [{ field: "metadata.generateName" }, { field: "metadata.name" }] } },
  ]);
});

test("the label with the generated name of a namespace is set after its validation", async () => {
  const create = (generateName: string): ReturnType<typeof post> =>
    post("/api/v1/namespaces", { metadata: { generateName } });
  const [code, { details }] = await create("-a");
  expect([code, details?.causes?.map(({ field }) => field)]).toEqual([422, ["metadata.generateName", "metadata.name"]]);
  const [, { metadata }] = await create("ns-");
  expect(metadata.labels).toEqual({ "kubernetes.io/metadata.name": metadata.name });
});

test.each([
  [{ audiences: [] }, { "f:audiences": {}, "f:expirationSeconds": {} }],
  [{ audiences: null }, { "f:expirationSeconds": {} }],
  [
    { audiences: [], expirationSeconds: 700 },
    { "f:audiences": {}, "f:expirationSeconds": {} },
  ],
])("a request for a token with %j owns its fields", async (spec, fields) => {
  await post("/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "asker" } });
  const [code, { metadata }] = await post("/api/v1/namespaces/default/serviceaccounts/asker/token", { spec });
  expect([code, metadata.managedFields]).toMatchObject([201, [{ fieldsV1: { "f:spec": fields } }]]);
});
