import { connect, type TLSSocket } from "node:tls";
import type { Authorizer } from "@svc/authz";
import type { ServerLimits } from "@svc/server";
import { afterEach, expect, test } from "vitest";
import { type Endpoint, startTestServer, type TestServer } from "../index.ts";
import { send } from "./rbac-server.ts";

const mib = 1024 * 1024;
const maps = "/api/v1/namespaces/default/configmaps";
const alice = { name: "alice" };
const allowAll: Authorizer = { authorize: () => ({ verdict: "allow", reason: "" }) };
const sockets: TLSSocket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function start(limits: Partial<ServerLimits>): Promise<TestServer> {
  return startTestServer({ authorizer: allowAll, config: { limits } });
}

async function createMaps(server: TestServer, count: number, bytes: number): Promise<void> {
  const data = { text: "x".repeat(bytes) };
  for (let i = 0; i < count; i++) await server.fetch(maps, send("POST", { metadata: { name: `m${i}` }, data }));
}

async function metric(server: TestServer, line: string): Promise<number> {
  const text = await (await server.fetch("/metrics")).text();
  return Number(
    text
      .split("\n")
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? "NaN",
  );
}

const held = (bound: string): string => `apiserver_overload_held_bytes{bound="${bound}"}`;
const refused = (bound: string): string => `apiserver_overload_refusals_total{bound="${bound}"}`;

/** A client that reads the head of the response and nothing more; resolves with the status. */
function askWithoutReading({ url, certificateAuthority: ca }: Endpoint, token: string): Promise<Slow> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), ca });
  sockets.push(socket);
  socket.write(`GET ${maps} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const closed = new Promise<void>((resolve) => socket.on("error", () => resolve()).once("close", resolve));
  return new Promise((resolve) => {
    socket.once("data", (bytes: Buffer) => {
      socket.pause();
      resolve({ status: Number(bytes.toString("latin1").split(" ")[1]), closed, socket });
    });
  });
}

interface Slow {
  readonly status: number;
  readonly closed: Promise<void>;
  readonly socket: TLSSocket;
}

test("slow readers of a giant list hold a bounded number of bytes, others are served, and the server recovers", async () => {
  await using server = await start({ maxTotalResponseBytes: 60 * mib, maxUserResponseBytes: 20 * mib });
  await createMaps(server, 16, mib);
  const endpoint = await server.listen();
  const token = server.tokenFor(alice);
  const slow: Slow[] = [];
  // Each list is another one: what the responses hold is not shared.
  for (let i = 0; i < 3; i++) {
    slow.push(await askWithoutReading(endpoint, token));
    const data = { text: "y".repeat(mib - i) };
    for (let name = 0; name < 16; name++)
      await server.fetch(`${maps}/m${name}`, send("PUT", { metadata: { name: `m${name}` }, data }));
  }
  expect(slow.map(({ status }) => status)).toEqual([200, 429, 429]);
  expect(await metric(server, held("response_bodies"))).toBeLessThan(20 * mib);
  expect(await metric(server, refused("response_bodies"))).toBe(2);
  expect((await server.as({ name: "bob" }).fetch(maps)).status).toBe(200);
  server.clock.advance(61_000);
  server.clock.advance(2_000);
  slow[0]?.socket.resume();
  await slow[0]?.closed;
  expect(await metric(server, held("response_bodies"))).toBe(0);
  expect((await askWithoutReading(endpoint, token)).status).toBe(200);
  await endpoint.close();
});

test("thousands of watchers that do not read hold a bounded number of bytes, and are broken off", async () => {
  const bound = 4 * mib;
  await using server = await start({ maxTotalWatchBytes: bound, maxUserWatchBytes: bound });
  const watchers = 2_000;
  const bodies: (ReadableStream<Uint8Array> | null)[] = [];
  for (let i = 0; i < watchers; i++) bodies.push((await server.as(alice).fetch(`${maps}?watch=1`)).body);
  const most: number[] = [];
  for (let i = 0; i < 60; i++) {
    await createMaps(server, 1, 0);
    await server.fetch(
      `${maps}/m0`,
      send("PUT", { metadata: { name: "m0" }, data: { text: `${i}`.repeat(64 * 1024) } }),
    );
    server.clock.advance(1_000);
    most.push(await metric(server, held("watch_events")));
  }
  expect(Math.max(...most)).toBeGreaterThan(mib);
  expect(Math.max(...most)).toBeLessThanOrEqual(bound);
  expect(await metric(server, refused("watch_events"))).toBe(watchers);
  expect(await metric(server, "apiserver_overload_lagging_watchers")).toBe(0);
  expect(await metric(server, held("watch_events"))).toBe(0);
  await expect(new Response(bodies[0]).text()).rejects.toThrow("broke the connection off");
  expect((await server.as(alice).fetch(`${maps}?watch=1&timeoutSeconds=1`)).status).toBe(200);
});

test("watches past the bound of a user are answered with 429 and Retry-After until others end", async () => {
  await using server = await start({ maxUserLongRunning: 3 });
  const watch = (): Promise<Response> => server.as(alice).fetch(`${maps}?watch=1`);
  const responses = [await watch(), await watch(), await watch()];
  const past = await watch();
  expect([past.status, past.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await server.as({ name: "bob" }).fetch(`${maps}?watch=1`)).status).toBe(200);
  await responses[0]?.body?.cancel();
  expect((await watch()).status).toBe(200);
});
