import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findStandIn } from "./find-stand-in.ts";
import { startStandIn } from "./start-stand-in.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function start(): Promise<{ readonly url: string; readonly dataDir: string }> {
  const folder = mkdtempSync(join(tmpdir(), "stand-in-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "data");
  const url = `http://127.0.0.1:${await freePort()}`;
  closing.push(await startStandIn({ urls: [url], dataDir, unsafeNoFsync: true }));
  return { url, dataDir };
}

test("a stand-in is healthy, and gives an API server the directory for its objects", async () => {
  const { url, dataDir } = await start();
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ health: "true", reason: "" });
  expect((await fetch(`${url}/v3/kv/range`, { method: "POST" })).status).toBe(404);
  expect(existsSync(dataDir)).toBe(true);
  expect(await findStandIn([url])).toEqual({ dataDir, unsafeNoFsync: true });
});

test.each([
  ["404 page not found", 404],
  ["{}", 200],
  ["ok", 200],
  ["x".repeat(2_000_000), 200],
])("a server with other responses is not a stand-in: case %#", async (text, status) => {
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, "127.0.0.1");
  closing.push(() => server.close());
  await once(server, "listening");
  expect(await findStandIn([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])).toBeUndefined();
});

test.each([[[]], [["https://127.0.0.1:1"]], [["http://127.0.0.1:1", "http://127.0.0.1:2"]], [["127.0.0.1:1"]]])(
  "no request is sent to servers that cannot be a stand-in: %j",
  async (servers) => {
    expect(await findStandIn(servers)).toBeUndefined();
  },
);

test("a stand-in does not listen with TLS", async () => {
  const options = { urls: ["https://127.0.0.1:1"], dataDir: tmpdir(), unsafeNoFsync: false };
  await expect(startStandIn(options)).rejects.toThrow("listens on http:// only");
});
