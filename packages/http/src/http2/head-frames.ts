import { largeBlockBytes } from "../buffer-pool.ts";
import { flag, frameHeadBytes, frameType, maxFrameBytes, writeFrameHead } from "./frames.ts";
import type { HeaderEncoder } from "./hpack/encoder.ts";

/** A head that does not fit into this much room is refused. */
export const largestHeadBytes: number = largeBlockBytes / 2;
/** Upper bound of a line's overhead: three numbers. */
const lineBytes = 18;
/** Two changes of the size of the table. */
const blockBytes = 16;

interface Place {
  readonly buffer: Buffer;
  readonly at: number;
  /** That the stream ends with it, or none. */
  readonly flags: number;
  readonly stream: number;
}

/**
 * Writes a head as one frame, or several consecutive ones.
 * @returns their end; -1 when the buffer is too small, with the encoder unchanged
 */
export function writeHead(encoder: HeaderEncoder, lines: readonly string[], place: Place): number {
  const most = mostBytes(lines);
  if (most > maxFrameBytes) return writeLargeHead(encoder, lines, place, most);
  const { buffer, at, flags, stream } = place;
  if (at + frameHeadBytes + most > buffer.length) return -1;
  const end = encoder.encode(lines, buffer, at + frameHeadBytes);
  if (end < 0) return -1;
  const length = end - at - frameHeadBytes;
  writeFrameHead(buffer, at, length, { type: frameType.headers, flags: flags | flag.endHeaders, stream });
  return end;
}

function mostBytes(lines: readonly string[]): number {
  let bytes = blockBytes;
  for (const text of lines) bytes += text.length + lineBytes / 2;
  return bytes;
}

function writeLargeHead(encoder: HeaderEncoder, lines: readonly string[], place: Place, most: number): number {
  const { buffer, flags, stream } = place;
  if (place.at + most + frameHeadBytes * Math.ceil(most / maxFrameBytes) > buffer.length) return -1;
  const block = Buffer.allocUnsafe(most);
  const length = encoder.encode(lines, block, 0);
  let at = place.at;
  for (let from = 0; from < length; from += maxFrameBytes) {
    const to = Math.min(length, from + maxFrameBytes);
    const type = from === 0 ? frameType.headers : frameType.continuation;
    const ownFlags = (from === 0 ? flags : 0) | (to === length ? flag.endHeaders : 0);
    at = writeFrameHead(buffer, at, to - from, { type, flags: ownFlags, stream });
    at += block.copy(buffer, at, from, to);
  }
  return at;
}
