import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../index.ts";

const pods = "/api/v1/namespaces/default/pods";
const headers = { "content-type": "application/json" };
const spec = { containers: [{ name: "c", image: "i" }] };
const count = 1_200;

/**
 * Turns of the event loop that passed while something ran: in each of them other requests would
 * have been served.
 */
async function turnsDuring(run: () => Promise<void>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function tick() {
    turns++;
    next = setImmediate(tick);
  });
  try {
    await run();
    return turns;
  } finally {
    clearImmediate(next);
  }
}

describe("requests for 1,200 objects run in turns of the event loop", () => {
  let base: TestServer;
  beforeAll(async () => {
    base = await startTestServer();
    for (let i = 0; i < count; i++) {
      const body = JSON.stringify({ metadata: { name: `p${i}` }, spec });
      expect((await base.fetch(pods, { method: "POST", headers, body })).status).toBe(201);
    }
  });
  afterAll(() => base?.[Symbol.asyncDispose]());

  test.each([
    ["a table", "GET", "application/json;as=Table;v=v1;g=meta.svc.io", 2],
    ["a list in another encoding", "GET", "application/vnd.svc.protobuf", 3],
    ["the deletion of a collection", "DELETE", "application/json", 20],
  ])("%s", async (_name, method, accept, turns) => {
    await using server = await base.fork();
    const passed = await turnsDuring(async () => {
      const response = await server.fetch(pods, { method, headers: { accept } });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(count * 100);
    });
    expect(passed).toBeGreaterThanOrEqual(turns);
  });
});

const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, "v"]));
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "large" } };

// The counts, the scan of the text, its parsing and its decoding are one turn each, at least.
describe("a body of 10,000 members is worked on in turns of the event loop", () => {
  test.each([
    ["a create", "POST", "", { ...map, data: many }, 14],
    ["a create of an annotated object", "POST", "", { metadata: { name: "large", annotations: many } }, 14],
    ["an apply", "PATCH", "/large?fieldManager=m", { ...map, data: many }, 21],
    ["an apply of unknown fields", "PATCH", "/large?fieldManager=m", { ...map, ...many }, 5],
    ["options of a deletion", "DELETE", "/large", many, 6],
  ])("%s", async (_name, method, path, body, turns) => {
    await using server = await startTestServer();
    const type = method === "PATCH" ? "application/apply-patch+yaml" : "application/json";
    const passed = await turnsDuring(async () => {
      const init = { method, headers: { "content-type": type }, body: JSON.stringify(body) };
      await (await server.fetch(`/api/v1/namespaces/default/configmaps${path}`, init)).arrayBuffer();
    });
    expect(passed).toBeGreaterThanOrEqual(turns);
  });
});
