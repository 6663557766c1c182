import { expect, test } from "vitest";
import type { ResponseWriter } from "../http.ts";
import { openWire, settle, type Wire } from "../testing/http1-wire.ts";

const streamHead = "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n";
const request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

interface Streams {
  readonly wire: Wire;
  readonly outlets: readonly ResponseWriter[];
  /** How often each was told that it is over. */
  readonly closed: readonly number[];
}

/** A connection whose answers are streams. */
function openStreams(): Streams {
  const outlets: ResponseWriter[] = [];
  const closed: number[] = [];
  const start = (writer: ResponseWriter): void => {
    const index = outlets.push(writer) - 1;
    closed.push(0);
    writer.onClose(() => closed.splice(index, 1, (closed[index] ?? 0) + 1));
  };
  const wire = openWire(() => ({ status: 200, headers: [], body: { start } }));
  return { wire, outlets, closed };
}

test("chunks arrive in order, empty ones are omitted, and the body ends; then the next request is read", async () => {
  const { wire, outlets, closed } = openStreams();
  wire.send(request + request);
  expect(await wire.hear()).toBe(streamHead);
  expect([outlets[0]?.write(Buffer.from("first\n")), outlets[0]?.write(Buffer.alloc(0))]).toEqual([true, true]);
  outlets[0]?.write(Buffer.from("second\n"));
  expect(await wire.hear()).toBe("6\r\nfirst\n\r\n7\r\nsecond\n\r\n");
  expect([outlets.length, closed]).toEqual([1, [0]]);
  outlets[0]?.end();
  expect(await wire.hear()).toBe(`0\r\n\r\n${streamHead}`);
  expect(closed).toEqual([1, 0]);
  expect(outlets[0]?.write(Buffer.from("late"))).toBe(false);
  outlets[0]?.end();
  expect(await wire.hear()).toBe("");
});

test("a client of HTTP/1.0 gets the bytes without frames, and then the end", async () => {
  const { wire, outlets, closed } = openStreams();
  wire.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  await settle();
  outlets[0]?.write(Buffer.from("first\n"));
  outlets[0]?.end();
  expect(await wire.hear()).toBe("HTTP/1.0 200 OK\r\nDate: now\r\n\r\nfirst\n");
  expect([wire.state, closed]).toEqual(["ended", [1]]);
});

test("a HEAD request gets the head only", async () => {
  const { wire, outlets } = openStreams();
  wire.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  expect(await wire.hear()).toBe("HTTP/1.1 200 OK\r\nDate: now\r\n\r\n");
  expect([outlets.length, wire.state]).toEqual([0, "open"]);
});

test.each(["end", "breakOff"] as const)("a client that disconnects (%s) ends the stream", async (way) => {
  const { wire, outlets, closed } = openStreams();
  wire.send(request);
  await settle();
  wire[way]();
  await settle();
  expect([wire.state, closed]).toEqual(["closed", [1]]);
  expect(outlets[0]?.write(Buffer.from("late"))).toBe(false);
});

test("a stream that starts after the client has closed its side ends immediately", async () => {
  const { wire, closed } = openStreams();
  wire.send(request);
  wire.end();
  await settle();
  expect([wire.received(), wire.state, closed]).toEqual([streamHead, "closed", [1]]);
});

test("an aborted stream has no end, and closes its connection", async () => {
  const { wire, outlets, closed } = openStreams();
  wire.send(request);
  await wire.hear();
  outlets[0]?.abort();
  expect([await wire.hear(), wire.state, closed]).toEqual(["", "closed", [1]]);
});

test("aborting a stream that has ended leaves the connection to the next request", async () => {
  const { wire, outlets } = openStreams();
  wire.send(request);
  await settle();
  outlets[0]?.end();
  await wire.hear();
  wire.send(request);
  await settle();
  outlets[0]?.abort();
  expect([await wire.hear(), wire.state]).toEqual([streamHead, "open"]);
});

test("an idle stream stays open", async () => {
  const { wire } = openStreams();
  wire.send(request);
  await settle();
  wire.clock.advance(24 * 60 * 60 * 1000);
  await settle();
  expect(wire.state).toBe("open");
});

test("a writer is notified when buffered data was sent, and not after the end of the stream", async () => {
  const { wire, outlets } = openStreams();
  wire.send(request);
  await settle();
  let drained = 0;
  outlets[0]?.onDrain(() => drained++);
  wire.reads.stop();
  expect(outlets[0]?.write(Buffer.alloc(100_000))).toBe(false);
  await settle();
  expect(drained).toBe(0);
  wire.reads.go();
  await settle();
  expect(drained).toBe(1);
  outlets[0]?.end();
  await settle();
  wire.send(request);
  await settle();
  outlets[1]?.write(Buffer.alloc(100_000));
  await settle();
  expect(drained).toBe(1);
});
