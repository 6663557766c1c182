/**
 * Memory for values that are looked at and not kept: a store may put them there instead of making
 * room for each page.
 */
export interface ValueSlab {
  /** Room for so many bytes, good until `reset`. */
  allocate(bytes: number): Uint8Array;
  /** Nothing that was taken is looked at any more. */
  reset(): void;
}

const blockBytes = 256 * 1024;

/** Keeps as many blocks of 256 KiB as were in use at once; what is larger than one is not kept. */
export function createValueSlab(): ValueSlab {
  const blocks: Buffer[] = [];
  let used = 0;
  return {
    allocate(bytes) {
      if (bytes > blockBytes) return Buffer.allocUnsafeSlow(bytes);
      const block = (blocks[used++] ??= Buffer.allocUnsafeSlow(blockBytes));
      return block.subarray(0, bytes);
    },
    reset() {
      used = 0;
    },
  };
}
