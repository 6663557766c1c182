import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { AcceptOptions, Tunnel, Upgrade } from "../http.ts";
import { acceptWebSocket, type WebSocketMessage } from "./web-socket.ts";

/** A WebSocket whose client sends pieces, and what both sides got. */
async function served(
  pieces: readonly Buffer[] | AsyncIterable<Buffer>,
  { maxMessageBytes, discards = false }: { readonly maxMessageBytes?: number; readonly discards?: boolean } = {},
) {
  const sent: Buffer[] = [];
  const messages: WebSocketMessage[] = [];
  const done = Promise.withResolvers<void>();
  const writer = {
    connection: {},
    write: (chunk: Buffer) => sent.push(chunk) > 0,
    onDrain: () => undefined,
    onClose: () => undefined,
    end: () => done.resolve(),
    abort: () => done.resolve(),
  };
  let accepted: AcceptOptions | undefined;
  const upgrade: Upgrade = {
    protocols: ["websocket"],
    accept: (options) => {
      accepted = options;
      return { status: 101, headers: [], body: Buffer.alloc(0) };
    },
  };
  acceptWebSocket({ header: () => "dGhlIHNhbXBsZSBub25jZQ==" }, upgrade, {
    onOpen: () => undefined,
    ...(discards ? {} : { onMessage: (message) => void messages.push(message) }),
    ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
  });
  const body = (async function* () {
    yield* pieces;
  })();
  const tunnel: Tunnel = { writer, body };
  accepted?.start(tunnel);
  await done.promise;
  const received = messages.map(({ kind, data }) => `${kind} ${data.toString()}`);
  return { received, sent: Buffer.concat(sent), headers: accepted?.headers ?? [] };
}

/** A frame as clients send it. @param first flags and opcode */
function frame(first: number, text: string, mask: readonly number[] = [1, 2, 3, 4]): Buffer {
  const payload = Buffer.from(text);
  const masked = payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0));
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.from(mask), masked]);
}

test("messages arrive whole, however they are cut into frames and pieces", async () => {
  const long = "x".repeat(300);
  const bytes = Buffer.concat([
    frame(0x81, "one"),
    frame(0x02, "tw"),
    frame(0x89, "ping between"),
    frame(0x80, "o"),
    frame(0x82, long),
  ]);
  const pieces = Array.from({ length: bytes.length }, (_, i) => bytes.subarray(i, i + 1));
  for (const cut of [[bytes], pieces]) {
    const { received, sent, headers } = await served(cut);
    expect(received).toEqual(["text one", "binary two", `binary ${long}`]);
    expect(sent.toString()).toContain("ping between");
    // Source: RFC 6455, section 1.3.
    expect(headers).toEqual(["Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="]);
  }
});

describe("a protocol error of the client is reported by the code of the close frame", () => {
  const cases: readonly (readonly [string, readonly Buffer[], number])[] = [
    ["a frame that is not masked", [Buffer.from([0x81, 1, 0x61])], 1002],
    ["reserved bits", [frame(0xc1, "a")], 1002],
    ["an unknown opcode", [frame(0x83, "a")], 1002],
    ["a control frame in parts", [frame(0x09, "a")], 1002],
    ["a control frame that is too long", [frame(0x89, "x".repeat(126))], 1002],
    ["a continuation of nothing", [frame(0x80, "a")], 1002],
    ["a message within another", [frame(0x01, "a"), frame(0x81, "b")], 1002],
    ["a frame that is too large", [frame(0x82, "x".repeat(21))], 1009],
    ["a message that is too large", [frame(0x02, "x".repeat(15)), frame(0x80, "x".repeat(15))], 1009],
    ["its own close", [frame(0x88, "\u0003x")], 0x0378],
  ];
  test.each(cases)("%s", async (_, pieces, code) => {
    const { sent } = await served(pieces, { maxMessageBytes: 20 });
    expect([sent[0], sent.readUInt16BE(2)]).toEqual([0x88, code]);
  });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("a message in many small fragments costs little more than its bytes", async () => {
  const fragments = 200_000;
  const empty = frame(0x00, "");
  const small = frame(0x00, "a");
  const before = usedBytes();
  let grown = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield frame(0x02, "");
    for (let i = 0; i < fragments; i++) yield i % 2 === 0 ? empty : small;
    grown = usedBytes() - before;
    yield frame(0x80, "");
  }
  const { received } = await served(pieces());
  expect(received).toEqual([`binary ${"a".repeat(fragments / 2)}`]);
  expect(grown).toBeLessThan(fragments * 40);
});

test("a frame that arrives byte by byte takes time linear in its length", async () => {
  const cpuMs = async (length: number): Promise<number> => {
    const bytes = Buffer.concat([Buffer.from([0x82, 0xff]), Buffer.alloc(8), Buffer.alloc(4 + length)]);
    bytes.writeBigUInt64BE(BigInt(length), 2);
    const begun = process.threadCpuUsage();
    await served(
      (async function* () {
        for (let i = 0; i < bytes.length; i++) yield bytes.subarray(i, i + 1);
      })(),
    );
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1000;
  };
  await cpuMs(20_000);
  // A copy of what came before for each byte would take 100 times as long.
  expect(await cpuMs(500_000)).toBeLessThan(25 * (await cpuMs(50_000)) + 100);
});

test("messages without a handler are discarded, at any length", async () => {
  const huge = Buffer.concat([Buffer.from([0x82, 0xff]), Buffer.alloc(8), Buffer.alloc(4 + 3_000_000)]);
  huge.writeBigUInt64BE(3_000_000n, 2);
  const { received, sent } = await served([huge, frame(0x89, "ping"), frame(0x88, "\u0003x")], { discards: true });
  expect(received).toEqual([]);
  expect(sent.toString("latin1")).toBe("\x8a\x04ping\x88\x02\x03x");
});

test("reading from a client that pings and does not read the pongs stops", async () => {
  let drain = (): void => undefined;
  let read = 0;
  let written = 0;
  const writer = {
    connection: {},
    write: () => ++written < 3,
    onDrain: (callback: () => void) => {
      drain = callback;
    },
    onClose: () => undefined,
    end: () => undefined,
    abort: () => undefined,
  };
  const upgrade: Upgrade = {
    protocols: ["websocket"],
    accept: ({ start }) => {
      const body = (async function* () {
        for (; read < 10; read++) yield frame(0x89, "ping");
      })();
      start({ writer, body });
      return { status: 101, headers: [], body: Buffer.alloc(0) };
    },
  };
  acceptWebSocket({ header: () => undefined }, upgrade, { onOpen: () => undefined });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect([read, written]).toEqual([2, 3]);
  drain();
  await settled();
  expect([read, written]).toEqual([3, 4]);
});
