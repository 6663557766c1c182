import type { MemoryBlock } from "./stored-object.ts";

/** Part of a block. */
export interface Allocation {
  readonly block: MemoryBlock;
  readonly start: number;
}

const firstBytes = 4 * 1024;
const largestBytes = 256 * 1024;
/** An object that takes more than this share of a block gets its own buffer. */
const largestShare = 1 / 8;

/** Sizes of blocks, doubling from 4 KiB to 256 KiB: few objects need little memory. */
export function createBlockSizes(): (bytes: number) => number {
  let next = firstBytes;
  return (bytes) => {
    while (next * largestShare < bytes && next < largestBytes) next *= 2;
    const size = next;
    next = Math.min(next * 2, largestBytes);
    return size;
  };
}

/** True for objects that are too large to share a block. */
export function isLarge(bytes: number): boolean {
  return bytes > largestBytes * largestShare;
}

/**
 * Allocates consecutive ranges of blocks. For bytes that are released soon and about in order: a
 * block lives as long as any range in it.
 */
export function createBlockAllocator(): (bytes: number) => Allocation {
  const nextSize = createBlockSizes();
  let block: MemoryBlock = { buffer: Buffer.alloc(0) };
  let used = 0;
  return (bytes) => {
    if (isLarge(bytes)) return { block: { buffer: Buffer.allocUnsafeSlow(bytes) }, start: 0 };
    if (used + bytes > block.buffer.length) {
      block = { buffer: Buffer.allocUnsafeSlow(nextSize(bytes)) };
      used = 0;
    }
    const start = used;
    used += bytes;
    return { block, start };
  };
}
