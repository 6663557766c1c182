import { Duplex } from "node:stream";
import { createInflate } from "node:zlib";
import { expect, test } from "vitest";
import { headerDictionary } from "../testing/header-dictionary.ts";
import { createSpdyReader, encodeControl, encodeData, finFlag, frameTypes, type SpdyFrame } from "./frames.ts";
import { createHeaderBlockEncoder } from "./header-block.ts";
import { createSpdySession, type StreamEnd } from "./spdy-session.ts";

test("header blocks are zlib that a peer with the dictionary reads", async () => {
  const encoder = createHeaderBlockEncoder();
  const inflate = createInflate({ dictionary: headerDictionary() });
  const pieces: Buffer[] = [];
  inflate.on("data", (piece: Buffer) => pieces.push(piece));
  const write = (block: Buffer) => new Promise<void>((resolve) => inflate.write(block, () => resolve()));
  await write(encoder.encode({ streamtype: "error" }));
  await write(encoder.encode({ streamtype: "stdin", port: "80" }));
  expect(encoder.encode({}).subarray(-5), "ends with a marker of what is flushed").toEqual(
    Buffer.from([0, 0, 0, 0xff, 0xff]),
  );
  expect(Buffer.concat(pieces).toString("latin1")).toBe(
    "\0\0\0\x01\0\0\0\x0astreamtype\0\0\0\x05error\0\0\0\x02\0\0\0\x0astreamtype\0\0\0\x05stdin\0\0\0\x04port\0\0\0\x0280",
  );
});

/** A connection to a scripted peer. */
function connected() {
  const frames: SpdyFrame[] = [];
  const reader = createSpdyReader();
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      // Views of buffers that are used again would change.
      for (const frame of reader.read(Buffer.from(chunk))) frames.push(frame);
      done();
    },
  });
  return { socket, frames, receive: (...parts: readonly Buffer[]) => void socket.push(Buffer.concat(parts)) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
};

test("streams have odd numbers; data goes to its stream, and each end is reported once", async () => {
  const { socket, frames, receive } = connected();
  const session = createSpdySession(socket);
  const received: string[] = [];
  const events = (name: string) => ({
    onData: (data: Buffer) => void received.push(`${name} ${data.toString()}`),
    onEnd: () => void received.push(`${name} ends`),
  });
  const a = session.open({ streamtype: "a" }, events("a"));
  session.open({ streamtype: "b" }, events("b"));
  session.open({ streamtype: "c" }, events("c"));
  await a.write(Buffer.from("hello"));
  a.end();
  receive(
    ...encodeData(1, Buffer.from("one")),
    ...encodeData(3, Buffer.from("two"), true),
    ...encodeData(3, Buffer.from("late")),
    ...encodeData(99, Buffer.from("of no stream")),
    encodeControl(frameTypes.rstStream, Buffer.concat([uint32(5), uint32(1)])),
    encodeControl(frameTypes.ping, uint32(2)),
  );
  await nextTurn();
  socket.destroy();
  await nextTurn();
  expect(received).toEqual(["a one", "b two", "b ends", "c ends", "a ends"]);
  const seen = frames.map((frame) =>
    frame.kind === "data" ? `${frame.stream}:${frame.data.toString()}:${frame.flags}` : `type ${frame.type}`,
  );
  expect(seen).toEqual(["type 1", "type 1", "type 1", "1:hello:0", "1::1", "type 6"]);
});

test("a stream that the peer resets before it accepts it is refused, later it is broken", async () => {
  const { socket, receive } = connected();
  const session = createSpdySession(socket);
  const ends: string[] = [];
  for (const name of ["refused", "accepted", "empty"])
    session.open({ streamtype: name }, { onData: () => undefined, onEnd: (end) => void ends.push(`${name}: ${end}`) });
  const reset = (id: number) => encodeControl(frameTypes.rstStream, Buffer.concat([uint32(id), uint32(1)]));
  receive(
    reset(1),
    encodeControl(frameTypes.synReply, uint32(3)),
    reset(3),
    encodeControl(frameTypes.synReply, uint32(5), finFlag),
    reset(99),
  );
  await nextTurn();
  expect(ends).toEqual(["refused: refused", "accepted: broken", "empty: whole"]);
});

test("a GOAWAY of the peer ends all streams", async () => {
  const { socket, receive } = connected();
  const ends: number[] = [];
  const session = createSpdySession(socket);
  for (const i of [1, 2])
    session.open({ streamtype: "x" }, { onData: () => undefined, onEnd: () => void ends.push(i) });
  receive(encodeControl(frameTypes.goAway, Buffer.alloc(8)));
  await nextTurn();
  expect(ends).toEqual([1, 2]);
});

test("a frame that is too large ends the session", async () => {
  const { socket, receive } = connected();
  createSpdySession(socket);
  receive(Buffer.from([0, 0, 0, 1, 0, 0xff, 0xff, 0xff]));
  await nextTurn();
  expect(socket.destroyed).toBe(true);
});

test("frames are parsed for any chunking", () => {
  const bytes = Buffer.concat([...encodeData(1, Buffer.from("abc")), encodeControl(frameTypes.ping, uint32(2))]);
  const reader = createSpdyReader();
  const found = [...bytes].flatMap((_, i) => reader.read(Buffer.from(bytes.subarray(i, i + 1))));
  expect(found.map(({ kind }) => kind)).toEqual(["data", "control"]);
});

test("reading from a peer that pings and does not read the responses stops", async () => {
  const ping = encodeControl(frameTypes.ping, uint32(2));
  const pings = Buffer.concat(Array.from({ length: 10_000 }, () => ping));
  let sent = 0;
  let written = 0;
  let go = (): void => undefined;
  const socket = new Duplex({
    read: () => {
      sent++;
      socket.push(pings);
    },
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.length;
      go = done;
    },
  });
  createSpdySession(socket);
  await nextTurn();
  const stalled = sent;
  expect([written, socket.isPaused()]).toEqual([64 * 1024, true]);
  await nextTurn();
  expect(sent).toBe(stalled);
  go();
  await nextTurn();
  // What waited is written, and reading goes on until as much waits again.
  expect(written).toBe(Math.ceil((64 * 1024) / ping.length) * ping.length);
  socket.destroy();
});

test("frames that arrive byte by byte equal frames in one chunk", () => {
  const bytes = Buffer.concat([
    ...encodeData(1, Buffer.from("hello")),
    encodeControl(frameTypes.ping, uint32(2), 7),
    ...encodeData(3, Buffer.alloc(0), true),
  ]);
  const reader = createSpdyReader();
  const single = [...bytes].flatMap((byte) => reader.read(Buffer.from([byte])));
  expect(single).toEqual(createSpdyReader().read(bytes));
  expect(single).toHaveLength(3);
});

test("frames of several streams within one turn are one write, and all writers are told to go on", async () => {
  const writes: Buffer[] = [];
  let go: (() => void) | undefined;
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(Buffer.from(chunk));
      go = done;
    },
  });
  const session = createSpdySession(socket);
  const ignored = { onData: () => undefined, onEnd: () => undefined };
  const [a, b] = ["a", "b"].map((streamtype) => session.open({ streamtype }, ignored));
  expect(a?.write(Buffer.from("small"))).toBeUndefined();
  const received: string[] = [];
  const large = Buffer.alloc(70 * 1024, "x");
  const waits = [a?.write(large), b?.write(Buffer.from("small"))].map((wait) => wait?.then(() => received.push("on")));
  await nextTurn();
  expect([writes.map(({ length }) => length), received]).toEqual([[64 * 1024], []]);
  // A write between does not hide that others wait.
  b?.end();
  go?.();
  await Promise.all(waits);
  expect(received).toEqual(["on", "on"]);
  go?.();
  await nextTurn();
  const frames = createSpdyReader().read(Buffer.concat(writes));
  expect(frames.map(({ data, flags }) => (data.length > 100 ? data.length : `${data.length} ${flags}`))).toEqual([
    "45 0",
    "43 0",
    "5 0",
    70 * 1024,
    "5 0",
    "0 1",
  ]);
  socket.destroy();
});

test("a session on a connection that closed before ends its streams", async () => {
  const { socket } = connected();
  socket.destroy();
  await nextTurn();
  const ends: StreamEnd[] = [];
  createSpdySession(socket).open({ streamtype: "a" }, { onData: () => undefined, onEnd: (end) => void ends.push(end) });
  await nextTurn();
  expect(ends).toEqual(["broken"]);
});
