/** As much buffer as is made for what is announced, before any of it came. */
const firstBufferBytes = 64 * 1024;

export const noBytes: Buffer = Buffer.alloc(0);

/** What is known of what follows a piece. */
interface Rest {
  readonly isLast: boolean;
  /** How much more is announced, if it is. */
  readonly left: number;
  /** No more buffer is made than this. */
  readonly maxBytes: number;
}

/**
 * Pieces of a body put together as they come: to keep each would cost more than its bytes, where a
 * client sends them one by one.
 */
export class BodyBuffer {
  #buffer: Buffer = noBytes;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What comes in one piece is taken as it stands in what was read. */
  add(piece: Buffer, { isLast, left, maxBytes }: Rest): void {
    const needed = this.#length + piece.length;
    if (this.#length === 0 && isLast) this.#buffer = piece;
    else {
      if (needed > this.#buffer.length) this.#grow(Math.min(larger(needed, left, this.#buffer.length), maxBytes));
      piece.copy(this.#buffer, this.#length);
    }
    this.#length = needed;
  }

  /** All of it, which is kept here no longer. */
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
