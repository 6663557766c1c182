import { expect, test } from "vitest";
import type { Handler, Tunnel } from "../http.ts";
import { ok } from "../testing/http1-messages.ts";
import { headersTimeoutMs, lookMs, settle } from "../testing/http1-wire.ts";
import { endHeaders, endStream, frames, type Lines } from "../testing/http2-frames.ts";
import { openWire } from "../testing/http2-wire.ts";
import { delayedAcceptance, recordingTunnel } from "../testing/tunnels.ts";
import { streamWindowBytes } from "./flow-windows.ts";

/** Sends back what it reads, in capitals. */
function capitals({ writer, body }: Tunnel): void {
  const pump = async (): Promise<void> => {
    for await (const piece of body) writer.write(Buffer.from(piece.toString("latin1").toUpperCase()));
    writer.end();
  };
  void pump().catch(() => writer.abort());
}
const streaming: Handler = ({ body }) => ({
  status: 200,
  headers: [],
  body: { start: (writer) => capitals({ writer, body }) },
});

test("chunks of a body are passed to the handler before the rest has arrived", async () => {
  const wire = openWire((request) => streaming(request));
  wire.send(frames.post(1, "/"), frames.data(1, "one"));
  expect(await wire.hear()).toEqual(["HEADERS 1 :status=200", "DATA 1 ONE"]);
  wire.send(frames.data(1, "two", endStream));
  expect(await wire.hear()).toEqual(["DATA 1 TWO END"]);
});

test("a reader that pauses gets no more than one window", async () => {
  let go: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (go = resolve));
  let read = 0;
  const wire = openWire(async (request) => {
    for await (const piece of request.body) {
      read += piece.length;
      await wait;
    }
    return ok(String(read));
  });
  wire.send(frames.post(1, "/"));
  for (let sent = 0; sent < streamWindowBytes; sent += 16_384) wire.send(frames.data(1, "x".repeat(16_384)));
  const windows = async (): Promise<readonly string[]> =>
    (await wire.hear()).filter((received) => received.startsWith("8 "));
  expect(await windows()).toEqual([]);
  go();
  expect(await windows()).toEqual(["8 1", "8 1"]);
  wire.send(frames.data(1, "x", endStream));
  expect(await wire.hear()).toEqual([`HEADERS 1 :status=200 content-length=6`, `DATA 1 ${streamWindowBytes + 1} END`]);
});

test("a body that stops coming ends its stream: with a refusal, or by a reset behind a head", async () => {
  const waiting = openWire(async (request) => {
    const reader = request.body[Symbol.asyncIterator]();
    await reader.next();
    return reader.next().then(
      () => ok("read"),
      (error: Error) => ok(error.name),
    );
  });
  const answering = openWire((request) => streaming(request));
  for (const wire of [waiting, answering]) {
    wire.send(frames.post(1, "/"), frames.data(1, "one"));
    await wire.hear();
    wire.clock.advance(headersTimeoutMs + 3 * lookMs);
  }
  expect(await waiting.hear()).toEqual(["HEADERS 1 :status=408 END", "RESET 1 NO_ERROR"]);
  expect(await answering.hear()).toEqual(["RESET 1 INTERNAL_ERROR"]);
});

const connect = (...more: Lines): Lines => [
  [":method", "CONNECT"],
  [":protocol", "echo"],
  [":scheme", "https"],
  [":path", "/tunnel?a=1"],
  [":authority", "h"],
  ...more,
];
const upgrading: Handler = ({ method, target, upgrade }) =>
  upgrade?.accept({ protocol: "echo", headers: ["X-Asked", `${method} ${target}`], start: capitals }) ?? ok("no offer");

test("an extended CONNECT is a GET that offers its protocol, and its stream is a tunnel", async () => {
  const wire = openWire(upgrading);
  wire.send(frames.headers(1, connect()), frames.data(1, "a"));
  expect(await wire.hear()).toEqual(["HEADERS 1 :status=200 x-asked=GET /tunnel?a=1", "DATA 1 A"]);
  wire.clock.advance(10 * headersTimeoutMs);
  wire.send(frames.data(1, "b", endStream));
  expect(await wire.hear()).toEqual(["DATA 1 B END"]);
});

test("an extended CONNECT that is not accepted is answered like another request", async () => {
  const wire = openWire(() => ok("no"));
  wire.send(frames.headers(1, connect()));
  expect(await wire.hear()).toEqual(["HEADERS 1 :status=200 content-length=2", "DATA 1 no END", "RESET 1 NO_ERROR"]);
});

test("the settings allow extended CONNECT", async () => {
  const wire = openWire(upgrading);
  const settings = (await wire.take()).find(({ type, flags }) => type === 4 && flags === 0)?.payload ?? Buffer.alloc(0);
  const values = Array.from({ length: settings.length / 6 }, (_, i) => [
    settings.readUInt16BE(6 * i),
    settings.readUInt32BE(6 * i + 2),
  ]);
  expect(values).toContainEqual([8, 1]);
});

const malformed: readonly { readonly name: string; readonly lines: Lines }[] = [
  { name: "a protocol beside another method", lines: connect().map(([n, v]) => [n, n === ":method" ? "GET" : v]) },
  { name: "a protocol that is no token", lines: connect().map(([n, v]) => [n, n === ":protocol" ? "a b" : v]) },
  { name: "no scheme", lines: connect().filter(([name]) => name !== ":scheme") },
  { name: "no path", lines: connect().filter(([name]) => name !== ":path") },
  { name: "no authority", lines: connect().filter(([name]) => name !== ":authority") },
  { name: "two protocols", lines: [[":protocol", "echo"], ...connect()] },
];
test.each(malformed)("an extended CONNECT with $name is malformed", async ({ lines }) => {
  const wire = openWire(upgrading);
  wire.send(frames.headers(1, lines, endHeaders));
  expect(await wire.hear()).toEqual(["RESET 1 PROTOCOL_ERROR"]);
});

test("a stream that the client resets ends both directions of its tunnel", async () => {
  const { handler, events } = recordingTunnel();
  const wire = openWire(handler);
  wire.send(frames.headers(1, connect()), frames.data(1, "a"));
  await settle();
  wire.send(frames.reset(1));
  await settle();
  expect([...events].sort()).toEqual(["ClientGoneError", "a", "closed"]);
});

test("an acceptance whose client is gone is cancelled", async () => {
  const { handler, respond, calls } = delayedAcceptance();
  const wire = openWire(handler);
  wire.send(frames.headers(1, connect()));
  await settle();
  wire.send(frames.reset(1));
  await settle();
  respond();
  await settle();
  expect(calls).toEqual(["cancel"]);
});
