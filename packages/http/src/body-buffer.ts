/** The largest buffer for an announced body before any of it arrived. */
const firstBufferBytes = 64 * 1024;

export const noBytes: Buffer = Buffer.alloc(0);

/** The state of a body after a chunk. */
interface Rest {
  readonly isLast: boolean;
  /** The number of announced bytes that follow. */
  readonly left: number;
  /** Upper bound of the buffer. */
  readonly maxBytes: number;
}

/**
 * Joins the chunks of a body as they arrive: keeping small chunks separately would cost more than
 * their bytes.
 */
export class BodyBuffer {
  #buffer: Buffer = noBytes;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A body in one chunk is used without a copy. */
  add(piece: Buffer, { isLast, left, maxBytes }: Rest): void {
    const needed = this.#length + piece.length;
    if (this.#length === 0 && isLast) this.#buffer = piece;
    else {
      if (needed > this.#buffer.length) this.#grow(Math.min(larger(needed, left, this.#buffer.length), maxBytes));
      piece.copy(this.#buffer, this.#length);
    }
    this.#length = needed;
  }

  /** Returns all bytes, and releases them here. */
  take(): Buffer {
    const all = this.#buffer.subarray(0, this.#length);
    this.clear();
    return all;
  }

  clear(): void {
    this.#buffer = noBytes;
    this.#length = 0;
  }

  #grow(bytes: number): void {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    this.#buffer.copy(buffer, 0, 0, this.#length);
    this.#buffer = buffer;
  }
}

function larger(needed: number, left: number, buffer: number): number {
  return Math.max(needed + Math.min(left, firstBufferBytes), 2 * buffer);
}
