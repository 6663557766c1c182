import { isUtf8 } from "node:buffer";

/** Text of bytes; every byte that is no part of a UTF-8 sequence becomes one U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  return isUtf8(buffer) ? buffer.toString() : decodeInvalid(buffer);
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Decoders of the platform make one U+FFFD of a truncated sequence, whatever its length. */
function decodeInvalid(bytes: Buffer): string {
  let out = "";
  let good = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes, i);
    if (length > 0) {
      i += length;
      continue;
    }
    out += `${bytes.toString("utf8", good, i)}\ufffd`;
    good = ++i;
  }
  return out + bytes.toString("utf8", good);
}

/** How long the sequence is that begins here; 0 where none does. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  return isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
