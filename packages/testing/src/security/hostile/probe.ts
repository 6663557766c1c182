import { builtin } from "@svc/api";
import { svcDialect } from "@svc/meta";
import { defineResource, type ResourceDefinition } from "@svc/schema";
import { startTestServer, type TestServer } from "../../index.ts";
import { bestTurnMs } from "./best-turn.ts";
import type { HostileBody } from "./body.ts";
import { measureTurns } from "./measure-turns.ts";
import { requestOf, sendBefore } from "./send-body.ts";

const formats = "duration date-time email uri hostname ipv4 ipv6 cidr mac creditcard isbn".split(" ");
const manyKinds = Array.from({ length: 5_000 }, (_, i) => `kind${i}`);

const widgetSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        free: { "x-svc-preserve-unknown-fields": true },
        kind: { type: "array", items: { type: "string", enum: manyKinds } },
        pattern: { type: "string", pattern: "^(a+)+$" },
        formats: {
          type: "object",
          properties: Object.fromEntries(formats.map((format) => [format, { type: "string", format }])),
        },
        numbers: { type: "array", items: { type: "integer" }, "x-svc-list-type": "set" },
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

/** Sends bodies to fresh copies of one server, and measures how long they hold its event loop. */
export interface Probe extends AsyncDisposable {
  readonly definitions: readonly ResourceDefinition[];
  /**
   * CPU time of the longest turn in milliseconds, as a machine of the reference speed would take:
   * the best of several attempts. What runs for the first time is compiled, and a garbage
   * collection may fall into any turn.
   */
  longestTurnMs(body: HostileBody): Promise<number>;
}

/** A server with one object of each kind that bodies change. */
export async function startProbeServer(): Promise<TestServer> {
  const base = await startTestServer({
    resources: [builtin(), widgets],
    config: { featureGates: { CBORServingAndStorage: true } },
  });
  await createLive(base);
  return base;
}

export async function startProbe(start: () => Promise<TestServer> = startProbeServer): Promise<Probe> {
  const base = await start();
  return {
    definitions: [...builtin()(svcDialect), ...widgets(svcDialect)],
    longestTurnMs: (body) => bestTurnMs({ attempt: () => longestTurnOf(base, body) }),
    [Symbol.asyncDispose]: () => base[Symbol.asyncDispose](),
  };
}

async function longestTurnOf(base: TestServer, hostile: HostileBody): Promise<number> {
  await using server = await base.fork();
  await sendBefore(server, hostile);
  const { send } = requestOf(server, hostile);
  const { longestTurnMs } = await measureTurns(send);
  return longestTurnMs;
}

async function createLive(base: TestServer): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const response = await base.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
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
}
