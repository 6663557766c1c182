import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { type ReviewHandler, startWebhooks, type WebhookListener } from "./webhook-listener.ts";
import { define, jsonRequest, specOf, versionOf, widget, widgetDefinition, widgetsPath } from "./widget-type.ts";

let server: TestServer;
let webhooks: WebhookListener;
const widgets = widgetsPath();
const reviewed: unknown[] = [];

const send = async (method: string, path: string, body: object): Promise<object> =>
  (await (await server.fetch(path, jsonRequest(method, body))).json()) as object;
const saying = (name: string, text: string): object => widget(name, { spec: { text } });

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
  await define(server, widgetDefinition([versionOf("v1", specOf({ text: { type: "string" } }))]));
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

test("a new object is reviewed without a creation time, a replacement with an empty one", async () => {
  await send("POST", widgets, saying("a", "a"));
  await send("PUT", `${widgets}/a`, saying("a", "b"));
  const metadata = { name: "a", namespace: "default" };
  expect(reviewed).toMatchObject([
    ["CREATE", metadata],
    ["UPDATE", { ...metadata, creationTimestamp: null }],
  ]);
  expect(reviewed[0]).not.toHaveProperty("1.creationTimestamp");
});

test("a null that a webhook writes is refused by the schema", async () => {
  expect(await send("POST", widgets, saying("b", "null"))).toMatchObject({
    code: 422,
    message: expect.stringContaining('spec.text: Invalid value: "null": spec.text in body must be of type string'),
  });
});
