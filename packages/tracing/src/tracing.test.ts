import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { Readable } from "node:stream";
import { systemClock } from "@svc/base";
import { type ClientRequest, createEgress, type ExchangeRequest, type ResponseReceiver } from "@svc/http/client";
import type { ServerConfig } from "@svc/server";
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

async function start(
  samplingRatePerMillion: number,
  config: Partial<Pick<ServerConfig, "authenticator" | "authorizer">> = {},
): Promise<void> {
  tracing = createTracing({ endpoint: `127.0.0.1:${receiver.port}`, samplingRatePerMillion, sendsAtOnce: true });
  const storage = tracing.storage(createMemoryStorage());
  server = await startTestServer({
    config: { clock: systemClock, storage, extensions: [tracing.extension], ...config },
  });
}

/** The events of the span of a create, in order. */
const eventsOfCreate = [
  "limitedReadBody succeeded",
  "About to convert to expected version",
  "Conversion done",
  "About to store object in database",
  "Write to database call succeeded",
  "About to write a response",
  "Writing http response done",
];
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
    // A resource is read from the store at its first use.
    await server.fetch(configMaps);
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
    expect(store?.attributes).toEqual({
      "audit-id": request?.attributes["audit-id"],
      key: "/configmaps/default/a",
      resource: "configmaps",
    });
    const eventsOf = (span: ReceivedSpan | undefined): readonly string[] => span?.events.map(({ name }) => name) ?? [];
    expect(eventsOf(handler)).toEqual(eventsOfCreate);
    expect(handler?.events[0]?.attributes).toEqual({ len: "25" });
    const childrenOf = (parent: ReceivedSpan | undefined): readonly string[] =>
      receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name);
    expect(childrenOf(request)).toEqual(["Authentication", "Authorization", "Create"]);
    expect(childrenOf(handler)).toEqual([
      "Mutating admission",
      "Validating admission",
      "Create etcd3",
      "SerializeObject",
    ]);
  });

  test.each([
    ["get", `${configMaps}/a`, "Get", "cacher.Get"],
    ["list", configMaps, "List", "cacher.GetList"],
  ])("of a %s has a span of the cache, and one of the encoding", async (_, path, handlerName, cacheName) => {
    await start(0);
    await create();
    await server.fetch(path, { headers: { traceparent: traceparent("01") } });
    await receiver.received(handlerName);
    const handler = named(handlerName);
    expect([named(cacheName)?.parentSpanId, named("SerializeObject")?.parentSpanId]).toEqual([
      handler?.spanId,
      handler?.spanId,
    ]);
    if (handlerName === "List")
      expect(handler?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
        ["About to List from storage", {}],
        ["Listing from storage done", {}],
        ["Writing http response done", { count: "1" }],
      ]);
    else expect(named(cacheName)?.attributes["key"]).toBe("/configmaps/default/a");
    expect(named("SerializeObject")?.attributes).toMatchObject({ mediaType: "application/json", url: path });
  });

  test.each<{ readonly name: string; readonly verb: string; readonly init: RequestInit; readonly want: object }>([
    {
      name: "get",
      verb: "Get",
      init: {},
      want: {
        verb: "GET",
        events: ["About to Get from storage", "About to write a response", "Writing http response done"],
      },
    },
    {
      name: "merge patch",
      verb: "Patch",
      init: {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: JSON.stringify({ data: { a: "b" } }),
      },
      want: {
        verb: "PATCH",
        events: [
          "limitedReadBody succeeded",
          "Recorded the audit event",
          "About to apply patch",
          "About to check admission control",
          "Object stored in database",
          "About to write a response",
          "Writing http response done",
        ],
      },
    },
    {
      name: "apply",
      verb: "Patch",
      init: {
        method: "PATCH",
        headers: { "content-type": "application/apply-patch+yaml" },
        body: JSON.stringify({ metadata: { name: "a" } }),
      },
      want: { verb: "APPLY", events: ["limitedReadBody succeeded"] },
    },
    {
      name: "deletion",
      verb: "Delete",
      init: { method: "DELETE" },
      want: {
        verb: "DELETE",
        events: [
          "limitedReadBody succeeded",
          "About to delete object from database",
          "Object deleted from database",
          "About to write a response",
          "Writing http response done",
        ],
      },
    },
    {
      name: "deletion with options in the body",
      verb: "Delete",
      init: {
        method: "DELETE",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1" }),
      },
      want: {
        verb: "DELETE",
        events: [
          "limitedReadBody succeeded",
          "Decoded delete options",
          "Recorded the audit event",
          "About to delete object from database",
          "Object deleted from database",
          "About to write a response",
          "Writing http response done",
        ],
      },
    },
  ])("of a $name has the events of its steps", async ({ verb, init, want }) => {
    await start(0);
    await create();
    await server.fetch(`${configMaps}/a`, { ...init, headers: { ...init.headers, traceparent: traceparent("01") } });
    await receiver.received(verb);
    const handler = named(verb);
    expect({ verb: handler?.attributes["verb"], events: handler?.events.map(({ name }) => name) }).toEqual(want);
  });

  test("of a refused write has the failure, and a span of the encoding of the error", async () => {
    await start(0);
    await create();
    await create({ traceparent: traceparent("01") });
    await receiver.received("Create", "SerializeObject");
    expect(named("Create")?.events.at(-1)).toEqual({
      name: "Write to database call failed",
      attributes: { len: "25", err: 'configmaps "a" already exists' },
    });
    expect(named("SerializeObject")?.parentSpanId).toBe(named("Create")?.spanId);
  });

  test.each([
    { method: "POST", path: `${configMaps}/a`, handlers: [] },
    { method: "PUT", path: configMaps, handlers: [] },
    { method: "GET", path: "/api/v1/nopes", handlers: [] },
    { method: "GET", path: "/apis/nope.example/v1/things", handlers: [] },
    { method: "GET", path: "/nowhere", handlers: [] },
    { method: "GET", path: "/healthz", handlers: [] },
    { method: "GET", path: "/api/v1/namespaces/default/pods/p/exec", handlers: [] },
    { method: "GET", path: `${configMaps}/none`, handlers: ["Get"] },
    { method: "GET", path: "/api/v1/namespaces/default/pods/p/log", handlers: ["Get"] },
  ])("of $method $path has spans of the handlers $handlers", async ({ method, path, handlers }) => {
    await start(0);
    await server.fetch(path, { method, headers: { traceparent: traceparent("01") } });
    await tracing.close();
    const all = new Set(["Get", "List", "Create", "Update", "Patch", "Delete"]);
    expect(receiver.spans.map(({ name }) => name).filter((name) => all.has(name))).toEqual(handlers);
  });

  test("of a review has the events of a create", async () => {
    await start(0);
    await server.fetch("/apis/authentication.svc.io/v1/selfsubjectreviews", {
      method: "POST",
      headers: { "content-type": "application/json", traceparent: traceparent("01") },
      body: "{}",
    });
    await receiver.received("Create");
    expect(named("Create")?.events.map(({ name }) => name)).toEqual(eventsOfCreate);
    expect(named("SerializeObject")?.events).toEqual([
      { name: "About to start writing response", attributes: { size: expect.any(String) } },
      { name: "Write call succeeded", attributes: { size: expect.any(String) } },
    ]);
  });

  test("of an object that is not there has no failed span", async () => {
    await start(0);
    await server.fetch(`${configMaps}/none`, { headers: { traceparent: traceparent("01") } });
    await receiver.received("Get");
    expect(receiver.spans.map(({ statusCode }) => statusCode).filter((code) => code !== 0)).toEqual([]);
    expect(named("cacher.Get")).toBeDefined();
  });

  test("over a connection has its protocol and the client's port", async () => {
    await start(1_000_000);
    const { url, certificateAuthority: ca, token } = await server.listen();
    const headers = { authorization: `Bearer ${token}` };
    const [response] = (await once(get(`${url}/api/v1/namespaces/default`, { ca, headers }), "response")) as [
      IncomingMessage,
    ];
    response.resume();
    await receiver.received("GET /api/v1/namespaces/{:namespace}/namespaces/{:name}");
    const request = receiver.spans.find(({ kind }) => kind === 2);
    expect(request?.attributes).toMatchObject({
      "http.scheme": "https",
      "net.protocol.version": "1.1",
      "net.host.port": new URL(url).port,
      "net.sock.peer.port": expect.stringMatching(/^\d+$/),
    });
  });

  test("of a watch has no span of a handler, as it would not end", async () => {
    await start(0);
    const stop = new AbortController();
    const headers = { traceparent: traceparent("01") };
    await server.fetch(`${configMaps}?watch=1`, { headers, signal: stop.signal });
    await create(headers);
    await receiver.received("Create");
    stop.abort();
    expect(named("Watch")).toBeUndefined();
  });

  test("is not recorded of a request that is not allowed", async () => {
    await start(1_000_000, { authorizer: { authorize: () => ({ decision: "denied", reason: "" }) } as never });
    const { status } = await server.fetch(configMaps, { headers: { traceparent: traceparent("01") } });
    await tracing.close();
    expect([status, receiver.spans]).toEqual([403, []]);
  });

  test.each(["rubbish", `00-${"0".repeat(32)}-${"2".repeat(16)}-01`, `${traceparent("01")}, ${traceparent("01")}`])(
    "is not recorded below the parent %s",
    async (parent) => {
      await start(0);
      const response = await create({ traceparent: parent });
      await tracing.close();
      expect([response.status, receiver.spans]).toEqual([201, []]);
    },
  );

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
          return Promise.resolve({ status: 200, header: () => "7", body: Readable.from([]) });
        },
      }),
    } as never);
    const call = (): Promise<unknown> =>
      egress.client({ purpose: "webhook" }).fetch({
        method: "POST",
        url: new URL("https://hook.example/x?token=b"),
        headers: { "user-agent": "the server" },
        body: "{}",
      });
    await call();
    server = await restarted(call);
    await create({ traceparent: traceparent("01") });
    await receiver.received("HTTP POST", "Create");
    const span = named("HTTP POST");
    const admission = named("Mutating admission");
    expect(admission?.parentSpanId).toBe(named("Create")?.spanId);
    expect(sent).toEqual(["undefined", `00-${parentTrace}-${span?.spanId}-01`]);
    expect(span).toMatchObject({
      kind: 3,
      parentSpanId: admission?.spanId,
      attributes: {
        "http.method": "POST",
        "http.url": "https://hook.example/x?token=REDACTED",
        "net.peer.name": "hook.example",
        "user_agent.original": "the server",
        "http.request_content_length": "2",
        "http.status_code": "200",
        "http.response_content_length": "7",
      },
    });
  });
});

describe("a forwarded request", () => {
  test.each([
    ["01", "traced", 3],
    ["00", "not traced", 0],
  ])("has one traceparent, and its client's baggage, where its parent has the flags %s and it is %s", async (flags) => {
    await start(0);
    const sent: (readonly string[])[] = [];
    const egress = tracing.egress({
      ...createEgress(),
      client: () => ({
        fetch: () => expect.unreachable(),
        exchange: ({ headers }: ExchangeRequest, receiver: ResponseReceiver) => {
          sent.push(headers);
          receiver.head(200, []);
          receiver.end();
        },
      }),
    } as never);
    const forward = async (): Promise<void> => {
      const headers = ["Traceparent", traceparent(flags), "tracestate", "v=1", "x", "y"];
      const request = { method: "GET", origin: "https://extension.example", path: "/x?a=b", headers };
      const receiver = { head: () => undefined, data: () => true, end: () => undefined, fail: () => undefined };
      egress.client({ purpose: "aggregation" }).exchange(request as never, receiver as never);
    };
    server = await restarted(forward);
    await create({ traceparent: traceparent(flags), tracestate: "v=1", baggage: "k=v" });
    const pairs = (sent[0] ?? []).flatMap((name, at, all) => (at % 2 === 0 ? [[name.toLowerCase(), all[at + 1]]] : []));
    expect(pairs.map(([name]) => name).sort()).toEqual(["baggage", "traceparent", "tracestate", "x"]);
    expect(Object.fromEntries(pairs)).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${parentTrace}-[0-9a-f]{16}-${flags}$`)),
      baggage: "k=v",
    });
  });
});

describe("calls to etcd", () => {
  test("have a span below the request, which they propagate", async () => {
    await start(0);
    const sent: Readonly<Record<string, string>>[] = [];
    const call = (): Promise<unknown> =>
      tracing.etcdCalls("/etcdserverpb.KV/Range", (headers) => {
        sent.push(headers);
        return Promise.resolve(Buffer.alloc(0));
      });
    await call();
    server = await restarted(call);
    await create({ traceparent: traceparent("01") });
    await receiver.received("etcdserverpb.KV/Range", "Create");
    const span = named("etcdserverpb.KV/Range");
    expect(span).toMatchObject({ kind: 3, attributes: { "rpc.service": "etcdserverpb.KV", "rpc.method": "Range" } });
    expect(sent).toEqual([{}, { traceparent: `00-${parentTrace}-${span?.spanId}-01` }]);
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
