import { expect, test } from "vitest";
import { createBufferPool, largeBlockBytes, tunnelBlockBytes } from "./buffer-pool.ts";

const small = 32 * 1024;

test("a buffer has the smallest sufficient size and is reused after its release", () => {
  const bufferPool = createBufferPool();
  const taken = [1, small, small + 1, tunnelBlockBytes + 1, largeBlockBytes, largeBlockBytes + 1, undefined].map(
    (bytes) => bufferPool.acquire(bytes),
  );
  expect(taken.map(({ length }) => length)).toEqual([
    small,
    small,
    tunnelBlockBytes,
    ...Array.from({ length: 4 }, () => largeBlockBytes),
  ]);
  for (const buffer of taken) bufferPool.release(buffer);
  for (const bytes of [small, 1, tunnelBlockBytes, largeBlockBytes]) expect(taken).toContain(bufferPool.acquire(bytes));
});

test("at most 4 MiB of each size stay free, and buffers of other sizes are dropped", () => {
  const bufferPool = createBufferPool();
  const taken = Array.from({ length: 17 }, () => bufferPool.acquire());
  for (const buffer of [...taken, Buffer.alloc(7)]) bufferPool.release(buffer);
  const again = Array.from({ length: 17 }, () => bufferPool.acquire());
  expect(again.filter((buffer) => taken.includes(buffer))).toHaveLength(16);
});
