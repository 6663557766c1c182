/**
 * Memory for values that are used briefly: a store puts values there instead of allocating for each
 * page.
 */
export interface ValueSlab {
  /** Returns memory that is valid until `reset`. */
  allocate(bytes: number): Uint8Array;
  /** Invalidates everything that was allocated. */
  reset(): void;
}

const blockBytes = 256 * 1024;

/** Keeps as many blocks of 256 KiB as were in use at one time; larger allocations are not kept. */
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
