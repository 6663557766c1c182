import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterEach, describe, expect, test } from "vitest";
import { block, endHeaders, endStream, frame, frames, type Lines, numbers } from "../../testing/http2-frames.ts";
import { connectionError, createHttpClient, type Exchange, type ExchangeRequest, type HttpClient } from "../index.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const subject = { commonName: "server" };
const certificate = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });

interface Connection {
  readonly socket: TLSSocket;
  /** From 0 on, in the order in which connections were opened. */
  readonly index: number;
}

/**
 * A server that sends frames of its own for each HEADERS frame.
 * @param answer called with its stream
 */
async function serve(answer: (stream: number, connection: Connection) => Buffer): Promise<{ origin: string }> {
  let connections = 0;
  const { certificate: cert, key } = certificate;
  const server = createServer({ cert, key, ALPNProtocols: ["h2"] }, (socket) => {
    const index = connections++;
    let bytes = Buffer.alloc(0);
    let isPreface = true;
    socket.on("error", () => undefined);
    socket.write(frames.settings());
    socket.on("data", (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      if (isPreface && bytes.length < 24) return;
      if (isPreface) bytes = bytes.subarray(24);
      isPreface = false;
      for (let end = 9; bytes.length >= 9; bytes = bytes.subarray(end)) {
        end = 9 + bytes.readUIntBE(0, 3);
        if (bytes.length < end) return;
        if (bytes[3] === 1) socket.write(answer(bytes.readUInt32BE(5), { socket, index }));
      }
    });
    closing.push(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function newClient(): HttpClient {
  const client = createHttpClient({ tls: { ca: authority.certificate } });
  closing.push(() => client.close());
  return client;
}

interface Sent {
  readonly text: Promise<string>;
  readonly exchange: Exchange;
}

function start(client: HttpClient, origin: string, request: Partial<ExchangeRequest> = {}): Sent {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const exchange = client.exchange(
    { method: "POST", origin, path: "/", headers: [], body: Buffer.from("x"), ...request },
    {
      head: (status) => {
        text += status;
      },
      data: (piece) => {
        text += ` ${piece.toString("latin1")}`;
        return true;
      },
      end: () => resolve(`${text} end`),
      fail: (error) => resolve(`${text} ${(error as Error).name}`.trim()),
    },
  );
  return { text: promise, exchange };
}

const send = (client: HttpClient, origin: string, request?: Partial<ExchangeRequest>): Promise<string> =>
  start(client, origin, request).text;

const lost = "ConnectionLostError";
const last = endHeaders | endStream;
const head = (stream: number, status: string, ...more: Lines): Buffer =>
  frames.headers(stream, [[":status", status], ...more]);
const whole = (stream: number, status: string, ...more: Lines): Buffer =>
  frames.headers(stream, [[":status", status], ...more], last);
const hi = (stream: number): Buffer => Buffer.concat([head(stream, "200"), frames.data(stream, "hi", endStream)]);
const goAway = (stream: number, code = 0, debug = ""): Buffer =>
  frame(7, 0, 0, Buffer.concat([numbers(stream, code), Buffer.from(debug)]));

describe("a response", () => {
  const length: Lines = [["content-length", "2"]];
  test.each<{ name: string; bytes: (stream: number) => readonly Buffer[]; want: string }>([
    { name: "with data", bytes: (s) => [hi(s)], want: "200 hi end" },
    { name: "of its head alone", bytes: (s) => [whole(s, "204")], want: "204 end" },
    { name: "after interim ones", bytes: (s) => [head(s, "103"), hi(s)], want: "200 hi end" },
    { name: "with trailers", bytes: (s) => [head(s, "200"), frames.headers(s, [["x", "y"]], last)], want: "200 end" },
    {
      name: "as long as announced",
      bytes: (s) => [head(s, "200", ...length), frames.data(s, "hi", endStream)],
      want: "200 hi end",
    },
    {
      name: "shorter than announced",
      bytes: (s) => [head(s, "200", ...length), frames.data(s, "h", endStream)],
      want: `200 ${lost}`,
    },
    {
      name: "longer than announced",
      bytes: (s) => [head(s, "200", ...length), frames.data(s, "hit")],
      want: `200 ${lost}`,
    },
    { name: "without a status", bytes: (s) => [frames.headers(s, [["x", "y"]])], want: lost },
    { name: "with a status that is no number", bytes: (s) => [head(s, "2x0")], want: lost },
    { name: "with data before its head", bytes: (s) => [frames.data(s, "hi")], want: lost },
    { name: "with a header of a connection", bytes: (s) => [head(s, "200", ["connection", "close"])], want: lost },
    { name: "with a name in upper case", bytes: (s) => [head(s, "200", ["X-A", "b"])], want: lost },
    { name: "with a line end in a value", bytes: (s) => [head(s, "200", ["x", "a\r\nb"])], want: lost },
    { name: "with two statuses", bytes: (s) => [head(s, "200", [":status", "201"])], want: lost },
    { name: "with trailers in the middle", bytes: (s) => [head(s, "200"), head(s, "200")], want: `200 ${lost}` },
    {
      name: "of interim heads without end",
      bytes: (s) => Array.from({ length: 17 }, () => head(s, "103")),
      want: lost,
    },
    { name: "whose interim head ends it", bytes: (s) => [whole(s, "103")], want: lost },
    { name: "that is reset", bytes: (s) => [head(s, "200"), frames.reset(s)], want: `200 ${lost}` },
    {
      name: "with headers too large",
      bytes: (s) => [
        frame(1, 0, s, block([[":status", "200"]])),
        ...Array.from({ length: 40 }, () => frame(9, 0, s, block([["x", "y".repeat(16_000)]]))),
      ],
      want: lost,
    },
    { name: "on a stream that was not opened", bytes: (s) => [head(s + 2, "200")], want: lost },
    { name: "on a stream of the server", bytes: () => [head(2, "200")], want: lost },
    { name: "that is promised", bytes: (s) => [frame(5, endHeaders, s, numbers(2))], want: lost },
    { name: "in a frame that is too large", bytes: (s) => [frame(0, 0, s, Buffer.alloc(16_385))], want: lost },
    { name: "after settings of no size", bytes: () => [frame(4, 0, 0, Buffer.alloc(5))], want: lost },
    { name: "after a window that overflows", bytes: () => [frames.window(0, 2 ** 31 - 1)], want: lost },
    {
      name: "that is no HTTP/2",
      bytes: () => [Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")],
      want: lost,
    },
  ])("$name", async ({ bytes, want }) => {
    const { origin } = await serve((stream) => Buffer.concat(bytes(stream)));
    const client = newClient();
    const text = await send(client, origin);
    expect(text).toBe(want);
  });

  test("of more data than a receiver that is behind has room for fails", async () => {
    const { origin } = await serve((stream) =>
      Buffer.concat([
        head(stream, "200"),
        ...Array.from({ length: 18 }, () => frames.data(stream, "x".repeat(16_384))),
      ]),
    );
    const error = await new Promise((resolve) => {
      const receiver = { head: () => undefined, data: () => false, end: () => resolve("end"), fail: resolve };
      newClient().exchange({ method: "GET", origin, path: "/", headers: [] }, receiver);
    });
    expect(error).toMatchObject({ name: lost });
  });

  test("on one stream that breaks the rules leaves others as they are", async () => {
    const { origin } = await serve((stream) => (stream === 3 ? head(stream, "20x") : hi(stream)));
    const client = newClient();
    expect(await send(client, origin)).toBe("200 hi end");
    const texts = await Promise.all([send(client, origin), send(client, origin)]);
    expect(texts).toEqual([lost, "200 hi end"]);
  });
});

test.each<{ name: string; refusals: number; request: Partial<ExchangeRequest>; want: string }>([
  { name: "with a body to repeat, once", refusals: 1, request: { repeatsBody: true }, want: "200 hi end" },
  { name: "with a body to repeat, twice", refusals: 2, request: { repeatsBody: true }, want: lost },
  { name: "with another body, once", refusals: 1, request: {}, want: lost },
])("a request $name refused unprocessed: $want", async ({ refusals, request, want }) => {
  let left = refusals;
  const { origin } = await serve((stream) => (left-- > 0 ? frame(3, 0, stream, numbers(7)) : hi(stream)));
  expect(await send(newClient(), origin, request)).toBe(want);
});

describe("the error of a request", () => {
  const reset = (code: number) => (stream: number, _: Connection) => frame(3, 0, stream, numbers(code));
  const ends =
    (bytes: Buffer) =>
    (_: number, { socket }: Connection): Buffer => {
      setImmediate(() => socket.end());
      return bytes;
    };
  const none = Buffer.alloc(0);
  const away = "http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=";
  test.each([
    ["that is reset", reset(2), {}, "stream error: stream ID 1; INTERNAL_ERROR; received from peer"],
    [
      "that is reset for no known reason",
      reset(99),
      {},
      "stream error: stream ID 1; unknown error code 0x63; received from peer",
    ],
    [
      "with a body that the server refuses",
      reset(7),
      { method: "POST", body: Buffer.from("x") },
      "http2: Transport: cannot retry err [stream error: stream ID 1; REFUSED_STREAM; received from peer] after Request.Body was written; define Request.GetBody to avoid this error",
    ],
    ["whose server goes away", ends(goAway(1, 11, 'so "calm"')), {}, `${away}ENHANCE_YOUR_CALM, debug="so \\"calm\\""`],
    [
      "whose server goes away twice",
      ends(Buffer.concat([goAway(5, 2), goAway(1, 0, "bye")])),
      {},
      `${away}INTERNAL_ERROR, debug="bye"`,
    ],
    ["whose connection ends", ends(none), {}, "unexpected EOF"],
  ])("%s has the usual words", async (_, answer, request, want) => {
    const { origin } = await serve(answer);
    const error = await new Promise((resolve) => {
      const receiver = { head: () => undefined, data: () => true, end: () => resolve("end"), fail: resolve };
      newClient().exchange({ method: "GET", origin, path: "/", headers: [], ...request }, receiver);
    });
    expect(connectionError(error, new URL(origin))).toBe(want);
  });
});

describe("a connection", () => {
  test("that goes away is left, and a request that it did not take is sent over another", async () => {
    const observed: number[] = [];
    const { origin } = await serve((stream, { index }) => {
      observed.push(index);
      return index === 0 && stream === 3 ? goAway(1) : hi(stream);
    });
    const client = newClient();
    const get = { method: "GET", headers: [] };
    const request = (): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<string>();
      let text = "";
      const receiver = {
        head: (status: number) => void (text += status),
        data: () => true,
        end: () => resolve(`${text} end`),
        fail: (error: unknown) => resolve((error as Error).name),
      };
      client.exchange({ ...get, origin, path: "/" }, receiver);
      return promise;
    };
    expect([await request(), await request(), await request()]).toEqual(["200 end", "200 end", "200 end"]);
    expect(observed).toEqual([0, 0, 1, 1]);
  });

  test("without incoming data is closed with the request that is given up", async () => {
    const reached = Promise.withResolvers<void>();
    const { origin } = await serve((stream, { index }) => {
      if (index > 0 || stream === 1) return hi(stream);
      reached.resolve();
      return Buffer.alloc(0);
    });
    const client = newClient();
    expect(await send(client, origin)).toBe("200 hi end");
    const { exchange } = start(client, origin);
    await reached.promise;
    exchange.abort();
    expect(await send(client, origin)).toBe("200 hi end");
  });

  test("carries as many streams as its server allows, the others on another one", async () => {
    const open: (() => void)[] = [];
    const counts = [0, 0, 0];
    const { origin } = await serve((stream, { socket, index }) => {
      counts[index] = (counts[index] ?? 0) + 1;
      open.push(() => socket.write(hi(stream)));
      if (open.length === 4) for (const answer of open) answer();
      return frames.settings([3, 2]);
    });
    const client = newClient();
    const first = send(client, origin);
    const second = send(client, origin);
    const texts = [first, second, send(client, origin), send(client, origin)];
    expect(new Set(await Promise.all(texts))).toEqual(new Set(["200 hi end"]));
    expect(counts.reduce((sum, count) => sum + count)).toBe(4);
  });

  test("ends when a server floods it with pings and does not read the responses", async () => {
    const { origin } = await serve((_stream, { socket }) => {
      socket.pause();
      return Buffer.concat(Array.from({ length: 20_000 }, () => frames.ping()));
    });
    expect(await send(newClient(), origin)).toBe(lost);
  });
});
