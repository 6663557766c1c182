import { expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const maxWatchBytes = 1024 * 1024;
const path = "/api/v1/namespaces/default/configmaps";
const config = { limits: { maxWatchBytes } };

function write(server: TestServer, name: string): Promise<Response> {
  const body = JSON.stringify({ metadata: { name }, data: { text: "x".repeat(64 * 1024) } });
  return server.fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

test("a watcher that reads late receives all events in order", async () => {
  await using server = await startTestServer({ config });
  const { body } = await server.fetch(`${path}?watch=1&timeoutSeconds=5`);
  for (let i = 0; i < 8; i++) await write(server, `late-${i}`);
  server.clock.advance(10_000);
  const names = (await new Response(body).text())
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name);
  expect(names.filter((name) => name.startsWith("late-"))).toEqual(Array.from({ length: 8 }, (_, i) => `late-${i}`));
});

test("a watcher that does not read is broken off once too much waits for it", async () => {
  await using server = await startTestServer({ config });
  const { body } = await server.fetch(`${path}?watch=1`);
  for (let i = 0; i < 32; i++) await write(server, `missed-${i}`);
  await expect(new Response(body).text()).rejects.toThrow("broke the connection off");
});
