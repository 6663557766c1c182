import { type AuditEvent, parseAuditPolicy } from "@svc/audit";
import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { startWebhooks, type WebhookListener } from "./webhook-listener.ts";

const encoded = (operations: readonly object[]): object => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
});
const addsData = [{ op: "add", path: "/data/h", value: "<1>" }];

let server: TestServer;
let webhooks: WebhookListener;
let events: AuditEvent[] = [];
const group = "/apis/admissionregistration.k8s.io/v1";

const send = async (method: string, path: string, body: object): Promise<number> => {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  return (await server.fetch(path, { method, headers, body: JSON.stringify(body) })).status;
};
const annotationsOf = async (act: () => Promise<unknown>): Promise<Readonly<Record<string, string>>> => {
  events = [];
  await act();
  const { annotations = {} } = events.find(({ stage }) => stage === "ResponseComplete") ?? {};
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !key.startsWith("authorization.")));
};
const create = (namespace: string, handler: string) =>
  send("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { generateName: "a-", labels: { handler } },
    data: { k: "v" },
  });
const mutated = (webhook: string, changed: boolean): string =>
  JSON.stringify({ configuration: "m", webhook, mutated: changed });
const round = (index: number): string => `mutation.webhook.admission.k8s.io/round_0_index_${index}`;

beforeAll(async () => {
  webhooks = await startWebhooks({
    adds: () => encoded(addsData),
    bad: () => encoded([{ op: "remove", path: "/data/none" }]),
    noPatch: () => encoded([1] as unknown as readonly object[]),
    rubbish: () => "no review",
    allow: () => ({ allowed: true }),
  });
  const rules = [{ level: "Metadata", namespaces: ["default"] }, { level: "Request" }];
  const parsed = parseAuditPolicy({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules }, dialect);
  if (!parsed.ok) throw new Error(parsed.message);
  const write = (event: AuditEvent): void => void events.push(event);
  const backend = { name: "test", write, close: async () => undefined };
  server = await startTestServer({ dialect, config: { audit: { policy: parsed.policy, backends: [backend] } } });
  await send("POST", "/api/v1/namespaces", { metadata: { name: "request" } });
  const webhook = (name: string, handler: string, more: object = {}) => ({
    name: `${name}.example.com`,
    clientConfig: webhooks.client(handler),
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    objectSelector: { matchLabels: { handler } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
    ...more,
  });
  await send("POST", `${group}/mutatingwebhookconfigurations`, {
    metadata: { name: "m" },
    webhooks: [webhook("one", "adds"), webhook("two", "adds"), webhook("bad", "bad"), webhook("none", "noPatch")],
  });
  await send("POST", `${group}/validatingwebhookconfigurations`, {
    metadata: { name: "v" },
    webhooks: [webhook("other", "allow"), webhook("ignored", "rubbish", { failurePolicy: "Ignore" })],
  });
});
afterAll(async () => {
  webhooks.close();
  await server[Symbol.asyncDispose]();
});

test("a webhook whose patch changes nothing has not mutated, and patches are recorded from the level Request on", async () => {
  const marks = { [round(0)]: mutated("one.example.com", true), [round(1)]: mutated("two.example.com", false) };
  expect(await annotationsOf(() => create("default", "adds"))).toEqual(marks);
  const patchOf = (webhook: string): string =>
    JSON.stringify({ configuration: "m", webhook, patch: addsData, patchType: "JSONPatch" })
      .replace("<", "\\u003c")
      .replace(">", "\\u003e");
  expect(await annotationsOf(() => create("request", "adds"))).toEqual({
    ...marks,
    "patch.webhook.admission.k8s.io/round_0_index_0": patchOf("one.example.com"),
    "patch.webhook.admission.k8s.io/round_0_index_1": patchOf("two.example.com"),
  });
});

test("a patch that does not apply, or is none, has not mutated, and is not recorded", async () => {
  expect(await annotationsOf(() => create("request", "bad"))).toEqual({
    [round(2)]: mutated("bad.example.com", false),
  });
  expect(await annotationsOf(() => create("request", "noPatch"))).toEqual({
    [round(3)]: mutated("none.example.com", false),
  });
});

test("the first patch of an object whose owners the request changed counts as a change", async () => {
  await send("POST", "/api/v1/namespaces/default/configmaps", {
    metadata: { name: "u", labels: { handler: "adds" } },
    data: { k: "v" },
  });
  const path = "/api/v1/namespaces/default/configmaps/u";
  expect(await annotationsOf(() => send("PATCH", path, { data: { z: "1" } }))).toEqual({
    [round(0)]: mutated("one.example.com", true),
    [round(1)]: mutated("two.example.com", false),
  });
});

test("an ignored failure of a validating webhook is numbered among the called webhooks", async () => {
  expect(await annotationsOf(() => create("default", "rubbish"))).toEqual({
    "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "ignored.example.com",
  });
});

test("annotations of policies are trimmed, and empty ones are left out", async () => {
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];
  await send("POST", `${group}/validatingadmissionpolicies`, {
    metadata: { name: "p" },
    spec: {
      matchConstraints: { resourceRules, objectSelector: { matchLabels: { handler: "none" } } },
      auditAnnotations: [
        { key: "blank", valueExpression: "' '" },
        { key: "text", valueExpression: "' a b '" },
      ],
    },
  });
  await send("POST", `${group}/validatingadmissionpolicybindings`, {
    metadata: { name: "b" },
    spec: { policyName: "p", validationActions: ["Audit"] },
  });
  expect(await annotationsOf(() => create("default", "none"))).toEqual({ "p/text": "a b" });
});
