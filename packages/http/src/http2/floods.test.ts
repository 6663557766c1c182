import { describe, expect, test, vi } from "vitest";
import type { Handler } from "../http.ts";
import { echo, later } from "../testing/http1-messages.ts";
import { headersTimeoutMs, idleTimeoutMs, lookMs, settle } from "../testing/http1-wire.ts";
import { endHeaders, endStream, frame, frames, numbers, padded } from "../testing/http2-frames.ts";
import { type Heard, maxStreams, openWire, type Wire } from "../testing/http2-wire.ts";
import { HeaderDecoder } from "./hpack/decoder.ts";

const none = Buffer.alloc(0);
const count = 20_000;
/** So many come in one piece. */
const together = 500;
/**
 * What may wait for a client who takes nothing, and what is under way to him: answers to the first
 * piece.
 */
const mostWaiting = 64 * 1024 + 20 * together;

/** Answers are waited for, without an end. */
const never: Handler = () => later().answer;
const sizeOf = (received: readonly Heard[]): number =>
  received.reduce((sum, { payload }) => sum + 9 + payload.length, 0);
const trailers = frames.headers(1, [["x", "y"]], endHeaders);

interface FloodOptions {
  /** What is sent before, and heard. */
  readonly first: readonly Buffer[];
  readonly each: (round: number) => Buffer;
  /** Whether what is answered is taken at once, or when all was sent. */
  readonly isTaken: boolean;
}

/** Sends many frames, and tells what is heard. */
async function flood(wire: Wire, { first, each, isTaken }: FloodOptions): Promise<readonly Heard[]> {
  wire.send(...first);
  await wire.take();
  if (!isTaken) wire.reads.stop();
  for (let i = 0; i < count; i += together) {
    wire.send(...range(together).map((at) => each(i + at)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  wire.reads.go();
  await settle();
  return wire.take();
}

/** Whether the last that is heard is that it was too much. */
function isCalmed(received: readonly Heard[]): boolean {
  const last = received.at(-1);
  return last?.type === 7 && last.payload.readUInt32BE(4) === 11;
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

describe("a flood of frames whose responses the client does not read ends its connection: of", () => {
  test.each<[string, readonly Buffer[], (round: number) => Buffer]>([
    ["settings", [], () => frames.settings()],
    ["settings that move windows", [frames.get(1)], (round) => frames.settings([4, round])],
    ["pings", [], () => frames.ping()],
  ])("%s", async (_, first, each) => {
    const wire = openWire(never);
    const received = await flood(wire, { first, each, isTaken: false });
    expect([isCalmed(received), wire.state]).toEqual([true, "ended"]);
    expect(sizeOf(received)).toBeLessThan(mostWaiting);
  });
});

describe("a flood of streams that end before they are answered ends its connection: of", () => {
  /** Opens a stream, and goes on with it. */
  const opened = (begin: (id: number) => Buffer, ...more: readonly ((id: number) => Buffer)[]) => {
    return (round: number): Buffer => Buffer.concat([begin, ...more].map((one) => one(2 * round + 101)));
  };
  const get = (id: number): Buffer => frames.get(id);
  test.each<[string, readonly Buffer[], (round: number) => Buffer]>([
    ["requests that say nothing", [], opened((id) => frame(1, endHeaders | endStream, id, none))],
    ["requests without a path", [], opened((id) => frames.headers(id, [[":method", "GET"]]))],
    ["requests that are refused", range(maxStreams).map((i) => get(2 * i + 1)), opened(get)],
    ["streams that are widened by nothing", [], opened(get, (id) => frames.window(id, 0))],
    ["streams that go on behind their end", [], opened(get, (id) => frames.data(id, ""))],
    ["streams that are reset", [], opened(get, frames.reset)],
  ])("%s", async (_, first, each) => {
    let requested = 0;
    const wire = openWire((request) => {
      requested++;
      return never(request);
    });
    const received = await flood(wire, { first, each, isTaken: true });
    expect([isCalmed(received), wire.state]).toEqual([true, "ended"]);
    expect(Math.max(requested, received.length)).toBeLessThanOrEqual(1_000 + maxStreams);
  });

  test("streams that continue after their response", async () => {
    const wire = openWire(echo);
    let received: readonly Heard[] = [];
    for (let i = 0; i <= 1_000; i += maxStreams) {
      const ids = range(maxStreams).map((at) => 2 * (i + at) + 1);
      wire.send(...ids.map(get));
      await wire.take();
      wire.send(...ids.map((id) => frames.data(id, "")));
      received = await wire.take();
    }
    expect([isCalmed(received), wire.state]).toEqual([true, "ended"]);
  });
});

test("empty continuations end their connection", async () => {
  const wire = openWire(never);
  const received = await flood(wire, { first: [frames.begin(1)], each: () => frame(9, 0, 1, none), isTaken: true });
  expect([received.length, isCalmed(received), wire.state]).toEqual([1, true, "ended"]);
});

test("headers in several frames are decoded once, when they are complete", async () => {
  const decode = vi.spyOn(HeaderDecoder.prototype, "decode");
  const wire = openWire(echo);
  const block = frames.get(1, "/", ["x", "y".repeat(100)]).subarray(9);
  const half = block.length >> 1;
  wire.send(frame(1, endStream, 1, block.subarray(0, half)));
  for (let i = half; i < half + 8; i++) wire.send(frame(9, 0, 1, block.subarray(i, i + 1)));
  await wire.take();
  expect(decode).not.toHaveBeenCalled();
  wire.send(frame(9, endHeaders, 1, block.subarray(half + 8)));
  expect((await wire.take()).map(({ type }) => type)).toContain(1);
  expect(decode).toHaveBeenCalledTimes(1);
  decode.mockRestore();
});

describe("a flood of useless frames gets no reply:", () => {
  const waiting = frames.post(1, "/body");
  const cutOff = [frames.post(1, "/body"), trailers];
  test.each<[string, readonly Buffer[], (round: number) => Buffer]>([
    ["settings that were taken", [], () => frame(4, 1, 0, none)],
    ["pings that were answered", [], () => frame(6, 1, 0, Buffer.alloc(8))],
    ["priorities", [], (round) => frame(2, 0, 2 * round + 1, Buffer.concat([numbers(0), Buffer.from([1])]))],
    ["windows", [], () => frames.window(0, 1)],
    ["windows of a stream", [waiting], () => frames.window(1, 1)],
    ["windows of a stream that is over", cutOff, () => frames.window(1, 0)],
    ["resets of a stream that is over", cutOff, () => frames.reset(1)],
    ["data that hold nothing", [waiting], () => frames.data(1, "")],
    ["data that hold a byte", [waiting], () => frames.data(1, "x")],
    ["data of a stream that is over", cutOff, () => frames.data(1, "")],
    ["headers of a stream that is over", cutOff, () => frame(1, endHeaders, 1, none)],
    ["goodbyes", [], () => frame(7, 0, 0, Buffer.alloc(8))],
    ["unknown frames", [], () => frame(99, 0, 1, none)],
  ])("%s", async (_, first, each) => {
    const wire = openWire(never);
    expect([await flood(wire, { first, each, isTaken: false }), wire.state]).toEqual([[], "open"]);
  });

  test("padded data: by windows, once enough was received", async () => {
    const padding = frame(0, padded, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]));
    const wire = openWire(never);
    const received = await flood(wire, { first: [frames.post(1, "/body")], each: () => padding, isTaken: true });
    const expected = (count * 256) / (128 * 1024);
    expect([received.every(({ type }) => type === 8), wire.state]).toEqual([true, "open"]);
    expect(received.length).toBeLessThanOrEqual(2 * expected);
  });
});

test("a client that reads its responses may send any number of requests", async () => {
  const wire = openWire(never);
  await wire.take();
  for (let i = 0; i < count; i += together) {
    wire.send(...range(together).map(() => Buffer.concat([frames.ping(), frames.settings()])));
    const received = await wire.take();
    expect(received).toHaveLength(2 * together);
  }
  expect(wire.state).toBe("open");
});

describe("time is not won by", () => {
  /** Sends the same again and again, and tells what is heard meanwhile. */
  const keepSending = async (wire: Wire, forMs: number, sent: Buffer): Promise<readonly string[]> => {
    const received: string[] = [];
    for (let ms = 0; ms <= forMs + 3 * lookMs; ms += lookMs) {
      wire.send(sent);
      received.push(...(await wire.hear()));
      wire.clock.advance(lookMs);
    }
    return received;
  };

  test.each([
    ["data that hold nothing", frames.data(1, "")],
    ["data that are padding", frame(0, padded, 1, Buffer.from([1, 0]))],
  ])("%s, where a body is waited for", async (_, sent) => {
    const wire = openWire(echo);
    wire.send(frames.post(1, "/body"));
    expect(await keepSending(wire, headersTimeoutMs, sent)).toEqual(["HEADERS 1 :status=408 END", "RESET 1 NO_ERROR"]);
  });

  test.each([
    ["settings", frames.settings()],
    ["pings", frames.ping()],
    ["headers of a stream that is over", trailers],
  ])("%s, where there is no request", async (_, sent) => {
    const wire = openWire(echo);
    wire.send(frames.post(1, "/x"));
    expect((await keepSending(wire, idleTimeoutMs, sent)).at(-1)).toBe("GOAWAY 1 NO_ERROR");
  });
});
