import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { startWebhooks, type WebhookListener } from "./webhook-listener.ts";

let server: TestServer;
let webhooks: WebhookListener;
/** The patch that the mutating webhook returns. */
let operations: readonly object[] = [];

const group = "/apis/admissionregistration.k8s.io/v1";
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const maps = "/api/v1/namespaces/default/configmaps";
const send = async (path: string, body: object): Promise<{ readonly status: number; readonly body: ResponseBody }> => {
  const headers = { "content-type": "application/json" };
  const response = await server.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as ResponseBody };
};
interface ResponseBody {
  readonly message?: string;
  readonly metadata?: { readonly labels?: object };
}

beforeAll(async () => {
  webhooks = await startWebhooks({
    patches: () => ({
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
    }),
    allow: () => ({ allowed: true }),
  });
  server = await startTestServer({ dialect });
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  await send("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  const webhook = (handler: string, resources: readonly string[], more: object = {}) => ({
    name: `${handler}.example.com`,
    clientConfig: webhooks.client(handler),
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["CREATE"], resources }],
    ...more,
  });
  await send(`${group}/mutatingwebhookconfigurations`, {
    metadata: { name: "m" },
    webhooks: [webhook("patches", ["configmaps", "widgets"])],
  });
  const matchConditions = [{ name: "c", expression: "namespaceObject.metadata.name == 'default'" }];
  await send(`${group}/validatingwebhookconfigurations`, {
    metadata: { name: "v" },
    webhooks: [
      webhook("allow", ["jobs"]),
      { ...webhook("allow", ["secrets"], { matchConditions }), name: "c.example.com" },
    ],
  });
});
afterAll(async () => {
  webhooks.close();
  await server[Symbol.asyncDispose]();
});

test.each([
  [
    "Other",
    'Internal error occurred: no kind "Other" is registered for version "v1" in scheme "pkg/runtime/scheme.go:110"',
  ],
  ["Secret", "converting (v1.Secret) to (core.ConfigMap): unknown conversion"],
])("a webhook that makes a ConfigMap a %s is refused", async (kind, message) => {
  operations = [{ op: "replace", path: "/kind", value: kind }];
  expect(await send(maps, { metadata: { name: "a" } })).toMatchObject({ status: 500, body: { message } });
});

test.each<readonly [string, object, number, string]>([
  [
    "another kind",
    { op: "replace", path: "/kind", value: "Other" },
    422,
    'Other.example.com "a" is invalid: kind: Invalid value: "Other": must be Widget',
  ],
  [
    "no kind",
    { op: "remove", path: "/kind" },
    500,
    `Internal error occurred: Object 'Kind' is missing in '{"apiVersion":"example.com/v1","metadata":{`,
  ],
  [
    "a kind that is no text",
    { op: "replace", path: "/kind", value: 1 },
    500,
    "Internal error occurred: couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  ],
  [
    "no version",
    { op: "remove", path: "/apiVersion" },
    500,
    '/, Kind=Widget is unstructured and is not suitable for converting to "example.com/v1"',
  ],
  [
    "another group",
    { op: "replace", path: "/apiVersion", value: "v9" },
    500,
    '/v9, Kind=Widget is unstructured and is not suitable for converting to "example.com/v1"',
  ],
  [
    "another version",
    { op: "replace", path: "/apiVersion", value: "example.com/v2" },
    500,
    "request to convert CR from an invalid group/version: example.com/v2",
  ],
  [
    "a malformed version",
    { op: "replace", path: "/apiVersion", value: "a/b/c" },
    500,
    "Internal error occurred: unexpected GroupVersion string: a/b/c",
  ],
])("a webhook that gives an extension object %s is refused", async (_, operation, status, message) => {
  operations = [operation];
  const answer = await send(widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } });
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
});

test("a validating webhook sees no labels of a Job that takes them from its template", async () => {
  webhooks.take();
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
  const { status, body } = await send("/apis/batch/v1/namespaces/default/jobs", {
    metadata: { name: "j" },
    spec: { template },
  });
  expect(status).toBe(201);
  expect(webhooks.take().map(({ review }) => review.request.object?.metadata.labels)).toEqual([undefined]);
  expect(body.metadata?.labels).toMatchObject({ "job-name": "j" });
});

test("match conditions have namespaceObject, which has no fields for webhooks", async () => {
  const { status, body } = await send("/api/v1/namespaces/default/secrets", { metadata: { name: "a" } });
  const problem = "expression 'namespaceObject.metadata.name == 'default'' resulted in error: no such key: metadata";
  expect([status, body.message]).toEqual([403, `secrets "a" is forbidden: ${problem}`]);
});
