import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Endpoint, TestServer } from "./index.ts";
import { startPodBackend } from "./security/sockets/pod-backend.ts";

const core = "/api/v1/namespaces/default";
/** What sockets and the server may hold of one stream that its client does not read. */
const maxHeldBytes = 32 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, "x");

let server: TestServer;
let endpoint: Endpoint;
let handle: RequestListener = (_request, response) => response.end();
const opened = new Set<Socket>();
const backend = createServer((request, response) => handle(request, response));
backend.on("connection", (socket) => opened.add(socket));

let path: (rest: string) => string;

beforeEach(async () => {
  ({ server, endpoint, path } = await startPodBackend(backend));
});
afterEach(async () => {
  backend.close();
  for (const socket of opened) socket.destroy();
  opened.clear();
  await server[Symbol.asyncDispose]();
});

/** A client that sends one request and reads nothing. */
async function silentClient(target: string, lines: readonly string[] = []): Promise<TLSSocket> {
  const { hostname, port } = new URL(endpoint.url);
  const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority });
  await once(socket, "secureConnect");
  socket.pause();
  const head = [`GET ${target} HTTP/1.1`, "Host: x", `Authorization: Bearer ${endpoint.token}`, ...lines, "", ""];
  socket.write(head.join("\r\n"));
  return socket;
}

/** Writes as fast as it goes. */
function flood(out: ServerResponse | Socket): { readonly bytes: () => number } {
  let bytes = 0;
  const more = (): void => {
    let goesOn = true;
    while (goesOn && bytes < 2 * maxHeldBytes) {
      goesOn = out.write(piece);
      bytes += piece.length;
    }
  };
  out.on("drain", more);
  more();
  return { bytes: () => bytes };
}

/** Requests that go round while something else is under way. */
async function othersAreServed(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    expect((await server.fetch(`${core}/pods/p`)).status).toBe(200);
    expect((await server.fetch(path("/quick"))).status).toBe(200);
  }
}

test("a backend that never responds delays no other request, to it or to the server", async () => {
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  handle = (request, response) => {
    if (request.url === "/quick") response.end();
    else if (++waiting === 200) all.resolve();
  };
  const clients = await Promise.all(Array.from({ length: 200 }, () => silentClient(path("/hang"))));
  await all.promise;
  await othersAreServed(10);
  for (const client of clients) client.destroy();
  // Requests whose client is gone are given up.
  const held = (): number => {
    server.clock.advance(1_000);
    return [...opened].filter(({ destroyed }) => !destroyed).length;
  };
  await expect.poll(held).toBeLessThan(10);
});

test("an endless response whose client does not read is buffered within a bound", async () => {
  const floods: { readonly bytes: () => number }[] = [];
  handle = (request, response) => {
    if (request.url === "/quick") response.end();
    else floods.push(flood(response));
  };
  const clients = await Promise.all(Array.from({ length: 4 }, () => silentClient(path("/flood"))));
  await expect.poll(() => floods.length).toBe(4);
  await othersAreServed(20);
  for (const { bytes } of floods) expect(bytes()).toBeLessThan(maxHeldBytes);
  for (const client of clients) client.destroy();
});

test("an endless upgraded stream whose client does not read is buffered within a bound", async () => {
  handle = (_request, response) => response.end();
  const floods: { readonly bytes: () => number }[] = [];
  const upgraded = (_request: unknown, socket: Socket): void => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: flood\r\n\r\n");
    floods.push(flood(socket));
  };
  backend.on("upgrade", upgraded);
  const offer = ["Connection: Upgrade", "Upgrade: flood"];
  const clients = await Promise.all(Array.from({ length: 4 }, () => silentClient(path("/flood"), offer)));
  await expect.poll(() => floods.length).toBe(4);
  await othersAreServed(20);
  for (const { bytes } of floods) expect(bytes()).toBeLessThan(maxHeldBytes);
  for (const client of clients) client.destroy();
  backend.off("upgrade", upgraded);
});

test("a backend that sends all the time to a client that reads leaves turns to others", async () => {
  handle = (request, response) => {
    if (request.url === "/quick") response.end();
    else {
      const more = (): void => {
        while (response.write(piece));
      };
      response.on("drain", more);
      more();
    }
  };
  const client = await silentClient(path("/flood"));
  let received = 0;
  client.on("data", (bytes: Buffer) => (received += bytes.length));
  client.resume();
  await expect.poll(() => received).toBeGreaterThan(1024 * 1024);
  await othersAreServed(20);
  client.destroy();
});
