import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crcShift, joinCrc } from "./crc32.ts";

test("the CRC of two texts joined is that of the whole", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.uint8Array({ maxLength: 3000 }), (a, b) => {
      expect(joinCrc(crc32(a), crc32(b), crcShift(b.length))).toBe(crc32(Buffer.concat([a, b])));
    }),
  );
});
