import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { BodyBuffer } from "./body-buffer.ts";

const announcedBytes = 64 * 1024;

/** With a buffer of its own. */
const piece = fc
  .oneof(fc.nat(40), fc.nat(100_000))
  .map((length) => Buffer.allocUnsafeSlow(length).map((_, i) => length + i));
const bodies = fc.array(fc.record({ pieces: fc.array(piece, { maxLength: 12 }), slack: fc.nat(200_000) }), {
  maxLength: 4,
});

test("pieces are put together in their order, body after body, in no more than twice the buffer", () => {
  fc.assert(
    fc.property(bodies, (all) => {
      const buffered = new BodyBuffer();
      const taken = all.map(({ pieces, slack }) => {
        let left = Buffer.concat(pieces).length;
        const maxBytes = left + slack;
        for (const [i, one] of pieces.entries()) {
          left -= one.length;
          buffered.add(one as Buffer, { isLast: i === pieces.length - 1, left, maxBytes });
        }
        return { length: buffered.length, body: buffered.take(), left: buffered.length };
      });
      // Looked at when all are there: none is written over by the next.
      for (const [i, { length, body, left }] of taken.entries()) {
        const { pieces = [], slack = 0 } = all[i] ?? {};
        const want = Buffer.concat(pieces);
        expect([body.equals(want), length, left]).toEqual([true, want.length, 0]);
        expect(body.buffer.byteLength).toBeLessThanOrEqual(want.length + Math.min(want.length, slack));
      }
    }),
    { numRuns: 50 },
  );
});

test("a body in one chunk is not copied", () => {
  const buffered = new BodyBuffer();
  const read = Buffer.from("hello");
  buffered.add(read, { isLast: true, left: 0, maxBytes: 10 });
  const body = buffered.take();
  expect([body.buffer === read.buffer, body.byteOffset, body.length]).toEqual([true, read.byteOffset, 5]);
});

test("no buffer is allocated for announced bytes that have not arrived", () => {
  const buffered = new BodyBuffer();
  buffered.add(Buffer.from("x"), { isLast: false, left: 3_000_000, maxBytes: 3_000_001 });
  expect(buffered.take().buffer.byteLength).toBe(1 + announcedBytes);
});

test("a body that was given up uses no buffer", () => {
  const buffered = new BodyBuffer();
  buffered.add(Buffer.from("given up"), { isLast: false, left: 100, maxBytes: 1_000 });
  buffered.clear();
  expect([buffered.length, buffered.take().buffer.byteLength]).toEqual([0, 0]);
});

test("small pieces, however many, are moved a few times only", () => {
  const allocate = vi.spyOn(Buffer, "allocUnsafeSlow");
  const buffered = new BodyBuffer();
  for (let i = 0; i < 10_000; i++)
    buffered.add(Buffer.from("0123456789"), { isLast: false, left: 0, maxBytes: 3_000_000 });
  expect(allocate.mock.calls.length).toBeLessThan(20);
  allocate.mockRestore();
});
