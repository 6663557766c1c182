import { once } from "node:events";
import { type ClientHttp2Session, connect, sensitiveHeaders } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { noLimits } from "../../testing/hpack.ts";
import { HeaderDecoder } from "./decoder.ts";
import { HeaderEncoder } from "./encoder.ts";

/*
 * Node's client, whose header compression is nghttp2's, against a server that knows only where
 * the header blocks of HTTP/2 are: our decoder reads what the client sends, and the client reads
 * what our encoder writes.
 */

const kind = { headers: 1, settings: 4, continuation: 9 };
const ack = 1;
const endStream = 1;
const endHeaders = 4;
const priority = 0x20;
const prefaceBytes = 24;
const headBytes = 9;
const headerTableSize = 1;

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

function bytesOfFrame({ type, flags, stream, payload }: Frame): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function settingsFrame(tableBytes?: number): Buffer {
  const payload = Buffer.alloc(tableBytes === undefined ? 0 : 6);
  if (tableBytes !== undefined) {
    payload.writeUInt16BE(headerTableSize);
    payload.writeUInt32BE(tableBytes, 2);
  }
  return bytesOfFrame({ type: kind.settings, flags: 0, stream: 0, payload });
}

/** Whole frames of what came, once the preface is there. */
class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  #skip = prefaceBytes;

  *read(chunk: Buffer): Generator<Frame> {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (this.#bytes.length < this.#skip) return;
    this.#bytes = this.#bytes.subarray(this.#skip);
    this.#skip = 0;
    while (this.#bytes.length >= headBytes) {
      const end = headBytes + this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < end) return;
      const [type, flags] = [this.#bytes[3]!, this.#bytes[4]!];
      const stream = this.#bytes.readUInt32BE(5);
      const payload = this.#bytes.subarray(headBytes, end);
      this.#bytes = this.#bytes.subarray(end);
      yield { type, flags, stream, payload };
    }
  }
}

type HttpResponse = (lines: readonly string[]) => readonly string[];

/** Serves one connection: answers each request with the lines that `answer` gives for its own. */
class Peer {
  readonly #socket: Socket;
  readonly #answer: HttpResponse;
  readonly #decoder = new HeaderDecoder();
  readonly #encoder = new HeaderEncoder();
  readonly #frames = new FrameReader();
  #block: readonly Buffer[] = [];

  constructor(socket: Socket, answer: HttpResponse) {
    this.#socket = socket;
    this.#answer = answer;
    socket.setNoDelay().write(settingsFrame());
    socket.on("data", (chunk: Buffer) => {
      for (const frame of this.#frames.read(chunk)) this.#take(frame);
    });
  }

  #take({ type, flags, stream, payload }: Frame): void {
    if (type === kind.settings && (flags & ack) === 0) {
      for (let at = 0; at < payload.length; at += 6)
        if (payload.readUInt16BE(at) === headerTableSize) this.#encoder.setMaxTableBytes(payload.readUInt32BE(at + 2));
      this.#socket.write(bytesOfFrame({ type, flags: ack, stream: 0, payload: Buffer.alloc(0) }));
    }
    if (type !== kind.headers && type !== kind.continuation) return;
    this.#block = [...this.#block, payload.subarray(type === kind.headers && (flags & priority) !== 0 ? 5 : 0)];
    if ((flags & endHeaders) === 0) return;
    const { lines } = this.#decoder.decode(Buffer.concat(this.#block), noLimits);
    this.#block = [];
    const out = Buffer.alloc(16_384);
    const end = this.#encoder.encode(this.#answer(lines), out, 0);
    const payloadOut = out.subarray(0, end);
    this.#socket.write(
      bytesOfFrame({ type: kind.headers, flags: endStream | endHeaders, stream, payload: payloadOut }),
    );
  }
}

const open: { close: () => unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

interface Pair {
  readonly client: ClientHttp2Session;
  /** Has our side say that its table is of so many bytes, and waits until the client knows. */
  readonly limit: (tableBytes: number) => Promise<void>;
}

async function openPair(answer: HttpResponse, tableBytes?: number): Promise<Pair> {
  let ours: Socket | undefined;
  const server = createServer((socket) => {
    ours = socket;
    new Peer(socket, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const settings = tableBytes === undefined ? {} : { headerTableSize: tableBytes };
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { settings });
  open.push({ close: () => client.destroy() }, server);
  await once(client, "remoteSettings");
  const limit = async (bytes: number): Promise<void> => {
    ours?.write(settingsFrame(bytes));
    await once(client, "remoteSettings");
  };
  return { client, limit };
}

type Headers = Readonly<Record<string, string>>;

/** @returns the lines of the answer, as they came */
async function ask(client: ClientHttp2Session, headers: Headers): Promise<readonly string[]> {
  const secret = ["authorization", "x-secret"].filter((name) => name in headers);
  const stream = client.request({ ...headers, [sensitiveHeaders]: secret }, { endStream: true });
  const [, , lines] = (await once(stream, "response")) as [unknown, unknown, readonly string[]];
  stream.resume();
  await once(stream, "close");
  return lines;
}

const pairsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((text, i) => (i % 2 === 0 ? [`${text}: ${lines[i + 1]}`] : [])).sort();

/**
 * Some that come again, some that do not; short ones and long ones, and every byte that may stand
 * in a value.
 */
function requestOf(round: number): Headers {
  const odd = String.fromCharCode(...Array.from({ length: 150 }, (_, i) => (i < 94 ? 33 + i : 0xa1 + i - 94)));
  return {
    ":method": round % 3 === 0 ? "POST" : "GET",
    ":authority": "localhost:6443",
    ":scheme": "https",
    ":path": `/api/v1/namespaces/n-${round % 7}/pods?limit=${round * 17}`,
    accept: "application/json",
    "user-agent": "kubectl/v1.33.0 (linux/amd64) kubernetes/60a317e",
    authorization: `Bearer ${"abcdefgh.".repeat(round % 5)}${round}`,
    "x-secret": `${round}`,
    "x-odd": odd.slice(round, round + 40 + round),
    ...(round % 10 === 9 ? { [`x-of-${round}`]: "long ".repeat(1_000).trim(), "x-continued": "~".repeat(20_000) } : {}),
  };
}

function answerOf(round: number): readonly string[] {
  return [
    ...[":status", round % 2 === 0 ? "200" : "409", "audit-id", `00000000-1111-2222-3333-${round}`],
    ...["cache-control", "no-cache, private", "content-type", "application/json"],
    ...["x-kubernetes-pf-flowschema-uid", "11111111-2222-3333-4444-555555555555"],
    ...["date", `Sun, 22 Nov 2026 00:00:${10 + (round >> 3)} GMT`, "content-length", "0"],
    ...["set-cookie", `a=${round}`, "set-cookie", "b", "x-large", "l".repeat((round % 9) * 130), "vary", ""],
    ...["x-odd", `\xa1\xff${round % 4}`, `x-of-${round % 6}`, "of its own"],
  ];
}

const rounds = 40;

describe("Node's client", () => {
  test.each([
    ["as it is", undefined],
    ["without a table", 0],
    ["with a table in which little has buffer", 200],
    ["with a table larger than ours", 65_536],
  ])("%s, is understood, and understands", async (_, tableBytes) => {
    const observed: (readonly string[])[] = [];
    const { client } = await openPair((lines) => answerOf(observed.push(lines) - 1), tableBytes);
    for (let round = 0; round < rounds; round++) expect(await ask(client, requestOf(round))).toEqual(answerOf(round));
    const sent = Array.from({ length: rounds }, (__, round) => pairsOf(Object.entries(requestOf(round)).flat()));
    expect(observed.map(pairsOf)).toEqual(sent);
  });

  test("and we, with tables that change in between", async () => {
    const observed: (readonly string[])[] = [];
    const { client, limit } = await openPair((lines) => answerOf(observed.push(lines) - 1));
    const sizes = [4_096, 0, 100, 1_000, 300, 2_000, 0, 4_096];
    for (let round = 0; round < rounds; round++) {
      const theirs = sizes[round % sizes.length]!;
      await limit(sizes[(round * 3) % sizes.length]!);
      await new Promise<void>((resolve) => client.settings({ headerTableSize: theirs }, () => resolve()));
      expect(await ask(client, requestOf(round))).toEqual(answerOf(round));
    }
    const sent = Array.from({ length: rounds }, (_, round) => pairsOf(Object.entries(requestOf(round)).flat()));
    expect(observed.map(pairsOf)).toEqual(sent);
  });
});
