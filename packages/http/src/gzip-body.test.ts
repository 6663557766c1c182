import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBodyCompressor } from "./gzip-body.ts";

function part(bytes: number, seed: number): Buffer {
  return Buffer.from(Array.from({ length: Math.ceil(bytes / 8) }, (_, i) => `${(i * seed) % 9973} `).join("")).subarray(
    0,
    bytes,
  );
}

test("any parts become one stream that holds them in order", async () => {
  const { compress } = createBodyCompressor();
  const parts = fc.array(
    fc
      .tuple(fc.oneof(fc.nat(200), fc.integer({ min: 16_000, max: 100_000 })), fc.nat(5000))
      .map(([n, seed]) => part(n, seed)),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (body) => {
      const stream = Buffer.concat(await compress(body));
      expect(gunzipSync(stream).equals(Buffer.concat(body))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("a large part that is sent again is not compressed again, whatever surrounds it", async () => {
  const { compress } = createBodyCompressor();
  const large = part(300_000, 7);
  const first = await compress([Buffer.from("a"), large, Buffer.from("b")]);
  const again = compress([large, Buffer.from("other"), large]);
  expect(again).not.toBeInstanceOf(Promise);
  const stream = again as readonly Buffer[];
  expect(stream[1]).toBe(first[2]);
  expect(gunzipSync(Buffer.concat(stream)).toString()).toBe(`${large}other${large}`);
});

test("concurrent requests for the same body share the work", async () => {
  const { compress } = createBodyCompressor({ atOnce: 1 });
  const large = part(100_000, 3);
  const other = part(100_000, 5);
  const [a, b, c] = await Promise.all([compress([large]), compress([large, other]), compress([other])]);
  expect(a[1]).toBe(b[1]);
  expect(b[2]).toBe(c[1]);
});
