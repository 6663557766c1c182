/**
 * Upper bound of one write. Data written while a write is pending is copied together and encrypted
 * as a whole before any of it is sent, so a large body is written block by block, each after the
 * previous one.
 */
export const largeBlockBytes: number = 256 * 1024;
/**
 * Most responses of several parts are single objects, and most batches of stream data are as short.
 */
export const smallBlockBytes: number = 32 * 1024;
/** The size of a tunnel's writes. */
export const tunnelBlockBytes: number = 64 * 1024;
const sizes = [smallBlockBytes, tunnelBlockBytes, largeBlockBytes] as const;
/**
 * Bytes of each size that stay allocated for reuse: sixteen large blocks; each body being written
 * holds one more.
 */
const maxFreeBytes = 4 * 1024 * 1024;

/**
 * Reuses the buffers in which writes are assembled. V8 counts the bytes of buffers allocated for
 * each response as external memory, and some hundred responses a second would start full
 * collections several times a second.
 */
export interface BufferPool {
  /** Its content must be copied or consumed before the next read. */
  readonly shared: Buffer;
  /**
   * A buffer of at least this many bytes, at most a large block, with stale content. @param bytes
   * @default a large block
   */
  acquire(bytes?: number): Buffer;
  /** Returns a buffer that nothing reads from any more. */
  release(buffer: Buffer): void;
}

/** Creates a pool without free buffers. */
export function createBufferPool(): BufferPool {
  return new FreeBuffers();
}

class FreeBuffers implements BufferPool {
  readonly #free: ReadonlyMap<number, Buffer[]> = new Map(sizes.map((size) => [size, []]));
  #shared: Buffer | undefined;

  get shared(): Buffer {
    return (this.#shared ??= Buffer.allocUnsafeSlow(tunnelBlockBytes));
  }

  acquire(bytes: number = largeBlockBytes): Buffer {
    const size = sizes.find((each) => each >= bytes) ?? largeBlockBytes;
    return this.#free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  }

  release(buffer: Buffer): void {
    const ofSize = this.#free.get(buffer.length);
    if (ofSize !== undefined && (ofSize.length + 1) * buffer.length <= maxFreeBytes) ofSize.push(buffer);
  }
}
