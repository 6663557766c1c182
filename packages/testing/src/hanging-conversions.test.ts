import { setImmediate } from "node:timers/promises";
import { kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import {
  define,
  definitionsPath,
  jsonRequest,
  versionOf,
  widget,
  widgetDefinition,
  widgetsPath,
} from "./widget-type.ts";

const widgetOf = (version: string, name: string): object => widget(name, { apiVersion: `example.com/${version}` });

const definition = widgetDefinition([versionOf("v1"), versionOf("v2")], {
  conversion: {
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.com/convert" } },
  },
});

interface TestResponse {
  readonly status: number;
  readonly message: string;
}

async function send(server: TestServer, method: string, path: string, body?: object): Promise<TestResponse> {
  const response = await server.fetch(path, jsonRequest(method, body));
  const text = await response.text();
  const { message = "" } = text.startsWith("{") ? (JSON.parse(text) as { readonly message?: string }) : {};
  return { status: response.status, message };
}

it("a conversion webhook that hangs holds up only the requests that need it", async () => {
  const late = Promise.withResolvers<never>();
  let calls = 0;
  const callConversionWebhook = (): Promise<never> => {
    calls++;
    return late.promise;
  };
  await using server = await startTestServer({ dialect: kubernetesDialect, controlPlane: { callConversionWebhook } });
  await define(server, definition);
  expect((await send(server, "POST", widgetsPath("v1"), widgetOf("v1", "a"))).status).toBe(201);

  const waiting = [
    send(server, "GET", `${widgetsPath("v2")}/a`),
    send(server, "GET", widgetsPath("v2")),
    send(server, "POST", widgetsPath("v2"), widgetOf("v2", "b")),
  ];
  let answered = 0;
  for (const request of waiting) void request.then(() => answered++);
  await expect.poll(() => calls, { interval: 1 }).toBe(waiting.length);

  const others = [
    await send(server, "GET", `${widgetsPath("v1")}/a`),
    await send(server, "GET", widgetsPath("v1")),
    await send(server, "POST", widgetsPath("v1"), widgetOf("v1", "c")),
    await send(server, "DELETE", `${widgetsPath("v1")}/c`),
    await send(server, "GET", "/api/v1/namespaces"),
    await send(server, "GET", "/apis/example.com/v2"),
  ];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 200]);
  expect(answered).toBe(0);

  late.reject(new Error("context deadline exceeded"));
  const failed = "conversion webhook for example.com/v1, Kind=Widget failed: context deadline exceeded";
  const [got, listed, created] = await Promise.all(waiting);
  expect(got).toEqual({ status: 500, message: failed });
  expect(listed).toEqual({
    status: 429,
    message: `storage is (re)initializing: failed to list example.com/v2, Kind=Widget: ${failed}`,
  });
  expect(created).toEqual({ status: 500, message: failed.replace("/v1,", "/v2,") });
  expect((await send(server, "DELETE", `${definitionsPath}/widgets.example.com`)).status).toBe(200);
});

it("lists and watches do not wait long for a conversion webhook, and not at all while one waits", async () => {
  const calls: PromiseWithResolvers<never>[] = [];
  const callConversionWebhook = (): Promise<never> => {
    const call = Promise.withResolvers<never>();
    calls.push(call);
    return call.promise;
  };
  await using server = await startTestServer({ dialect: kubernetesDialect, controlPlane: { callConversionWebhook } });
  await define(server, definition);
  expect((await send(server, "POST", widgetsPath("v1"), widgetOf("v1", "a"))).status).toBe(201);
  const list = (query = ""): Promise<TestResponse> => send(server, "GET", `${widgetsPath("v2")}${query}`);
  const initializing = { status: 429, message: "storage is (re)initializing" };

  const late = list();
  await expect.poll(() => calls.length, { interval: 1 }).toBe(1);
  await server.clock.advance(1000);
  expect(await late).toEqual(initializing);
  expect(await list("?watch=true")).toEqual(initializing);
  expect(await list("?resourceVersion=0")).toEqual(initializing);
  expect(calls.length).toBe(1);

  calls[0]?.reject(new Error("context deadline exceeded"));
  const failed = {
    status: 429,
    message:
      "storage is (re)initializing: failed to list example.com/v2, Kind=Widget: " +
      "conversion webhook for example.com/v1, Kind=Widget failed: context deadline exceeded",
  };
  // The server still has to learn of the failure.
  await setImmediate();
  const again = list();
  await expect.poll(() => calls.length, { interval: 1 }).toBe(2);
  await server.clock.advance(1000);
  expect(await again).toEqual(failed);
  calls[1]?.reject(new Error("context deadline exceeded"));
});

it("lists of a version whose conversion fails tell clients to ask again later and later, until it succeeds", async () => {
  let isBroken = true;
  await using server = await startTestServer({
    dialect: kubernetesDialect,
    controlPlane: {
      callConversionWebhook: async (_config, { request, ...review }) => {
        if (isBroken) throw new Error("broken");
        const { uid, desiredAPIVersion: apiVersion, objects } = request;
        const convertedObjects = objects.map((object) => ({ ...object, apiVersion }));
        return { ...review, response: { uid, result: { status: "Success" }, convertedObjects } };
      },
    },
  });
  await define(server, definition);
  await send(server, "POST", widgetsPath("v1"), widgetOf("v1", "a"));
  const retryAfter = async (): Promise<number> => {
    const response = await server.fetch(widgetsPath("v2"));
    await response.text();
    return response.status === 200 ? 0 : Number(response.headers.get("retry-after"));
  };
  const told: number[] = [await retryAfter()];
  for (const seconds of [9, 9, 9, 15, 60]) {
    await server.clock.advance(seconds * 1000);
    told.push(await retryAfter());
  }
  isBroken = false;
  told.push(await retryAfter());
  expect(told).toEqual([1, 1, 2, 5, 12, 30, 0]);
  // Another object is to be converted, and the time is counted anew.
  isBroken = true;
  await send(server, "POST", widgetsPath("v1"), widgetOf("v1", "b"));
  expect(await retryAfter()).toBe(1);
});
