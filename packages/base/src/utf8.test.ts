import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf8 } from "./utf8.ts";

/** The longest sequence at each place, or one replacement for a byte that begins none. */
function naive(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isUtf8(bytes.subarray(at, at + n)));
    text += length === undefined ? "\ufffd" : bytes.toString("utf8", at, at + length);
    at += length ?? 1;
  }
  return text;
}

test("bytes that are no UTF-8 are replaced one by one", () => {
  const odd = fc.constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef);
  const higher = fc.constantFrom(0xf0, 0xf1, 0xf4, 0xf5, 0xff);
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, higher), { maxLength: 20 }), (list) => {
      expect(decodeUtf8(Buffer.from(list))).toBe(naive(Buffer.from(list)));
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
