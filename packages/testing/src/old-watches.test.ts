import { expect, test } from "vitest";
import { startTestServer } from "./start-test-server.ts";

test.each([
  ["configmaps", /^too old resource version: 1 \(\d+\)$/],
  // Events have no cache of changes in the original: the message is that of its store.
  ["events", /^The resourceVersion for the provided watch is too old\.$/],
])("a watch of %s from a version that is forgotten ends with one error", async (resource, message) => {
  await using server = await startTestServer({});
  const path = `/api/v1/namespaces/default/${resource}`;
  const create = (name: string): Promise<Response> =>
    server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, involvedObject: { namespace: "default" } }),
    });
  expect((await create("a")).status).toBe(201);
  await server.settle({ advanceMs: 6 * 60_000 });
  expect((await create("b")).status).toBe(201);
  const events = await (await server.fetch(`${path}?watch=1&resourceVersion=1`)).text();
  expect(JSON.parse(events)).toMatchObject({
    type: "ERROR",
    object: { code: 410, reason: "Expired", message: expect.stringMatching(message) },
  });
});
