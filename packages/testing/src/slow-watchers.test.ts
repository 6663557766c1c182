import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { ServerExtension, Stage } from "@svc/server";
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

/** A server in which requests wait in a stage next to their handlers. */
async function startWaitingServer(stage: Stage) {
  const waiting: ServerExtension = { name: "waiting", stages: () => [{ after: "authorization", stage }] };
  const server = await startTestServer({ config: { ...config, extensions: [waiting] } });
  const watchers = (): number => {
    const { registry, catalog } = server.server;
    const served = catalog.snapshot().find("", "v1", "configmaps");
    return served === undefined ? 0 : (registry.store(served.definition)?.cache.watchers ?? 0);
  };
  return { server, watchers };
}

test.each<[when: string, stage: Stage]>([
  [
    "starts",
    async (state, next) => {
      if (state.info.verb === "watch" && state.user.name === "admin") await once(state.request.signal, "abort");
      return next(state);
    },
  ],
  [
    "is responded to",
    async (state, next) => {
      const response = await next(state);
      if (state.info.verb === "watch" && state.user.name === "admin") await once(state.request.signal, "abort");
      return response;
    },
  ],
])("a watch whose client leaves before it %s is stopped", async (_, stage) => {
  const { server, watchers } = await startWaitingServer(stage);
  await using _server = server;
  const before = watchers();
  const leaving = new AbortController();
  const response = server.fetch(`${path}?watch=1`, { signal: leaving.signal });
  await setImmediate();
  leaving.abort();
  await response.catch(() => undefined);
  expect(watchers()).toBe(before);
});

test("a watch for which too much waits before its response is sent is broken off", async () => {
  const written = Promise.withResolvers<void>();
  const { server } = await startWaitingServer(async (state, next) => {
    const response = await next(state);
    if (state.info.verb === "watch" && state.user.name === "admin") await written.promise;
    return response;
  });
  await using _server = server;
  const response = server.fetch(`${path}?watch=1`);
  await setImmediate();
  for (let i = 0; i < 32; i++) await write(server, `missed-${i}`);
  written.resolve();
  const { body } = await response;
  await expect(new Response(body).text()).rejects.toThrow("broke the connection off");
});
