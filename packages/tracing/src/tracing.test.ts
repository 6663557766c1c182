import { Readable } from "node:stream";
import { systemClock } from "@svc/base";
import { type ClientRequest, createEgress } from "@svc/http/client";
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
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await tracing.close();
  await receiver.close();
});

async function start(samplingRatePerMillion: number): Promise<void> {
  tracing = createTracing({ endpoint: `127.0.0.1:${receiver.port}`, samplingRatePerMillion, sendsAtOnce: true });
  const storage = tracing.storage(createMemoryStorage());
  server = await startTestServer({ config: { clock: systemClock, storage, extensions: [tracing.extension] } });
}

const parentTrace = "1".repeat(32);
const traceparent = (flags: string): string => `00-${parentTrace}-${"2".repeat(16)}-${flags}`;
const configMaps = "/api/v1/namespaces/default/configmaps";

const create = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  server.fetch(`${configMaps}?token=abc`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ metadata: { name: "a" } }),
  });

const named = (name: string, spans: readonly ReceivedSpan[] = receiver.spans): ReceivedSpan | undefined =>
  spans.find((span) => span.name === name && span.traceId === parentTrace);

describe("a trace", () => {
  test("continues that of the client, with the handler and the store below the request", async () => {
    await start(0);
    await create({ traceparent: traceparent("01") });
    await receiver.received(`POST ${configMaps.replace("default", "{:namespace}")}`);
    const request = named(`POST ${configMaps.replace("default", "{:namespace}")}`);
    const handler = named("Create");
    const store = named("Create etcd3");
    expect(request).toMatchObject({ parentSpanId: "2".repeat(16), kind: 2 });
    expect(request?.attributes).toMatchObject({
      "http.target": `${configMaps}?token=REDACTED`,
      "http.status_code": "201",
    });
    expect(handler?.parentSpanId).toBe(request?.spanId);
    expect(handler?.attributes).toMatchObject({ resource: "configmaps", namespace: "default" });
    expect(store?.parentSpanId).toBe(handler?.spanId);
    expect(store?.attributes["key"]).toMatch(/configmaps\/default\/a$/);
  });

  test("is begun for each request at a rate of one million", async () => {
    await start(1_000_000);
    await server.fetch(`${configMaps}/none`);
    const name = `GET ${configMaps.replace("default", "{:namespace}")}/{:name}`;
    await receiver.received(name);
    const span = receiver.spans.find((s) => s.name === name);
    expect(span).toMatchObject({ parentSpanId: "", attributes: { "http.status_code": "404" } });
  });

  test.each([
    ["without a parent at a rate of 0", {}],
    ["below a parent that is not sampled", { traceparent: traceparent("00") }],
  ])("is not recorded %s", async (_, headers) => {
    await start(0);
    await create(headers);
    await server.fetch(configMaps, { headers: { traceparent: traceparent("01") } });
    await receiver.received("List");
    expect(receiver.spans.filter(({ name }) => name === "Create")).toEqual([]);
  });
});

describe("requests to other servers", () => {
  test("have the span of the request that caused them", async () => {
    await start(0);
    const sent: (string | undefined)[] = [];
    const egress = tracing.egress({
      ...createEgress(),
      client: () => ({
        exchange: () => expect.unreachable(),
        fetch: (request: ClientRequest) => {
          sent.push(String(request.headers?.["traceparent"]));
          return Promise.resolve({ status: 200, header: () => undefined, body: Readable.from([]) });
        },
      }),
    } as never);
    const call = (): Promise<unknown> =>
      egress.client({ purpose: "webhook" }).fetch({ method: "POST", url: new URL("https://hook.example/x?a=b") });
    await call();
    server = await restarted(call);
    await create({ traceparent: traceparent("01") });
    await receiver.received("HTTP POST", "Create");
    const span = named("HTTP POST");
    expect(sent).toEqual(["undefined", `00-${parentTrace}-${span?.spanId}-01`]);
    expect(span).toMatchObject({
      kind: 3,
      parentSpanId: named("Create")?.spanId,
      attributes: { "http.url": "https://hook.example/x", "http.status_code": "200" },
    });
  });
});

/** The server with an admission step that calls another server. */
async function restarted(call: () => Promise<unknown>): Promise<TestServer> {
  await server[Symbol.asyncDispose]();
  const step = {
    name: "Calls",
    operations: ["CREATE"],
    resources: ["configmaps"],
    mutate: async () => void (await call()),
  } as const;
  const extensions = [tracing.extension, { name: "calls", admission: () => ({ steps: [step] }) }];
  return startTestServer({ config: { clock: systemClock, extensions } });
}
