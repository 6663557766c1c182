import { builtin } from "@svc/api";
import { defineResource } from "@svc/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../index.ts";
import { cbors, protos } from "./hostile/binary.ts";
import type { HostileBody } from "./hostile/body.ts";
import { values } from "./hostile/creates.ts";
import { lists } from "./hostile/lists.ts";
import { measureTurns } from "./hostile/measure-turns.ts";
import { patches } from "./hostile/patches.ts";
import { yamls } from "./hostile/yaml.ts";

/** CPU time for which one request may hold the event loop, on a machine of the speed below. */
const maxTurnMs = 100;

/** CPU time that such a machine takes to parse 100,000 members. */
const referenceMs = 20;

/** How much slower this machine is, with all that runs beside the tests. */
function slowness(): number {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`member${i}`, "v"])));
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(text);
    const after = process.threadCpuUsage(before);
    return (after.user + after.system) / 1000;
  });
  return Math.max(1, Math.max(...times) / referenceMs);
}

const widgetSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        free: { "x-svc-preserve-unknown-fields": true },
        set: { type: "array", items: { type: "string" }, "x-svc-list-type": "set" },
        keyed: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          "x-svc-list-type": "map",
          "x-svc-list-map-keys": ["name"],
        },
      },
    },
  },
};

const widgets = defineResource({
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  schema: {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => widgetSchema },
    },
  },
});

describe("a request holds the event loop for no more than 100 ms of CPU time", () => {
  let base: TestServer;
  let factor: number;
  beforeAll(async () => {
    base = await startTestServer({
      resources: [builtin(), widgets],
      config: { featureGates: { CBORServingAndStorage: true } },
    });
    const post = async (path: string, body: object): Promise<void> => {
      const headers = { "content-type": "application/json" };
      const answer = await base.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(201);
    };
    const metadata = { name: "live" };
    const spec = { containers: [{ name: "c", image: "i" }] };
    const selector = { matchLabels: { a: "b" } };
    const template = { metadata: { labels: selector.matchLabels }, spec };
    await post("/api/v1/namespaces/default/configmaps", { metadata, data: { a: "b" } });
    await post("/api/v1/namespaces/default/pods", { metadata, spec });
    await post("/api/v1/nodes", { metadata });
    await post("/apis/apps/v1/namespaces/default/deployments", { metadata, spec: { selector, template } });
    const widget = { apiVersion: "shop.example.com/v1", kind: "Widget", metadata, spec: {} };
    await post("/apis/shop.example.com/v1/namespaces/default/widgets", widget);
    factor = slowness();
  });
  afterAll(async () => base?.[Symbol.asyncDispose]());

  const send = async ({ path, method = "POST", type = "application/json", body }: HostileBody): Promise<number> => {
    await using server = await base.fork();
    const bytes = new Uint8Array(body());
    const headers = { "content-type": type };
    const { longestTurnMs } = await measureTurns(async () => {
      const answer = await server.fetch(path, { method, headers, body: bytes });
      await answer.arrayBuffer();
    });
    return longestTurnMs;
  };

  test.each([...values, ...lists, ...patches, ...yamls, ...cbors, ...protos])("$name", async (hostile) => {
    // What runs for the first time is compiled, and a collection may fall into any turn: the better of two counts.
    const turns = [await send(hostile), await send(hostile)];
    expect(Math.min(...turns)).toBeLessThan(maxTurnMs * factor);
  });
});
