import { once } from "node:events";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, startTestServer, type TestServer } from "./index.ts";

const maps = "/api/v1/namespaces/default/configmaps";
let server: TestServer;
let endpoint: Endpoint;
const create = (name: string) =>
  server.fetch(maps, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { name } }),
  });

beforeAll(async () => {
  server = await startTestServer();
  endpoint = await server.listen();
  await create("first");
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string | undefined>>;

/** Opens a WebSocket and gathers what the server sends. */
async function open(path: string, given: Headers = {}) {
  const { hostname, port } = new URL(endpoint.url);
  const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority });
  const headers: Headers = {
    Host: "x",
    Authorization: `Bearer ${endpoint.token}`,
    Connection: "Upgrade",
    Upgrade: "websocket",
    Origin: "https://x",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...given,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let bytes = Buffer.alloc(0);
  socket.on("data", (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
  });
  const closed = once(socket, "close");
  await expect.poll(() => bytes.includes("\r\n\r\n")).toBe(true);
  const end = bytes.indexOf("\r\n\r\n") + 4;
  return { head: bytes.subarray(0, end).toString(), socket, closed, messages: () => messagesOf(bytes.subarray(end)) };
}

function messagesOf(bytes: Buffer): readonly { readonly opcode: number; readonly text: string }[] {
  const found: { opcode: number; text: string }[] = [];
  for (let at = 0; bytes.length - at >= 2; ) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const headLength = short === 126 ? 4 : 2;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    if (bytes.length < at + headLength + length) break;
    const text = bytes.toString("latin1", at + headLength, at + headLength + length);
    found.push({ opcode: (bytes[at] ?? 0) & 0xf, text });
    at += headLength + length;
  }
  return found;
}

describe("a watch over a WebSocket", () => {
  test("sends one message of text for each event", async () => {
    const { head, socket, messages } = await open(`${maps}?watch=1`, { "Sec-WebSocket-Protocol": "binary.k8s.io" });
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).toContain("Sec-WebSocket-Protocol: binary.k8s.io");
    await create("second");
    await expect.poll(() => messages().length).toBe(2);
    expect(messages().map(({ opcode, text }) => [opcode, JSON.parse(text).object.metadata.name])).toEqual([
      [1, "first"],
      [1, "second"],
    ]);
    socket.destroy();
  });

  test("sends binary messages in protobuf, without lengths in front", async () => {
    const accept = "application/vnd.svc.protobuf";
    const { socket, messages } = await open(`${maps}?watch=1`, { Accept: accept });
    await expect.poll(() => messages().length).toBeGreaterThan(0);
    expect(messages()[0]).toMatchObject({ opcode: 2, text: expect.stringMatching(/^\n\u0005ADDED/) });
    socket.destroy();
  });

  test("ends with a close frame when its time is up", async () => {
    const { closed, messages } = await open(`${maps}?watch=1&timeoutSeconds=1`);
    await expect.poll(() => messages().length).toBeGreaterThan(0);
    server.clock.advance(1000);
    await closed;
    expect(messages().at(-1)).toEqual({ opcode: 8, text: "\u0003\u00e8" });
  });

  test("responds to pings, and ends when the client closes", async () => {
    const { socket, closed, messages } = await open(`${maps}?watch=1&fieldSelector=metadata.name=none`);
    socket.write(Buffer.from([0x89, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]));
    await closed;
    expect(messages()).toEqual([
      { opcode: 10, text: "hi" },
      { opcode: 8, text: "\u0003\u00e8" },
    ]);
  });

  test.each<[string, Headers, RegExp]>([
    ["without an origin", { Origin: undefined }, /^HTTP\/1\.1 403 /],
    ["with an origin that is no URL", { Origin: "::" }, /^HTTP\/1\.1 403 /],
    ["of two subprotocols", { "Sec-WebSocket-Protocol": "a, b" }, /^HTTP\/1\.1 400 /],
    ["of another version", { "Sec-WebSocket-Version": "8" }, /^HTTP\/1\.1 400 [\s\S]*Sec-WebSocket-Version: 13/],
  ])("%s is refused", async (_, headers, want) => {
    const { head, socket } = await open(`${maps}?watch=1`, headers);
    expect(head).toMatch(want);
    socket.destroy();
  });
});
