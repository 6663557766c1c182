import { crc32 } from "node:zlib";

/**
 * Returns `crc32` of a part of a buffer. For short parts, a loop is faster than a subarray and a
 * native call.
 */
export function crcOfPart(
  bytes: Uint8Array,
  { from, to, seed }: { readonly from: number; readonly to: number; readonly seed: number },
): number {
  if (to - from > shortBytes) return crc32(bytes.subarray(from, to), seed);
  let crc = ~seed;
  for (let i = from; i < to; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc >>> 0;
}

const shortBytes = 256;
const polynomial = 0xedb88320;

const table: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc;
});
