import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants, type Settings } from "node:http2";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Handler } from "../http.ts";
import { type Listener, listen } from "../listen/listen.ts";

let listener: Listener;
let ca: string;
const sessions: ClientHttp2Session[] = [];

/** Bytes that say where they stand. */
const patterned = (length: number, seed: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + seed + (i >>> 8)) & 0xff;
  return bytes;
};
const large = patterned(2_000_000, 0);

const handler: Handler = async (request) => {
  const [, what = "", size = "0"] = request.target.split("/");
  if (what === "large") return { status: 200, headers: [], body: [large.subarray(0, 10), large.subarray(10)] };
  if (what === "stream")
    return {
      status: 200,
      headers: [],
      body: {
        start: (writer) => {
          let at = 0;
          const go = (): void => {
            while (at < Number(size)) {
              const chunk = large.subarray(at, Math.min(at + 10_007, Number(size)));
              at += chunk.length;
              if (!writer.write(chunk)) return;
            }
            writer.end();
          };
          writer.onDrain(go);
          go();
        },
      },
    };
  const body = await request.readBody(8_000_000).catch(() => Buffer.from("no body"));
  return { status: 200, headers: [], body };
};

beforeAll(async () => {
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "test-ca" }, nowMs, days: 1 });
  ca = authority.certificate;
  const subject = { commonName: "test" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], nowMs, days: 1 });
  listener = await listen(handler, { port: 0, address: "127.0.0.1", tls });
});
afterAll(async () => {
  for (const session of sessions) session.destroy();
  await listener.close(0);
});

async function open(settings: Settings = {}): Promise<ClientHttp2Session> {
  const session = connect(`https://127.0.0.1:${listener.port}`, { ca, settings });
  session.on("error", () => undefined);
  sessions.push(session);
  await new Promise((resolve) => session.once("remoteSettings", resolve));
  return session;
}

/** All of an answer; rejected where it breaks off. */
function read(stream: ClientHttp2Stream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => resolve(Buffer.concat(pieces)));
    stream.on("error", reject);
    stream.on("close", () => reject(new Error("closed before its end")));
  });
}

function send(session: ClientHttp2Session, path: string, body?: Buffer): ClientHttp2Stream {
  const stream = session.request({ ":path": path, ":method": body === undefined ? "GET" : "POST" });
  stream.on("error", () => undefined);
  if (body === undefined) return stream;
  // In pieces of no particular size.
  for (let at = 0; at < body.length; at += 33_333) stream.write(body.subarray(at, at + 33_333));
  stream.end();
  return stream;
}

const isSame = (got: Buffer, want: Buffer): boolean => got.equals(want);

test("many concurrent requests, in both directions, on one session", async () => {
  const session = await open();
  const sizes = Array.from(
    { length: 60 },
    (_, i) => [0, 1, 16_383, 16_384, 16_385, 65_536, 300_000, 1_500_000][i % 8] ?? 0,
  );
  const up = sizes.map((size, i) => {
    const body = patterned(size, i);
    return read(send(session, "/echo", body)).then((got) => isSame(got, body));
  });
  const down = sizes.map((size) =>
    read(send(session, `/stream/${size}`)).then((got) => isSame(got, large.subarray(0, size))),
  );
  expect(await Promise.all([...up, ...down])).toEqual([...up, ...down].map(() => true));
});

test.each<[string, Settings]>([
  ["small windows", { initialWindowSize: 1_000 }],
  ["no window at first, widened later", { initialWindowSize: 0 }],
  ["large windows", { initialWindowSize: 2 ** 31 - 1 }],
  ["no memory for headers", { headerTableSize: 0 }],
  ["large frames", { maxFrameSize: 1_000_000 }],
])("with %s", async (_, settings) => {
  const session = await open(settings);
  const requests = [send(session, "/large"), send(session, "/stream/500000"), send(session, "/echo", large)].map(read);
  if (settings.initialWindowSize === 0) session.settings({ initialWindowSize: 65_535 });
  const bodies = await Promise.all(requests);
  expect(bodies.map((body, i) => isSame(body, i === 1 ? large.subarray(0, 500_000) : large))).toEqual([
    true,
    true,
    true,
  ]);
});

test("a slow reader does not block others", async () => {
  const session = await open();
  const slow = send(session, "/large");
  const paused = new Promise((resolve) => slow.once("response", resolve));
  slow.pause();
  await paused;
  for (let i = 0; i < 5; i++)
    expect(isSame(await read(send(session, "/stream/40000")), large.subarray(0, 40_000))).toBe(true);
  const rest = read(slow);
  slow.resume();
  expect(isSame(await rest, large)).toBe(true);
});

test("resets at any time do not affect other streams", async () => {
  const session = await open();
  const kept = read(send(session, "/large"));
  let at = 12_345;
  const random = (below: number): number => (at = (at * 48_271) % 2_147_483_647) % below;
  for (let i = 0; i < 200; i++) {
    const path = ["/large", "/stream/1000000", "/echo"][random(3)] ?? "/";
    const stream = send(session, path, path === "/echo" ? large.subarray(0, random(200_000)) : undefined);
    stream.resume();
    for (let turns = random(6); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
    stream.close(constants.NGHTTP2_CANCEL);
  }
  expect(isSame(await kept, large)).toBe(true);
  expect(isSame(await read(send(session, "/echo", large)), large)).toBe(true);
});

test("closed sessions complete their requests, destroyed ones release everything", async () => {
  const before = listener.connections;
  const session = await open();
  const requests = [read(send(session, "/large")), read(send(session, "/echo", large))];
  const closed = new Promise<void>((resolve) => session.close(resolve));
  expect((await Promise.all(requests)).map((body) => isSame(body, large))).toEqual([true, true]);
  await closed;
  const broken = await open();
  const lost = read(send(broken, "/large")).catch(() => "gone");
  broken.destroy();
  expect(await lost).toBe("gone");
  await expect.poll(() => listener.connections).toBe(before);
});
