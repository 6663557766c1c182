import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { type ReviewHandler, startWebhooks, type WebhookListener } from "./webhook-listener.ts";

let server: TestServer;
let webhooks: WebhookListener;
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const reviewed: unknown[] = [];

const send = async (method: string, path: string, body: object): Promise<object> => {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  const response = await server.fetch(path, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as object;
};
const widget = (name: string, text = "a"): object => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name },
  spec: { text },
});

/** Keeps the metadata that it sees, and sets a field to null where the object asks for it. */
const review: ReviewHandler = ({ request: { object, operation } }) => {
  const { text } = (object as { readonly spec?: { readonly text?: string } } | null)?.spec ?? {};
  reviewed.push([operation, object?.metadata]);
  if (text !== "null") return { allowed: true };
  const patch = [{ op: "replace", path: "/spec/text", value: null }];
  return { allowed: true, patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
};

beforeAll(async () => {
  webhooks = await startWebhooks({ review });
  server = await startTestServer({ dialect });
  const spec = { type: "object", properties: { text: { type: "string" } } };
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
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
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  });
  await send("POST", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", {
    metadata: { name: "m" },
    webhooks: [
      {
        name: "m.example.com",
        clientConfig: webhooks.client("review"),
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["*"], resources: ["widgets"] }],
      },
    ],
  });
});
afterAll(async () => {
  webhooks.close();
  await server[Symbol.asyncDispose]();
});

/** The type is served a moment after its definition was answered. */
const served = () => expect.poll(async () => (await server.fetch(widgets)).status, { interval: 1 }).toBe(200);

test("a new object is reviewed without a creation time, a replacement with an empty one", async () => {
  await served();
  await send("POST", widgets, widget("a"));
  await send("PUT", `${widgets}/a`, widget("a", "b"));
  const metadata = { name: "a", namespace: "default" };
  expect(reviewed).toMatchObject([
    ["CREATE", metadata],
    ["UPDATE", { ...metadata, creationTimestamp: null }],
  ]);
  expect(reviewed[0]).not.toHaveProperty("1.creationTimestamp");
});

test("a null that a webhook writes is refused by the schema", async () => {
  await served();
  expect(await send("POST", widgets, widget("b", "null"))).toMatchObject({
    code: 422,
    message: expect.stringContaining('spec.text: Invalid value: "null": spec.text in body must be of type string'),
  });
});
