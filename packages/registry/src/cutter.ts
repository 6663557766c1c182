import type { Room } from "./stored-object.ts";

/** Part of a room. */
export interface Place {
  readonly room: Room;
  readonly start: number;
}

const firstBytes = 4 * 1024;
const largestBytes = 256 * 1024;
/** What takes more of a block than this share gets a buffer of its own. */
const largestShare = 1 / 8;

/**
 * Sizes of blocks, each twice that of the one before, from 4 KiB to 256 KiB: who needs little takes
 * little.
 */
export function createBlockSizes(): (bytes: number) => number {
  let next = firstBytes;
  return (bytes) => {
    while (next * largestShare < bytes && next < largestBytes) next *= 2;
    const size = next;
    next = Math.min(next * 2, largestBytes);
    return size;
  };
}

/** Whether bytes are too many to stand in a block with others. */
export function isLarge(bytes: number): boolean {
  return bytes > largestBytes * largestShare;
}

/**
 * Cuts places off blocks, one behind another. For bytes that are let go of, soon, in about the
 * order in which they came: a block stays as long as anything in it.
 */
export function createCutter(): (bytes: number) => Place {
  const nextSize = createBlockSizes();
  let room: Room = { buffer: Buffer.alloc(0) };
  let used = 0;
  return (bytes) => {
    if (isLarge(bytes)) return { room: { buffer: Buffer.allocUnsafeSlow(bytes) }, start: 0 };
    if (used + bytes > room.buffer.length) {
      room = { buffer: Buffer.allocUnsafeSlow(nextSize(bytes)) };
      used = 0;
    }
    const start = used;
    used += bytes;
    return { room, start };
  };
}
