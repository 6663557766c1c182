import { Writable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { piecesOf, writeBody } from "./write-body.ts";

const kib = 1024;

function collect(body: Buffer | readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const taken: Buffer[] = [];
    const stream = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) => {
        taken.push(chunk);
        setImmediate(done);
      },
    });
    stream.on("error", reject);
    stream.on("finish", () => resolve(Buffer.concat(taken)));
    writeBody(stream, body);
  });
}

for (const { name, lengths, want } of [
  { name: "nothing", lengths: [], want: [] },
  { name: "small parts together", lengths: [10, 0, 20], want: [30] },
  { name: "a large part cut", lengths: [600 * kib], want: [256 * kib, 256 * kib, 88 * kib] },
  { name: "many small parts up to a piece", lengths: Array<number>(30).fill(10 * kib), want: [250 * kib, 50 * kib] },
  { name: "what fits into a piece as one", lengths: [20 * kib, 30 * kib], want: [50 * kib] },
  { name: "parts of middling size as they are", lengths: [20 * kib, 250 * kib], want: [20 * kib, 250 * kib] },
  { name: "small ones around a large one", lengths: [10, 5, 300 * kib, 7], want: [15, 256 * kib, 44 * kib, 7] },
]) {
  test(`pieces: ${name}`, () => {
    expect(piecesOf(lengths.map((length) => Buffer.alloc(length))).map(({ length }) => length)).toEqual(want);
  });
}

test("all bytes arrive in order", async () => {
  const part = fc.tuple(fc.nat(700 * kib), fc.nat(255)).map(([length, fill]) => Buffer.alloc(length, fill));
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      expect((await collect(parts)).equals(Buffer.concat(parts))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("nothing more is written to a client that is gone", async () => {
  let writes = 0;
  const stream = new Writable({
    write: (_chunk, _encoding, done) => {
      writes++;
      setImmediate(done, new Error("gone"));
    },
  });
  const closed = new Promise((resolve) => stream.on("error", () => stream.once("close", resolve)));
  writeBody(stream, Buffer.alloc(1024 * kib));
  await closed;
  expect(writes).toBe(1);
});
