import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpClient } from "../client/index.ts";
import { type Handler, type Listener, listen } from "../index.ts";
import { forward, forwardedBody, forwardedHeaders, forwardUpgrade, returnedHead, takesAnyEncoding } from "./index.ts";

/** The bytes that the backend received, and the bytes that it sends. */
let received = "";
let response: Buffer = Buffer.alloc(0);
let backend: string;
let relay: Listener;
const client = createHttpClient();
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    // A body of chunks may come behind its head.
    if (/\r\nTransfer-Encoding: chunked\r\n/.test(received) ? received.endsWith("0\r\n\r\n") : true)
      socket.end(response);
  });
});

const handler: Handler = async (request) => {
  const { method, target: path, signal } = request;
  const headers = forwardedHeaders(request, { host: "backend", isDropped: () => false });
  const { upgrade } = request;
  if (upgrade !== undefined)
    return forwardUpgrade({ client, upgrade, request: { method, url: new URL(backend), headers, signal } });
  const body = await forwardedBody(request, { method, headers });
  return forward({
    client,
    request: { method, origin: backend, path, headers, ...(body === undefined ? {} : { body }) },
    signal,
    unzips: takesAnyEncoding(request, method),
    onHead: (status, given) => returnedHead(status, given, { links: { host: "here", prefix: "" }, method }),
  });
};

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  backend = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  relay = await listen(handler, { port: 0, address: "127.0.0.1" });
});
afterAll(async () => {
  await client.close();
  await relay.close(0);
  server.close();
});

/** Sends a request in bytes, and returns the bytes of the response. */
async function ask(request: string, given: string | Buffer): Promise<string> {
  received = "";
  response = typeof given === "string" ? Buffer.from(given, "latin1") : given;
  const socket = connect(relay.port, "127.0.0.1");
  const connection = request.includes("Upgrade: ") ? "Upgrade" : "close";
  socket.write(request.replace("\r\n", `\r\nHost: here\r\nConnection: ${connection}\r\n`), "latin1");
  let text = "";
  for await (const piece of socket) text += (piece as Buffer).toString("latin1");
  return text;
}

const offer = "GET / HTTP/1.1\r\nUpgrade: raw\r\n";

test("a switch passes with the backend's own headers, as they are", async () => {
  const accepted = "HTTP/1.1 101 x\r\nUpgrade: raw\r\nX-oDD: v\r\nConnection: Upgrade\r\n\r\nbytes";
  expect((await ask(`${offer}\r\n`, accepted)).split("\r\n").sort()).toEqual(
    ["HTTP/1.1 101 Switching Protocols", "Upgrade: raw", "X-oDD: v", "Connection: Upgrade", "", "bytes"].sort(),
  );
});

test.each([
  { name: "of the client", lines: "User-Agent: me\r\n", want: ["me"] },
  { name: "of a usual program where the client names none", lines: "", want: ["Go-http-client/1.1"] },
  { name: "left out where it is empty", lines: "User-Agent: \r\n", want: [] },
])("a backend receives an offer with a name $name", async ({ lines, want }) => {
  await ask(`${offer}${lines}\r\n`, "HTTP/1.1 403 x\r\nContent-Length: 0\r\n\r\n");
  expect([...received.matchAll(/^User-Agent: (.*)\r$/gim)].map(([, name]) => name)).toEqual(want);
});

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

test.each([
  {
    name: "each line of a cookie",
    sent: "GET / HTTP/1.1\r\nCookie: a\r\nCookie: b\r\n\r\n",
    want: "\r\nCookie: a\r\nCookie: b\r\n",
  },
  { name: "names in their usual form", sent: "GET / HTTP/1.1\r\nx-oDD-name: v\r\n\r\n", want: "\r\nX-Odd-Name: v\r\n" },
  {
    name: "an expectation",
    sent: "PUT / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n",
    want: "\r\nExpect: 100-continue\r\n",
  },
  {
    name: "an encoding for a client without one",
    sent: "GET / HTTP/1.1\r\n\r\n",
    want: "\r\nAccept-Encoding: gzip\r\n",
  },
  { name: "the length of no body of a PUT", sent: "PUT / HTTP/1.1\r\n\r\n", want: "\r\nContent-Length: 0\r\n" },
  {
    name: "the chunks of an empty body of a PUT",
    sent: "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    want: "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  },
])("a backend receives $name", async ({ sent, want }) => {
  await ask(sent, ok);
  expect(received).toContain(want);
});

test.each([
  { name: "the name of a program that has none", sent: "GET / HTTP/1.1\r\nUser-Agent: \r\n\r\n", drops: /user-agent/i },
  { name: "a length of an unknown method", sent: "QUERY / HTTP/1.1\r\n\r\n", drops: /content-length/i },
  {
    name: "the chunks of an empty body of a DELETE",
    sent: "DELETE / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    drops: /transfer-encoding|content-length/i,
  },
  {
    name: "an encoding for a client that has one",
    sent: "GET / HTTP/1.1\r\nAccept-Encoding: br\r\n\r\n",
    drops: /gzip/,
  },
])("a backend does not receive $name", async ({ sent, drops }) => {
  await ask(sent, ok);
  expect(received).not.toBe("");
  expect(received).not.toMatch(drops);
});

const get = "GET / HTTP/1.1\r\n\r\n";
const past = "Tue, 01 Jan 2030 00:00:00 GMT";

test.each([
  {
    name: "the date of the backend",
    given: `HTTP/1.1 200 OK\r\nDate: ${past}\r\nContent-Length: 0\r\n\r\n`,
    dates: [past],
  },
  { name: "a date where the backend has none", given: ok, dates: [expect.stringContaining("GMT") as string] },
])("a client receives $name", async ({ given, dates }) => {
  expect([...(await ask(get, given)).matchAll(/^Date: (.*)\r$/gim)].map(([, date]) => date)).toEqual(dates);
});

test.each([
  { name: "HEAD and an empty body", sent: "HEAD / HTTP/1.1\r\n\r\n", given: ok, length: "0" },
  { name: "HEAD and a body", sent: "HEAD / HTTP/1.1\r\n\r\n", given: ok.replace("0\r", "7\r"), length: "7" },
  {
    name: "HEAD and chunks",
    sent: "HEAD / HTTP/1.1\r\n\r\n",
    given: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    length: undefined,
  },
  { name: "204 with a length", sent: get, given: "HTTP/1.1 204 x\r\nContent-Length: 5\r\n\r\n", length: undefined },
])("a response to $name has the length $length, and no encoding of a body", async ({ sent, given, length }) => {
  const head = await ask(sent, given);
  expect(/^Content-Length: (.*)\r$/im.exec(head)?.[1]).toBe(length);
  expect(head).not.toMatch(/transfer-encoding/i);
});

test("a response that is not modified has no type", async () => {
  expect(await ask(get, "HTTP/1.1 304 x\r\nContent-Type: a/b\r\nEtag: e\r\n\r\n")).toMatch(
    /^HTTP\/1.1 304 Not Modified\r\n(?!.*content-type).*Etag: e\r\n/is,
  );
});

const text = "words ".repeat(9_000);
const zipped = (encoding: string, body: Buffer, framing = `Content-Length: ${body.length}\r\n`): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\n${framing}\r\n`), body]);

test.each([
  { name: "of known length", given: zipped("gzip", gzipSync(text)) },
  { name: "to the end of the connection", given: zipped("GZip", gzipSync(text), "") },
  {
    name: "of two members",
    given: zipped("gzip", Buffer.concat([gzipSync(text.slice(9)), gzipSync(text.slice(0, 9))])),
  },
])("a compressed body $name passes without its compression to a client without a preference", async ({ given }) => {
  const [head = "", body = ""] = (await ask(get, given)).split(/\r\n\r\n(.*)/s);
  expect(head).not.toMatch(/content-encoding|content-length/i);
  const plain = body.replace(/[0-9a-f]+\r\n([^\r]*)\r\n/g, "$1");
  expect(plain.length).toBe(text.length);
});

test.each([
  { name: "is compressed in another way", sent: get, given: zipped("deflate", deflateSync(text)) },
  {
    name: "has a client that prefers it",
    sent: "GET / HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n",
    given: zipped("gzip", gzipSync(text)),
  },
  { name: "is a part", sent: "GET / HTTP/1.1\r\nRange: bytes=0-9\r\n\r\n", given: zipped("gzip", gzipSync(text)) },
])("a body that $name passes as it is", async ({ sent, given }) => {
  const answer = await ask(sent, given);
  expect(answer).toMatch(/^Content-Encoding: (?:deflate|gzip)\r$/m);
  expect(answer.endsWith(given.toString("latin1").split("\r\n\r\n").slice(1).join("\r\n\r\n"))).toBe(true);
});

test("a compressed body whose connection is lost breaks the response off behind the beginning", async () => {
  const body = gzipSync(text, { level: 0 });
  const lost = zipped("gzip", body.subarray(0, 40_000), `Content-Length: ${body.length}\r\n`);
  const answer = await ask(get, lost);
  expect(answer).toContain("words words");
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
});

test("a compressed body that is broken breaks the response off", async () => {
  const half = gzipSync(text).subarray(0, 40);
  const answer = await ask(get, zipped("gzip", Buffer.concat([half, Buffer.from("no gzip")]), ""));
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
});
