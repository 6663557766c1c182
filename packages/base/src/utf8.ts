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

const replacement = Buffer.from("\ufffd");

/** Decoders of the platform make one U+FFFD of a truncated sequence, whatever its length. */
function decodeInvalid(bytes: Buffer): string {
  const out = Buffer.allocUnsafe(bytes.length * replacement.length);
  let end = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes, i);
    const from = length > 0 ? bytes : replacement;
    const at = length > 0 ? i : 0;
    const count = length > 0 ? length : replacement.length;
    for (let k = 0; k < count; k++) out[end++] = from[at + k] as number;
    i += Math.max(length, 1);
  }
  return out.toString("utf8", 0, end);
}

/**
 * The length in bytes of the sequence that begins here; 0 if none does. Source: Unicode, table 3-7.
 */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (at + length > bytes.length) return 0;
  const second = bytes[at + 1] as number;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let k = 2; k < length; k++) if (((bytes[at + k] as number) & 0xc0) !== 0x80) return 0;
  return length;
}
