import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  ConnectionLostError,
  createHttpClient,
  type HttpClientOptions,
  offerError,
  type UpgradeRequest,
  type UpgradeResult,
} from "./index.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** @param answer the bytes that the server sends for an offer; undefined: it hangs up */
async function serve(answer: string | undefined): Promise<URL> {
  const server = createServer();
  server.on("upgrade", (request, socket: Socket) => {
    // Clients break off where the response is malformed.
    socket.on("error", () => undefined);
    if (answer === undefined) return socket.destroy();
    const seen = `${request.method} ${request.url} ${request.headers.upgrade} ${request.headers["x-a"]}`;
    socket.write(answer.replace("SEEN", seen));
    if (answer.startsWith("HTTP/1.1 101")) socket.pipe(socket);
    else socket.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b`);
}

function upgrade(request: UpgradeRequest, options: HttpClientOptions = {}): Promise<UpgradeResult> {
  return createHttpClient(options).upgrade(request);
}

const offer = (url: URL, signal = new AbortController().signal): UpgradeRequest => ({
  method: "GET",
  url,
  headers: ["X-A", "1"],
  protocol: "echo",
  signal,
});

test("an accepted offer gives the connection, with the bytes after the head", async () => {
  const url = await serve(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-Seen: SEEN\r\n\r\nhi ",
  );
  const result = await upgrade(offer(url));
  if (result.kind !== "switched") throw new Error(result.kind);
  closing.push(() => result.socket.destroy());
  expect(result.headers).toContainEqual(["x-seen", "GET /a?b echo 1", "X-Seen"]);
  result.socket.write("you");
  let text = "";
  for await (const piece of result.socket as AsyncIterable<Buffer>) {
    text += piece.toString();
    if (text === "hi you") break;
  }
  expect(text).toBe("hi you");
});

test("a refused offer gives the response", async () => {
  const url = await serve("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nX-B: 1\r\n\r\nno");
  const result = await upgrade(offer(url));
  if (result.kind !== "refused") throw new Error(result.kind);
  expect([result.status, result.headers.find(([name]) => name === "x-b")]).toEqual([403, ["x-b", "1"]]);
  const pieces: Buffer[] = [];
  for await (const piece of result.body) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("no");
});

test("a connection that ends before the response rejects as a lost one", async () => {
  await expect(upgrade(offer(await serve(undefined)))).rejects.toBeInstanceOf(ConnectionLostError);
});

test.each([
  ["hello\r\n\r\n", 'malformed HTTP response "hello"'],
  ["HTTP/1.1 abc X\r\n\r\n", 'malformed HTTP status code "abc"'],
  ["HTTP/1.1 404 X\n\n", 'malformed HTTP response "HTTP/1.1 404 X"'],
  [`HTTP/1.1 404 X\r\nA: ${"a".repeat(300_000)}\r\n\r\n`, "the head of the response has more than 262144 bytes"],
  ["HTTP/1.1 404 X\r\nA : b\r\n\r\n", 'malformed HTTP response "HTTP/1.1 404 X"'],
  [
    "HTTP/1.1 404 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    'http: message cannot contain multiple Content-Length headers; got ["1" "2"]',
  ],
])("a response %j is rejected as malformed", async (answer, message) => {
  const failed = upgrade(offer(await serve(answer))).catch((error: unknown) => error);
  expect(await failed).toMatchObject({ name: "MalformedResponseError", message });
  expect(offerError(await failed, { host: "h:1", hostname: "h" })).toEqual({ why: message, message });
});

test("egress rules apply", async () => {
  const refused = upgrade(offer(await serve("")), { egress: { deniedSubnets: ["127.0.0.0/8"] } });
  await expect(refused).rejects.toThrow("connections to 127.0.0.1 are not allowed");
});

test("an aborted offer rejects with the signal's reason", async () => {
  const server = createServer();
  const requested = once(server, "upgrade");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const controller = new AbortController();
  const reason = new Error("enough");
  const sent = upgrade(offer(url, controller.signal));
  await requested;
  controller.abort(reason);
  await expect(sent).rejects.toBe(reason);
});

test("a refusal may have as large a head as any response", async () => {
  const head = `HTTP/1.1 403 Forbidden\r\nX-Big: ${"b".repeat(100_000)}\r\nContent-Length: 2\r\n\r\nno`;
  const result = await upgrade(offer(await serve(head)));
  expect([result.kind, result.status]).toEqual(["refused", 403]);
});
