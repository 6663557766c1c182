import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type ConnectionAttempt, createEgress, type Destination, type EgressOptions, readWhole } from "./index.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(): Promise<{ readonly url: URL; connections(): number }> {
  let connections = 0;
  const server = createServer((request, response) => response.end(request.url));
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"));
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/x`), connections: () => connections };
}

function opened(options: Omit<EgressOptions, "observe"> = {}) {
  const attempts: ConnectionAttempt[] = [];
  const egress = createEgress({ ...options, observe: (attempt) => attempts.push(attempt) });
  closing.push(() => egress[Symbol.dispose]());
  return { egress, attempts };
}

test("requests to equal destinations share connections, unless their purposes differ", async () => {
  const { url, connections } = await serve();
  const { egress } = opened();
  const get = async (purpose: string) =>
    (await readWhole(await egress.client({ purpose, maxConnections: 1 }).fetch({ method: "GET", url }))).toString();
  expect([await get("webhook"), await get("webhook")]).toEqual(["/x", "/x"]);
  expect(connections()).toBe(1);
  await get("proxy");
  expect(connections()).toBe(2);
});

test("each purpose has its policy, for requests and for upgrades", async () => {
  const { url, connections } = await serve();
  const policy = ({ purpose }: Destination) => (purpose === "proxy" ? { deniedSubnets: ["127.0.0.0/8"] } : {});
  const { egress, attempts } = opened({ policy });
  const fetch = (purpose: string) => egress.client({ purpose }).fetch({ method: "GET", url });
  const upgrade = (purpose: string) =>
    egress.client({ purpose }).upgrade({
      method: "GET",
      url,
      headers: [],
      protocol: "x",
      signal: new AbortController().signal,
    });
  await expect(fetch("proxy")).rejects.toThrow("127.0.0.1");
  await expect(upgrade("proxy")).rejects.toThrow("127.0.0.1");
  expect(connections()).toBe(0);
  expect((await fetch("node")).status).toBe(200);
  const switched = await upgrade("node");
  expect(switched.status).toBe(101);
  if (switched.kind === "switched") switched.socket.destroy();
  expect(attempts).toEqual([
    { purpose: "proxy", result: "denied" },
    { purpose: "proxy", result: "denied" },
    { purpose: "node", result: "opened" },
    { purpose: "node", result: "opened" },
  ]);
});

test("connections that fail are observed as failed", async () => {
  const { egress, attempts } = opened();
  const url = new URL("http://127.0.0.1:1/");
  await expect(egress.client({ purpose: "audit" }).fetch({ method: "GET", url })).rejects.toThrow("ECONNREFUSED");
  expect(attempts).toEqual([{ purpose: "audit", result: "failed" }]);
});

test("past the bound, the connections of the destination that was unused the longest are closed", async () => {
  const { url, connections } = await serve();
  const { egress } = opened({ maxDestinations: 2 });
  const get = async (purpose: string) =>
    void (await readWhole(await egress.client({ purpose, maxConnections: 1 }).fetch({ method: "GET", url })));
  for (const purpose of ["a", "b", "a", "c", "a"]) await get(purpose);
  expect(connections()).toBe(3);
  await get("b");
  expect(connections()).toBe(4);
});
