import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { type ReviewHandler, startWebhooks, type WebhookListener } from "./webhook-listener.ts";

type Operation = { readonly op: string; readonly path: string; readonly value?: unknown };

let server: TestServer;
let webhooks: WebhookListener;
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
let patch: readonly Operation[] = [];
let seen: Record<"second" | "validating", unknown[]>;

interface Answer {
  readonly code?: number;
  readonly message?: string;
  readonly metadata?: { readonly generation?: number };
}

const send = async (method: string, path: string, body: object): Promise<Answer> => {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  const response = await server.fetch(path, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
};

const write: ReviewHandler = () => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
});
const record =
  (name: "second" | "validating"): ReviewHandler =>
  ({ request: { object } }) => {
    seen[name].push(object);
    return { allowed: true };
  };

const registered = async (kind: string, ...handlers: readonly string[]): Promise<void> => {
  const rules = [
    { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["*"], resources: ["widgets/*", "widgets"] },
  ];
  const hook = (name: string): object => ({
    name: `${name}.example.com`,
    clientConfig: webhooks.client(name),
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules,
  });
  await send("POST", `/apis/admissionregistration.k8s.io/v1/${kind}`, {
    metadata: { name: "hooks" },
    webhooks: handlers.map(hook),
  });
};

beforeAll(async () => {
  webhooks = await startWebhooks({ write, second: record("second"), validating: record("validating") });
  server = await startTestServer({ dialect });
  const text = { type: "string" };
  const integer = { type: "integer" };
  const properties = {
    spec: { type: "object", properties: { text, note: { ...text, default: "n" }, replicas: integer } },
    status: { type: "object", properties: { at: text, replicas: integer } },
  };
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties } },
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          },
        },
      ],
    },
  });
  // The type is served a moment after its definition was answered.
  await vi.waitUntil(async () => (await server.fetch(widgets)).status === 200, { interval: 1 });
  await registered("mutatingwebhookconfigurations", "write", "second");
  await registered("validatingwebhookconfigurations", "validating");
});
beforeEach(() => {
  seen = { second: [], validating: [] };
});
afterAll(async () => {
  webhooks.close();
  await server[Symbol.asyncDispose]();
});

let made = 0;
/** Creates a widget without a patch. */
const created = async (): Promise<string> => {
  patch = [];
  made += 1;
  const metadata = { name: `w${made}` };
  await send("POST", widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata, spec: { text: "a" } });
  seen = { second: [], validating: [] };
  return `${widgets}/w${made}`;
};

const add = (path: string, value: unknown): readonly Operation[] => [{ op: "add", path, value }];

test.each([
  ["an unknown field of the root", add("/junk", 1), { junk: 1 }],
  ["an unknown field of the spec", add("/spec/zz", { a: 1 }), { spec: { zz: { a: 1 } } }],
  ["an unknown field of the metadata", add("/metadata/zz", 1), { metadata: { zz: 1 } }],
  ["empty labels", add("/metadata/labels", {}), { metadata: { labels: {} } }],
  ["labels of a wrong type", add("/metadata/labels", { a: 1 }), { metadata: { labels: { a: 1 } } }],
  ["a creation time that is none", add("/metadata/creationTimestamp", "then"), {}],
])("later webhooks receive %s, and nothing of it is stored", async (_, operations, shown) => {
  const path = await created();
  patch = operations;
  expect(await send("PATCH", path, { spec: { text: "b" } })).toMatchObject({ spec: { text: "b", note: "n" } });
  expect(seen.second).toMatchObject([shown]);
  expect(seen.validating).toMatchObject([shown]);
  const { metadata, ...stored } = (await (await server.fetch(path)).json()) as { readonly metadata: object };
  expect(stored).toEqual({ apiVersion: "example.com/v1", kind: "Widget", spec: { text: "b", note: "n" } });
  expect(metadata).not.toHaveProperty("labels");
  expect(metadata).not.toHaveProperty("zz");
});

test.each([
  ["an unknown field of the spec", "", add("/spec/zz", 1), 2],
  ["an unknown field of the metadata", "", add("/metadata/zz", 1), 1],
  ["an unknown field of the spec in a write of the status", "/status", add("/spec/zz", 1), 1],
  ["an unknown field of the status", "", add("/status", { zz: 1 }), 1],
])("%s counts as a change just where the field's part is written", async (_, subresource, operations, generation) => {
  const path = `${await created()}${subresource}`;
  patch = operations;
  const body = subresource === "" ? { metadata: { labels: { a: "b" } } } : { status: { at: "x" } };
  expect((await send("PATCH", path, body)).metadata?.generation).toBe(generation);
});

test("validating webhooks receive no unknown field outside the status in a write of the status", async () => {
  const path = await created();
  patch = [...add("/spec/zz", 1), ...add("/status/zz", 1)];
  await send("PATCH", `${path}/status`, { status: { at: "x" } });
  expect(seen.second).toMatchObject([{ spec: { zz: 1 }, status: { zz: 1 } }]);
  expect(seen.validating).toMatchObject([{ status: { zz: 1 } }]);
  expect(seen.validating).not.toHaveProperty("0.spec.zz");
});

test.each([
  ["another group", add("/apiVersion", "other.example.com/v1"), 500, "is unstructured and is not suitable"],
  ["another version", add("/apiVersion", "example.com/v2"), 500, "request to convert CR from an invalid group/version"],
  ["another kind", add("/kind", "Other"), 422, "kind: Invalid value"],
])(
  "an object that a webhook leaves with %s is shown to the next one, and refused",
  async (_, operations, code, why) => {
    const path = await created();
    patch = operations;
    expect(await send("PATCH", path, { spec: { text: "b" } })).toMatchObject({
      code,
      message: expect.stringContaining(why),
    });
    expect(seen.second).toHaveLength(1);
    expect(seen.validating).toHaveLength(0);
  },
);

test.each([
  ["of another version", add("/apiVersion", "v1"), 'no kind "Scale" is registered for version "v1"'],
  ["of another kind", add("/kind", "Other"), 'no kind "Other" is registered for version "autoscaling/v1"'],
  ["with a wrong value", add("/metadata/labels", { a: 1 }), "unable to convert unstructured object to autoscaling/v1"],
])("a scale that a webhook leaves %s is refused without a reason", async (_, operations, message) => {
  const path = `${await created()}/scale`;
  patch = operations;
  const answer = await send("PATCH", path, { spec: { replicas: 2 } });
  expect(answer).toMatchObject({ code: 500, message: expect.stringContaining(message) });
  expect(answer).not.toHaveProperty("reason");
  expect(seen.second).toHaveLength(1);
});

test("a scale without a number has the smallest one while it is written, and needs another", async () => {
  const path = `${await created()}/scale`;
  expect(await send("PATCH", path, { metadata: { labels: { a: "b" } } })).toMatchObject({
    code: 400,
    message: 'the spec replicas field ".spec.replicas" cannot be empty',
  });
  expect(seen.second).toMatchObject([{ spec: { replicas: -2147483648 } }]);
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: `w${made}` }, spec: { replicas: 2 } };
  expect(await send("PUT", path, scale)).toMatchObject({ spec: { replicas: 2 } });
  expect(seen.second[1]).toMatchObject({ metadata: { namespace: "default" } });
});
