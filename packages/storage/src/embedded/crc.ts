import { crc32 } from "node:zlib";

/**
 * The same as `crc32` of a part of a buffer. Where that is short, a loop costs less than a view of
 * the part and a call.
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
