import { Writable } from "node:stream";
import { createManualClock, type ManualClock } from "@svc/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBufferPool, largeBlockBytes } from "./buffer-pool.ts";
import { createDeadlines, type Deadline } from "./deadlines.ts";
import { settle } from "./testing/http1-wire.ts";
import { type BodyWriter, createBodyWriter, Pieces } from "./write-body.ts";
import { WriteTurns } from "./write-turns.ts";

const kib = 1024;
const writeTimeoutMs = 1_000;

function createWriter(): { readonly write: BodyWriter; readonly clock: ManualClock; readonly writing: () => number } {
  const clock = createManualClock();
  const deadlines = createDeadlines<Deadline>(clock, 100);
  return {
    write: createBodyWriter({
      bufferPool: createBufferPool(),
      deadlines,
      writeTimeoutMs,
      turns: new WriteTurns({ clock }),
    }),
    clock,
    writing: () => deadlines.members.size,
  };
}

function collect(write: BodyWriter, body: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const taken: Buffer[] = [];
    const stream = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) => {
        // Only when the time has come is it read, as a socket would that waits for its client.
        setImmediate(() => {
          taken.push(Buffer.from(chunk));
          done();
        });
      },
    });
    stream.on("error", reject);
    stream.on("finish", () => resolve(Buffer.concat(taken)));
    write(stream, body, { onWritten: () => stream.end() });
  });
}

for (const { name, lengths, want } of [
  { name: "nothing", lengths: [], want: [] },
  { name: "small parts together", lengths: [10, 0, 20], want: [30] },
  { name: "a large part cut", lengths: [600 * kib], want: [256 * kib, 256 * kib, 88 * kib] },
  { name: "many small parts up to a piece", lengths: Array<number>(30).fill(10 * kib), want: [250 * kib, 50 * kib] },
  { name: "what fits into a piece as one", lengths: [20 * kib, 30 * kib], want: [50 * kib] },
  { name: "parts of middling size as they are", lengths: [20 * kib, 250 * kib], want: [20 * kib, 250 * kib] },
  {
    name: "small ones around a large one, the end as one",
    lengths: [10, 5, 300 * kib, 0, 7],
    want: [15, 256 * kib, 44 * kib + 7],
  },
]) {
  test(`pieces: ${name}`, () => {
    const buffer = Buffer.alloc(largeBlockBytes);
    const pieces = new Pieces(
      lengths.map((length) => Buffer.alloc(length)),
      () => buffer,
    );
    const found: number[] = [];
    while (pieces.left > 0) found.push(pieces.next().length);
    expect(found).toEqual(want);
  });
}

const part = fc.tuple(fc.oneof(fc.nat(100), fc.nat(700 * kib)), fc.nat(255)).map(([n, fill]) => Buffer.alloc(n, fill));

test("all bytes arrive in order, also with concurrent writes to others", async () => {
  const { write } = createWriter();
  const body = fc.array(part, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 4 }), async (bodies) => {
      const arrived = await Promise.all(bodies.map((parts) => collect(write, parts)));
      expect(arrived.map((bytes, i) => bytes.equals(Buffer.concat(bodies[i] ?? [])))).toEqual(bodies.map(() => true));
    }),
    { numRuns: 20 },
  );
});

/** A client that takes a piece when it is told to. */
function takingInTurn(): { readonly stream: Writable; readonly take: () => void; readonly error: () => unknown } {
  let taken: (() => void) | undefined;
  let failure: unknown;
  const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void (taken = done) });
  stream.on("error", (error) => void (failure = error));
  return { stream, take: () => taken?.(), error: () => failure };
}

test.each([1, 3])("a body of %i pieces of which one is not taken in time breaks off", async (pieces) => {
  const { write, clock, writing } = createWriter();
  const { stream, take, error } = takingInTurn();
  write(stream, [Buffer.alloc(pieces * largeBlockBytes)], { onWritten: () => undefined });
  for (let i = 1; i < pieces; i++) {
    clock.advance(writeTimeoutMs);
    take();
    await settle();
  }
  expect([stream.destroyed, writing()]).toEqual([false, 1]);
  for (let ms = 0; ms <= writeTimeoutMs + 200; ms += 100) clock.advance(100);
  await settle();
  expect([stream.destroyed, writing(), error()]).toEqual([
    true,
    0,
    expect.objectContaining({ name: "WriteTimeoutError" }),
  ]);
});

test("a body whose chunks are accepted in time is aborted when the whole takes too long", async () => {
  const { write, clock, writing } = createWriter();
  const { stream, take, error } = takingInTurn();
  write(stream, [Buffer.alloc(9 * largeBlockBytes)], { timeoutMs: 2 * writeTimeoutMs, onWritten: () => undefined });
  let taken = 0;
  for (; !stream.destroyed && taken < 9; taken++) {
    clock.advance(writeTimeoutMs / 2);
    take();
    await settle();
  }
  expect([taken, writing(), error()]).toEqual([5, 0, expect.objectContaining({ name: "WriteTimeoutError" })]);
});

test("a body that was taken is waited for no more", async () => {
  const { write, clock, writing } = createWriter();
  await collect(write, [Buffer.alloc(3 * largeBlockBytes)]);
  expect(writing()).toBe(0);
  const { stream, take } = takingInTurn();
  let goesOn = false;
  write(stream, [Buffer.alloc(10)], { onWritten: () => void (goesOn = true) });
  take();
  await settle();
  clock.advance(10 * writeTimeoutMs);
  expect([goesOn, stream.destroyed, writing()]).toEqual([true, false, 0]);
});

test("nothing more is written to a client that has disconnected, and buffers that it may still read are not reused", async () => {
  const { write } = createWriter();
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      setImmediate(done, new Error("gone"));
    },
  });
  const closed = new Promise((resolve) => stream.on("error", () => stream.once("close", resolve)));
  write(stream, Array<Buffer>(100).fill(Buffer.alloc(10 * kib, 1)), { onWritten: () => undefined });
  await closed;
  await collect(write, [Buffer.alloc(1000, 2), Buffer.alloc(1000, 2)]);
  expect(chunks).toHaveLength(1);
  expect(chunks[0]?.every((byte) => byte === 1)).toBe(true);
});

test("a body that takes the time of a turn continues in the next one", async () => {
  let nowMs = 0;
  const rounds: (() => void)[] = [];
  const turns = new WriteTurns({ clock: { monotonic: () => (nowMs += 5) }, schedule: (next) => rounds.push(next) });
  const deadlines = createDeadlines<Deadline>(createManualClock(), 100);
  const write = createBodyWriter({ bufferPool: createBufferPool(), deadlines, writeTimeoutMs, turns });
  const taken: number[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      taken.push(chunk.length / kib);
      done();
    },
  });
  write(stream, [Buffer.alloc(800 * kib)], { onWritten: () => taken.push(0) });
  await settle();
  expect(taken).toEqual([256, 256]);
  rounds.shift()?.();
  await settle();
  expect(taken).toEqual([256, 256, 256]);
  rounds.shift()?.();
  await settle();
  expect(taken).toEqual([256, 256, 256, 32, 0]);
});
