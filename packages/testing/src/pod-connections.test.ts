import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { startTestKubelet, type TestKubelet } from "@svc/proxy/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, startTestServer, type TestServer } from "./index.ts";

const core = "/api/v1/namespaces/default";
let server: TestServer;
let endpoint: Endpoint;
let kubelet: TestKubelet;
let upgradeResponse: string | undefined;
const more = Promise.withResolvers<void>();
const tunnelProtocol = "SPDY/3.1+portforward.k8s.io";
const empty = "Content-Length: 0\r\n\r\n";

const send = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
  body: JSON.stringify(body),
});

beforeAll(async () => {
  kubelet = await startTestKubelet({
    upgradeResponse: () => upgradeResponse,
    logs: async function* (path, query) {
      yield path;
      if (query.get("follow") === "true") await more.promise;
      yield "end";
    },
  });
  server = await startTestServer({ proxy: { kubelet: { tls: { ca: kubelet.authority } } } });
  endpoint = await server.listen();
  await server.fetch("/api/v1/nodes", send("POST", { metadata: { name: "n" } }));
  const status = {
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
  };
  await server.fetch("/api/v1/nodes/n/status", send("PATCH", { status }));
  const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }] };
  await server.fetch(`${core}/pods`, send("POST", { metadata: { name: "p" }, spec }));
});
afterEach(() => {
  upgradeResponse = undefined;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await kubelet[Symbol.asyncDispose]();
});

describe("a log", () => {
  test("has the kubelet's content, and the client's options", async () => {
    const response = await server.fetch(`${core}/pods/p/log?tailLines=5&timestamps=1&limitBytes=10`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain"]);
    expect(await response.text()).toBe("/containerLogs/default/p/c\nend\n");
    expect(kubelet.requests.at(-1)).toBe("GET /containerLogs/default/p/c?limitBytes=10&tailLines=5&timestamps=true");
  });

  test("that is followed arrives line by line", async () => {
    const { body } = await server.fetch(`${core}/pods/p/log?follow=true`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("/containerLogs/default/p/c\n");
    more.resolve();
    expect((await reader?.read())?.value).toBe("end\n");
  });

  test("of a kubelet with a certificate of another authority is refused", async () => {
    await using other = await server.fork();
    expect((await other.fetch(`${core}/pods/p/log`)).status).toBe(200);
    await using strict = await startTestServer({
      storage: server.storage,
      proxy: { kubelet: { tls: { ca: endpoint.certificateAuthority } } },
    });
    const response = await strict.fetch(`${core}/pods/p/log`);
    expect(response.status).toBe(500);
    expect(((await response.json()) as { message: string }).message).toContain("x509: certificate signed by unknown");
    // Requests count whether or not there is such a pod.
    expect((await strict.fetch(`${core}/pods/none/log?insecureSkipTLSVerifyBackend=true`)).status).toBe(404);
    const metrics = (await (await strict.fetch("/metrics")).text()).split("\n");
    expect(metrics).toEqual(
      expect.arrayContaining([
        "kube_apiserver_pod_logs_backend_tls_failure_total 1",
        'kube_apiserver_pod_logs_insecure_backend_total{usage="enforce_tls"} 1',
        'kube_apiserver_pod_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
      ]),
    );
  });
});

/** A WebSocket as a client opens it; messages by their channel. */
async function open(path: string, protocol: string): Promise<Opened> {
  const { hostname, port } = new URL(endpoint.url);
  const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority });
  const lines = [
    `GET ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${endpoint.token}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    `Sec-WebSocket-Protocol: ${protocol}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let bytes = Buffer.alloc(0);
  const closed = once(socket, "close");
  socket.on("data", (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
  });
  await expect.poll(() => bytes.includes("\r\n\r\n")).toBe(true);
  const end = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.subarray(0, end).toString();
  const messages = (): readonly Message[] => messagesOf(bytes.subarray(end));
  return { head, socket, closed, messages, rest: () => bytes.subarray(end).toString() };
}

interface Opened {
  readonly head: string;
  readonly socket: TLSSocket;
  readonly closed: Promise<unknown>;
  messages(): readonly Message[];
  /** The bytes after the head. */
  rest(): string;
}

interface Message {
  readonly opcode: number;
  readonly payload: Buffer;
}

function messagesOf(bytes: Buffer): readonly Message[] {
  const found: Message[] = [];
  for (let at = 0; bytes.length - at >= 2; ) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < at + headLength) break;
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    if (bytes.length < at + headLength + length) break;
    found.push({ opcode: (bytes[at] ?? 0) & 0xf, payload: bytes.subarray(at + headLength, at + headLength + length) });
    at += headLength + length;
  }
  return found;
}

/** A frame as clients send it: masked, here by zeros. */
function frame(payload: Buffer | string, opcode = 2): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

const text = (messages: readonly Message[], channel: number): string =>
  Buffer.concat(
    messages
      .filter(({ opcode, payload }) => opcode === 2 && payload[0] === channel)
      .map(({ payload }) => payload.subarray(1)),
  ).toString();

describe("a command over a WebSocket", () => {
  const v5 = "v5.channel.k8s.io";
  const command = (script: string) =>
    `${core}/pods/p/exec?command=sh&command=-c&command=${encodeURIComponent(script)}&stdin=true&stdout=true&stderr=true`;

  test("gets its input, and sends output, errors and status", async () => {
    const { head, socket, closed, messages } = await open(command("cat; echo problem >&2"), v5);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).toContain(`Sec-WebSocket-Protocol: ${v5}`);
    expect(head).toContain("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    socket.write(Buffer.concat([frame("\0hello "), frame("\0you"), frame(Buffer.from([255, 0]))]));
    await closed;
    const all = messages();
    expect([text(all, 1), text(all, 2), JSON.parse(text(all, 3))]).toEqual([
      "hello you",
      "problem\n",
      { metadata: {}, status: "Success" },
    ]);
    expect(all.at(-1)).toMatchObject({ opcode: 8, payload: Buffer.from([0x03, 0xe8]) });
  });

  test("that fails has its exit code", async () => {
    const { closed, messages } = await open(command("exit 7"), v5);
    await closed;
    expect(JSON.parse(text(messages(), 3))).toMatchObject({
      message: "command terminated with non-zero exit code: command terminated with exit code 7",
      details: { causes: [{ reason: "ExitCode", message: "7" }] },
    });
  });

  test("whose kubelet is lost fails", async () => {
    const { closed, messages } = await open(command("echo begun; sleep 60"), v5);
    await expect.poll(() => text(messages(), 1)).toBe("begun\n");
    kubelet.disconnect();
    await closed;
    expect(JSON.parse(text(messages(), 3))).toMatchObject({
      status: "Failure",
      message: "Internal error occurred: the connection to the kubelet was lost",
    });
  });

  test("with large output arrives completely", async () => {
    const { closed, messages } = await open(command("head -c 3000000 /dev/zero"), v5);
    await closed;
    expect(text(messages(), 1).length).toBe(3_000_000);
  });

  test("that the kubelet refuses has the reason", async () => {
    const { closed, messages } = await open(`${core}/pods/p/exec?command=/no/such/file&stdout=true`, v5);
    await closed;
    expect(JSON.parse(text(messages(), 3))).toMatchObject({ status: "Failure" });
  });

  test.each([
    ["a redirect", `302 Found\r\nLocation: https://example.com/\r\n${empty}`, "redirect not allowed"],
    ["another protocol", `101 S\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, '{"metadata":{}}'],
    ["a switch to nothing", "101 S\r\n\r\n", '{"metadata":{}}'],
    ["no body", `500 X\r\n${empty}`, '{"metadata":{}}'],
    ["a body that breaks off", "500 X\r\nContent-Length: 9\r\n\r\nabc", "unable to read error from server response"],
    ["no status", "abc X\r\n\r\n", 'malformed HTTP status code \\"abc\\"'],
  ])("that the kubelet answers with %s ends with the reason", async (_, response, reason) => {
    upgradeResponse = `HTTP/1.1 ${response}`;
    const { closed, messages } = await open(`${core}/pods/p/exec?command=x&stderr=true`, "v5.channel.k8s.io");
    await closed;
    const [first, last, close] = messages();
    expect(first?.payload, "the only open channel").toEqual(Buffer.from([2]));
    expect(last?.payload.toString()).toContain(reason);
    expect(close?.opcode).toBe(8);
  });

  test("ends when its client disconnects", async () => {
    const { socket } = await open(command("cat"), v5);
    socket.destroy();
    await once(socket, "close");
  });
});

describe("a tunnel to a port", () => {
  test.each([
    ["200 OK", empty, 500, "invalid upgrade response: status code 200"],
    ["302 Found", `Location: https://example.com/\r\n${empty}`, 500, "invalid upgrade response: status code 302"],
    ["403 X", "X-A: b\r\nContent-Length: 2\r\n\r\nno", 403, "no"],
    ["101 S", "\r\n", 500, "unable to upgrade: missing upgrade headers in response\n"],
    ["101 S", "Connection: Upgrade\r\nUpgrade: raw\r\n\r\n", 500, "unable to upgrade: missing upgrade headers"],
    ["abc X", "\r\n", 500, 'malformed HTTP status code \\"abc\\"'],
  ])("to a kubelet that answers %s and %j is refused with %d %s", async (status, rest, code, reason) => {
    upgradeResponse = `HTTP/1.1 ${status}\r\n${rest}`;
    const { head, closed, rest: body } = await open(`${core}/pods/p/portforward?ports=80`, tunnelProtocol);
    await closed;
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `));
    expect(body()).toContain(reason);
  });

  test("passes the bytes of SPDY in messages", async () => {
    const { head, socket, messages } = await open(`${core}/pods/p/portforward?ports=80`, tunnelProtocol);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).toContain(`Sec-WebSocket-Protocol: ${tunnelProtocol}\r\n`);
    // A ping of SPDY is answered with itself.
    const ping = Buffer.from([0x80, 3, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1]);
    socket.write(frame(ping));
    await expect.poll(() => messages().length).toBe(1);
    expect(messages()[0]).toEqual({ opcode: 2, payload: ping });
    expect(kubelet.requests.at(-1)).toBe("POST /portForward/default/p?port=80");
    socket.destroy();
  });
});
