import type { Writable } from "node:stream";
import { type BufferPool, largeBlockBytes } from "./buffer-pool.ts";
import type { WriteTimeout } from "./deadlines.ts";
import { byteLengthOf } from "./http.ts";
import type { WriteTurns } from "./write-turns.ts";

/** Parts below this are copied together: each piece costs a turn of the event loop. */
const smallPartBytes = 16 * 1024;

/**
 * Writes a body. A client that reads slowly keeps one chunk of it in memory, not all.
 * It breaks the stream off where a chunk, or the whole, takes the client too long.
 */
export type BodyWriter = (stream: Writable, body: readonly Buffer[], options: BodyWriteOptions) => void;

interface BodyWriteOptions {
  /** Called when all of it was sent; the stream continues. */
  readonly onWritten: () => void;
  /** Milliseconds that the client may take to read the whole body. @default no bound */
  readonly timeoutMs?: number | undefined;
}

export interface BodyWriterOptions extends WriteTimeout {
  readonly bufferPool: BufferPool;
  /** Pieces after the first wait for their turn. */
  readonly turns: WriteTurns;
}

export function createBodyWriter(options: BodyWriterOptions): BodyWriter {
  const { bufferPool, deadlines, writeTimeoutMs, turns } = options;
  return (stream, body, { onWritten, timeoutMs = Number.POSITIVE_INFINITY }) => {
    const lastMs = deadlines.in(timeoutMs);
    let buffer: Buffer | undefined;
    const acquireBuffer = (): Buffer => (buffer ??= bufferPool.acquire(byteLengthOf(body)));
    const pieces = new Pieces(body, acquireBuffer);
    const writing = {
      deadline: Number.POSITIVE_INFINITY,
      expire: () => {
        deadlines.remove(writing);
        stream.destroy(new WriteTimeoutError());
      },
    };
    const giveBack = (error?: Error | null): void => {
      deadlines.remove(writing);
      // After an aborted write the buffer may still be in use.
      if (buffer !== undefined && !error) bufferPool.release(buffer);
      if (!error) onWritten();
    };
    const continueWriting = (error?: Error | null): void => {
      // The client is gone, and its stream closes.
      if (error) deadlines.remove(writing);
      else {
        // A piece that waits for its turn is not late.
        writing.deadline = lastMs;
        turns.run(writeNext);
      }
    };
    const writeNext = (): void => {
      writing.deadline = Math.min(deadlines.in(writeTimeoutMs), lastMs);
      const piece = pieces.next();
      stream.write(piece, pieces.left > 0 ? continueWriting : giveBack);
    };
    if (pieces.left > 0) {
      deadlines.add(writing);
      writeNext();
    } else onWritten();
  };
}

/** A client that does not read its response would occupy memory and a stream indefinitely. */
class WriteTimeoutError extends Error {
  override readonly name = "WriteTimeoutError";
}

/** A body piece by piece. */
export class Pieces {
  readonly #parts: readonly Buffer[];
  readonly #buffer: () => Buffer;
  #left: number;
  /** The index of the next part, and the bytes of it that were written. */
  #next = 0;
  #from = 0;

  /**
   * @param buffer where small parts are put together: `largeBlockBytes` long, or as the parts are
   */
  constructor(parts: readonly Buffer[], buffer: () => Buffer) {
    this.#parts = parts.filter(({ length }) => length > 0);
    this.#buffer = buffer;
    this.#left = byteLengthOf(parts);
  }

  /** The number of remaining bytes. */
  get left(): number {
    return this.#left;
  }

  /**
   * Returns the next chunk: small parts are joined, large ones are sliced without a copy. A chunk
   * may be in the shared buffer, and is valid until the next call.
   */
  next(): Buffer {
    const piece = this.#isTogether(this.#next) && this.#isTogether(this.#next + 1) ? this.#together() : this.#slice();
    this.#left -= piece.length;
    return piece;
  }

  /** Whether a part is one of several that go together. */
  #isTogether(index: number): boolean {
    const part = this.#parts[index];
    return part !== undefined && (part.length < smallPartBytes || this.#left <= largeBlockBytes);
  }

  #together(): Buffer {
    const buffer = this.#buffer();
    let length = 0;
    for (; this.#isTogether(this.#next); this.#next++) {
      const part = this.#parts[this.#next] as Buffer;
      if (length + part.length - this.#from > largeBlockBytes) break;
      length += part.copy(buffer, length, this.#from);
      this.#from = 0;
    }
    return buffer.subarray(0, length);
  }

  #slice(): Buffer {
    const part = this.#parts[this.#next] as Buffer;
    const piece = part.subarray(this.#from, this.#from + largeBlockBytes);
    this.#from += piece.length;
    if (this.#from === part.length) {
      this.#next++;
      this.#from = 0;
    }
    return piece;
  }
}
