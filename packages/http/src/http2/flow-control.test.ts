import fc from "fast-check";
import { expect, test } from "vitest";
import type { Handler, ResponseWriter } from "../http.ts";
import { settle } from "../testing/http1-wire.ts";
import { endHeaders, endStream, frame, frames, numbers, preface } from "../testing/http2-frames.ts";
import { maxStreams, openWire, type Wire } from "../testing/http2-wire.ts";

/** Steps of a client and of handlers. Streams are identified by index, the oldest first. */
type Step =
  | { readonly do: "open" }
  | { readonly do: "write" | "window"; readonly stream: number; readonly bytes: number }
  | { readonly do: "end" | "reset" | "abort"; readonly stream: number }
  | { readonly do: "widen" | "setting"; readonly bytes: number }
  | { readonly do: "hold" | "go" | "wait" };

const stream = fc.nat(maxStreams - 1);
const bytes = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100_000 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: "open" }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("write" as const), stream, bytes }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("window" as const), stream, bytes }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("end" as const, "reset" as const, "abort" as const), stream }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("widen" as const), bytes }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("setting" as const),
      bytes: fc.constantFrom(0, 1, 100, 16_384, 65_535, 200_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("hold" as const, "go" as const, "wait" as const) }) },
);

/** A stream, as someone sees it who counts. */
interface Model {
  readonly id: number;
  readonly writer: ResponseWriter;
  /** What was written, and what came. */
  written: number;
  came: number;
  /** How much the server may send. */
  window: number;
  isEnded: boolean;
  /** Nothing needs to come any more. */
  isOver: boolean;
  receivedEnd: boolean;
  /** Whether it was told to wait, and not yet to go on. */
  waits: boolean;
}

/**
 * Each stream says the bytes of its own place: what is lost, doubled or of another stream is seen.
 */
const byteAt = (id: number, at: number): number => (id * 31 + at * 7 + (at >> 8)) & 0xff;

class Client {
  readonly streams: Model[] = [];
  readonly wire: Wire;
  /**
   * Of the connection, and of a new stream; what the server has not heard of yet counts already.
   */
  #window = 65_535;
  #streamWindow: number;
  #opened: ResponseWriter | undefined;

  constructor(streamWindow: number) {
    this.#streamWindow = streamWindow;
    const handler: Handler = () => ({ status: 200, headers: [], body: { start: (writer) => (this.#opened = writer) } });
    this.wire = openWire(handler, [preface, frames.settings([4, streamWindow])]);
  }

  async run(step: Step): Promise<void> {
    const model = "stream" in step ? this.streams.filter(({ isOver }) => !isOver)[step.stream] : undefined;
    if (step.do === "open") await this.#open();
    else if (step.do === "hold") this.wire.reads.stop();
    else if (step.do === "go") this.wire.reads.go();
    else if (step.do === "wait") await this.listen();
    else if (step.do === "widen") this.#widen(0, step.bytes);
    else if (step.do === "setting") await this.#set(step.bytes);
    else if (model === undefined) return;
    else if (step.do === "write") this.#write(model, step.bytes);
    else if (step.do === "window") this.#widen(model.id, step.bytes);
    else this.#end(model, step.do);
  }

  /** Gives all that could be waited for, and hears all of it. */
  async finish(): Promise<void> {
    this.wire.reads.go();
    const open = this.streams.filter(({ isOver }) => !isOver);
    for (const model of open) this.#widen(model.id, 100_000_000);
    await this.listen();
    this.#widen(0, 100_000_000);
    for (let i = 0; i < 10; i++) await this.listen();
    // Streams that end immediately do not wait.
    expect(open.filter(({ waits, isOver }) => waits && !isOver)).toEqual([]);
    for (const model of open) this.#end(model, "end");
    for (let i = 0; i < 10; i++) await this.listen();
  }

  async listen(): Promise<void> {
    for (const { type, flags, stream: id, payload } of await this.wire.take()) {
      const model = this.streams.find((one) => one.id === id);
      if (type === 7) throw new Error(`the server ends: ${payload.toString("latin1", 8)}`);
      if (model === undefined || type > 1) continue;
      // What was under way when it was reset.
      if (type === 0) this.#hear(model, payload);
      expect(model.receivedEnd).toBe(false);
      model.receivedEnd = (flags & endStream) !== 0;
    }
  }

  #hear(model: Model, payload: Buffer): void {
    model.window -= payload.length;
    this.#window -= payload.length;
    expect(payload.length).toBeLessThanOrEqual(16_384);
    // A window below nothing takes nothing, and nothing is what ends a stream.
    expect([model.window >= 0 || payload.length === 0, this.#window >= 0]).toEqual([true, true]);
    const want = Buffer.from(payload.map((_, i) => byteAt(model.id, model.came + i)));
    expect(payload.equals(want)).toBe(true);
    model.came += payload.length;
  }

  async #open(): Promise<void> {
    if (this.streams.filter(({ isOver }) => !isOver).length >= maxStreams) return;
    const id = 2 * this.streams.length + 1;
    this.wire.send(frame(1, endHeaders | endStream, id, Buffer.from([0x82, 0x87, 0x84])));
    for (let i = 0; i < 10 && this.#opened === undefined; i++) await settle();
    const writer = this.#opened as ResponseWriter;
    this.#opened = undefined;
    const model: Model = {
      id,
      writer,
      written: 0,
      came: 0,
      window: this.#streamWindow,
      isEnded: false,
      isOver: false,
      receivedEnd: false,
      waits: false,
    };
    writer.onDrain(() => (model.waits = false));
    writer.onClose(() => (model.isOver = true));
    this.streams.push(model);
  }

  #write(model: Model, length: number): void {
    if (model.isEnded) return;
    const chunk = Buffer.from(Uint8Array.from({ length }, (_, i) => byteAt(model.id, model.written + i)));
    model.written += length;
    if (!model.writer.write(chunk)) model.waits = true;
  }

  #end(model: Model, how: "end" | "reset" | "abort"): void {
    if (how === "end") {
      model.isEnded = true;
      model.writer.end();
      return;
    }
    model.isOver = true;
    if (how === "abort") model.writer.abort();
    else this.wire.send(frame(3, 0, model.id, numbers(8)));
  }

  #widen(id: number, more: number): void {
    const model = this.streams.find((one) => one.id === id);
    if (model === undefined) this.#window += more;
    else model.window += more;
    this.wire.send(frames.window(id, more));
  }

  /**
   * A smaller window counts once the server has heard of it: first all that it sent before is
   * heard.
   */
  async #set(more: number): Promise<void> {
    this.wire.reads.go();
    for (let i = 0; i < 5; i++) await this.listen();
    for (const model of this.streams) model.window += more - this.#streamWindow;
    this.#streamWindow = more;
    this.wire.send(frames.settings([4, more]));
    await settle();
  }
}

test("every stream gets its bytes in their order, no more than windows allow, and ends once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 10, 65_535, 1_000_000),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      async (streamWindow, steps) => {
        const client = new Client(streamWindow);
        for (const one of steps) await client.run(one);
        const ended = client.streams.filter(({ isOver }) => !isOver);
        await client.finish();
        // No stream starves, after any history.
        expect(ended.map(({ came, receivedEnd }) => [came, receivedEnd])).toEqual(
          ended.map(({ written }) => [written, true]),
        );
        expect(client.wire.state).toBe("open");
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test("streams take turns", async () => {
  const client = new Client(10_000_000);
  for (let i = 0; i < 4; i++) await client.run({ do: "open" });
  await client.run({ do: "widen", bytes: 10_000_000 });
  await client.listen();
  client.wire.reads.stop();
  for (let i = 0; i < 4; i++) await client.run({ do: "write", stream: i, bytes: 1_000_000 });
  client.wire.reads.go();
  const turns = (await client.wire.take()).filter(({ type }) => type === 0).map((received) => received.stream);
  expect(turns.slice(0, 12)).toEqual([1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7]);
});

test("a paused writer is resumed, even if it wrote again", async () => {
  const client = new Client(10_000_000);
  await client.run({ do: "open" });
  await client.run({ do: "widen", bytes: 10_000_000 });
  await client.listen();
  await client.run({ do: "hold" });
  for (const bytes of [100_000, 10]) {
    await client.run({ do: "write", stream: 0, bytes });
    await settle();
    expect(client.streams[0]?.waits).toBe(true);
  }
  await client.run({ do: "go" });
  await client.listen();
  expect(client.streams[0]).toMatchObject({ waits: false, came: 100_010 });
});
