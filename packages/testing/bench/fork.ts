/**
 * CPU and time of the start and the fork of a test server, in milliseconds, each server closed
 * before the next: `node --conditions=svc-source bench/fork.ts [objects] [rounds] [types]`. With
 * `types`, the original also holds 20 definitions, 10 policies and 10 webhooks.
 */
import { startTestServer, type TestServer } from "../src/index.ts";

const objects = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 200);
const withTypes = process.argv[4] === "types";
const warmups = 30;

const original = await startTestServer();

async function post(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await original.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

function definition(at: number): object {
  const group = `g${at}.example.com`;
  const properties = { size: { type: "integer", minimum: 1 }, name: { type: "string", maxLength: 30 } };
  const schema = { type: "object", properties: { spec: { type: "object", properties } } };
  return {
    apiVersion: "apiextensions.svc.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function rule(apiGroup: string, resource: string): object {
  return { apiGroups: [apiGroup], apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] };
}

function policy(at: number): object {
  return {
    apiVersion: "admissionregistration.svc.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: `p${at}` },
    spec: {
      matchConstraints: { resourceRules: [rule("", "configmaps")] },
      validations: [{ expression: "size(object.metadata.name) < 200" }],
    },
  };
}

function webhook(at: number): object {
  return {
    apiVersion: "admissionregistration.svc.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: `w${at}` },
    webhooks: [
      {
        name: "a.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [rule("x", "xs")],
      },
    ],
  };
}

async function fill(): Promise<void> {
  const registrations = "/apis/admissionregistration.svc.io/v1";
  for (let at = 0; withTypes && at < 20; at++)
    await post("/apis/apiextensions.svc.io/v1/customresourcedefinitions", definition(at));
  for (let at = 0; withTypes && at < 10; at++) {
    await post(`${registrations}/validatingadmissionpolicies`, policy(at));
    await post(`${registrations}/validatingwebhookconfigurations`, webhook(at));
  }
  for (let at = 0; at < objects; at++)
    await post("/api/v1/namespaces/default/configmaps", {
      metadata: { name: `c${at}` },
      data: { a: "x".repeat(1000) },
    });
}

function quantile(values: readonly number[], part: number): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0).toFixed(2);
}

async function measure(name: string, start: () => Promise<TestServer>): Promise<void> {
  for (let at = 0; at < warmups; at++) await (await start()).close();
  const times: number[] = [];
  const cpu: number[] = [];
  for (let at = 0; at < rounds; at++) {
    const usage = process.cpuUsage();
    const before = performance.now();
    const server = await start();
    times.push(performance.now() - before);
    const { user, system } = process.cpuUsage(usage);
    cpu.push((user + system) / 1000);
    await server.close();
  }
  const mean = (cpu.reduce((sum, ms) => sum + ms, 0) / rounds).toFixed(2);
  console.log(`${name}: CPU median ${quantile(cpu, 0.5)}, mean ${mean}; time median ${quantile(times, 0.5)}`);
}

await fill();
await measure("start", () => startTestServer());
await measure("fork", () => original.fork());
await original.close();
