import { gzipSync } from "node:zlib";
import type { Random } from "./random.ts";

/** 16 MiB of zeros in 16 KiB, and that within itself. */
const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
const bombOfBombs = gzipSync(Buffer.concat(Array.from({ length: 60 }, () => bomb)));

/** A body as a client that compresses it sends it: whole, in members, cut, or followed by more. */
export function zippedBytes(body: Buffer, random: Random): Buffer {
  const zipped = gzipSync(body);
  switch (random.integer(7)) {
    case 0:
      return Buffer.concat([gzipSync(body.subarray(0, 3)), gzipSync(body.subarray(3))]);
    case 1:
      return zipped.subarray(0, random.integer(zipped.length));
    case 2:
      return Buffer.concat([zipped, Buffer.from(random.pick(["rubbish", "\0\0\0", "\x1f\x8b"]), "latin1")]);
    case 3:
      return random.pick([bomb, bombOfBombs]);
    case 4:
      return Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync(Buffer.alloc(0))));
    case 5:
      return body;
    default:
      return zipped;
  }
}
