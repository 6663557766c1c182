import { systemClock } from "@svc/base";
import { createMemoryStorage } from "@svc/storage/memory";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "./testing/otlp-receiver.ts";
import { createTracing, type Tracing } from "./tracing.ts";

let receiver: OtlpReceiver;
let tracing: Tracing;
let server: TestServer;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  tracing = createTracing({
    endpoint: `127.0.0.1:${receiver.port}`,
    samplingRatePerMillion: 0,
    sendsAtOnce: true,
  });
  const storage = tracing.storage(createMemoryStorage());
  server = await startTestServer({ config: { clock: systemClock, storage, extensions: [tracing.extension] } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await tracing.close();
  await receiver.close();
});

const namespace = "/api/v1/namespaces/default";
const configMaps = `${namespace}/configmaps`;
const deployment = "/apis/apps/v1/namespaces/default/deployments/d";
const traceId = "1".repeat(32);
const spec = { containers: [{ name: "c", image: "i" }] };

interface Sent {
  readonly method?: string;
  readonly body?: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (path: string, { method = "GET", body, type = "application/json", headers }: Sent = {}) =>
  server.fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": type }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });

async function setUp(): Promise<void> {
  const created = await Promise.all([
    send(configMaps, { method: "POST", body: { metadata: { name: "a" } } }),
    send(`${namespace}/pods`, { method: "POST", body: { metadata: { name: "p" }, spec } }),
    send(`${namespace}/serviceaccounts`, { method: "POST", body: { metadata: { name: "s" } } }),
    send(deployment.slice(0, -2), {
      method: "POST",
      body: {
        metadata: { name: "d" },
        spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, spec } },
      },
    }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
}

/** Sends a traced request; returns its spans. */
async function trace(path: string, sent: Sent): Promise<readonly ReceivedSpan[]> {
  const traceparent = `00-${traceId}-${"2".repeat(16)}-01`;
  const response = await send(path, { ...sent, headers: { ...sent.headers, traceparent } });
  await response.arrayBuffer();
  await receiver.receivedRequest(traceId);
  return receiver.spans.filter((span) => span.traceId === traceId);
}

const named = (spans: readonly ReceivedSpan[], ...names: readonly string[]): ReceivedSpan | undefined =>
  spans.find(({ name }) => names.includes(name));

const read = ["limitedReadBody succeeded", "About to convert to expected version", "Conversion done"];
const storing = "About to store object in database";
const failed = "Write to database call failed";
const written = ["About to write a response", "Writing http response done"];
const stored = [...read, storing, "Write to database call succeeded", ...written];
const patched = [
  "limitedReadBody succeeded",
  "Recorded the audit event",
  "About to apply patch",
  "About to check admission control",
  "Object stored in database",
  ...written,
];
const merge = "application/merge-patch+json";
const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" }, spec: { replicas: 2 } };

describe("the span of the handler", () => {
  test.each<readonly [name: string, path: string, sent: Sent, events: readonly string[]]>([
    ["an update of a scale", `${deployment}/scale`, { method: "PUT", body: scale }, stored],
    [
      "an invalid scale",
      `${deployment}/scale`,
      { method: "PUT", body: { ...scale, spec: { replicas: -1 } } },
      [...read, storing, failed],
    ],
    ["a scale that cannot be read", `${deployment}/scale`, { method: "PUT", body: "{" }, read.slice(0, 2)],
    [
      "a patch of a scale",
      `${deployment}/scale`,
      { method: "PATCH", body: { spec: { replicas: 3 } }, type: merge },
      patched,
    ],
    [
      "a binding",
      `${namespace}/pods/p/binding`,
      { method: "POST", body: { metadata: { name: "p" }, target: { name: "n" } } },
      stored,
    ],
    [
      "a binding of an absent pod",
      `${namespace}/pods/none/binding`,
      { method: "POST", body: { metadata: { name: "none" }, target: { name: "n" } } },
      [...read, storing, failed],
    ],
    ["an eviction", `${namespace}/pods/p/eviction`, { method: "POST", body: { metadata: { name: "p" } } }, stored],
    [
      "an invalid review",
      "/apis/authorization.svc.io/v1/subjectaccessreviews",
      { method: "POST", body: { spec: {} } },
      [...read, storing, failed],
    ],
    [
      "a review of no token",
      "/apis/authentication.svc.io/v1/tokenreviews",
      { method: "POST", body: { spec: {} } },
      [...read, storing, failed],
    ],
    ["an update with another name", `${configMaps}/a`, { method: "PUT", body: { metadata: { name: "b" } } }, read],
    [
      "a create in another namespace",
      configMaps,
      { method: "POST", body: { metadata: { name: "b", namespace: "other" } } },
      read,
    ],
    [
      "a patch that sets another name",
      `${configMaps}/a`,
      { method: "PATCH", body: { metadata: { name: "b" } }, type: merge },
      patched.slice(0, 3),
    ],
    [
      "an apply that cannot be read",
      `${configMaps}/a?fieldManager=m`,
      { method: "PATCH", body: "{", type: "application/apply-patch+yaml" },
      patched.slice(0, 3),
    ],
    ["a list from a malformed version", `${configMaps}?resourceVersion=x`, {}, ["About to List from storage"]],
    ["a get of a malformed version", `${configMaps}/a?resourceVersion=x`, {}, ["About to Get from storage"]],
    [
      "a deletion of a collection with options",
      `${configMaps}?labelSelector=none`,
      { method: "DELETE", body: { kind: "DeleteOptions", apiVersion: "v1" } },
      ["limitedReadBody succeeded", ...written],
    ],
  ])("of %s has the events of its steps", async (_, path, sent, events) => {
    await setUp();
    const spans = await trace(path, sent);
    const handler = named(spans, "Get", "List", "Create", "Update", "Patch", "Delete");
    expect(handler?.events.map(({ name }) => name)).toEqual(events);
    expect(named(spans, "SerializeObject")?.parentSpanId).toBe(handler?.spanId);
  });

  const text = { accept: "text/plain" };
  test.each<readonly [name: string, path: string, sent: Sent, names: readonly string[]]>([
    ["accepts no form of an object", `${configMaps}/a`, { headers: text }, []],
    ["creates, and accepts none", configMaps, { method: "POST", body: {}, headers: text }, []],
    ["has a patch of no kind", `${configMaps}/a`, { method: "PATCH", body: {} }, ["SerializeObject"]],
    ["lists with invalid options", `${configMaps}?limit=x`, {}, ["SerializeObject"]],
    ["lists with an invalid selector", `${configMaps}?labelSelector=a%20b`, {}, ["SerializeObject"]],
    ["reads all groups", "/apis", {}, ["SerializeObject"]],
    ["reads the resources of a group", "/apis/apps/v1", {}, ["SerializeObject"]],
  ])("is absent for a request that %s", async (_, path, sent, names) => {
    const spans = await trace(path, sent);
    const request = spans.find(({ parentSpanId }) => parentSpanId === "2".repeat(16));
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId).map(({ name }) => name);
    expect(below).toEqual(["Authentication", "Authorization", ...names]);
  });
});
