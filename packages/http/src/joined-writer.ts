import type { Duplex } from "node:stream";
import { type BufferPool, tunnelBlockBytes as blockBytes } from "./buffer-pool.ts";

/**
 * Writes what arrives during a write, or in one turn, together. Pieces are copied into buffers that
 * are used again: a buffer of its own for each piece keeps the collector busy.
 */
export class JoinedWriter {
  readonly #to: Duplex;
  readonly #pool: BufferPool;
  readonly #onDrain: () => void;
  /** Blocks that are not written yet; the last one may have room. */
  readonly #blocks: Buffer[] = [];
  /** Of the last block. */
  #used = 0;
  #isWriting = false;
  #isDue = false;
  #isBehind = false;
  #onEnd: (() => void) | undefined;

  /** @param onDrain called when more may be written, after a write that returned false */
  constructor(to: Duplex, pool: BufferPool, onDrain: () => void) {
    this.#to = to;
    this.#pool = pool;
    this.#onDrain = onDrain;
    // Pending data is dropped when the connection closes.
    to.once("close", () => this.#drop());
  }

  /**
   * @param piece is copied
   * @returns false where the other side is behind
   */
  write(piece: Buffer): boolean {
    if (this.#to.destroyed) return true;
    for (let from = 0; from < piece.length; ) {
      if (this.#blocks.length === 0 || this.#used === blockBytes) {
        this.#blocks.push(this.#pool.acquire(blockBytes));
        this.#used = 0;
      }
      const block = this.#blocks.at(-1) as Buffer;
      const copied = piece.copy(block, this.#used, from, Math.min(piece.length, from + blockBytes - this.#used));
      this.#used += copied;
      from += copied;
    }
    if (!this.#isWriting && !this.#isDue) {
      this.#isDue = true;
      process.nextTick(this.#flush);
    }
    // One block is written, and one waits.
    // It stays behind until it drains: of several sources the first to be refused waits for that.
    this.#isBehind ||= this.#blocks.length > 1 || (this.#isWriting && this.#used > blockBytes / 2);
    return !this.#isBehind;
  }

  /** Calls back when all is written, or never will be. */
  end(then: () => void): void {
    if (this.#blocks.length === 0 && !this.#isWriting) then();
    else this.#onEnd = then;
  }

  readonly #flush = (): void => {
    this.#isDue = false;
    const block = this.#blocks.shift();
    if (block === undefined || this.#to.destroyed) return;
    const bytes = this.#blocks.length === 0 ? this.#used : blockBytes;
    if (this.#blocks.length === 0) this.#used = 0;
    this.#isWriting = true;
    this.#to.write(bytes === block.length ? block : block.subarray(0, bytes), () => {
      this.#isWriting = false;
      this.#pool.release(block);
      this.#written();
    });
  };

  #written(): void {
    if (this.#blocks.length > 0) this.#flush();
    else {
      const then = this.#onEnd;
      this.#onEnd = undefined;
      then?.();
    }
    if (!this.#isBehind || this.#blocks.length > 1) return;
    this.#isBehind = false;
    this.#onDrain();
  }

  #drop(): void {
    for (const block of this.#blocks.splice(0)) this.#pool.release(block);
    this.#used = 0;
    this.#onEnd?.();
    this.#onEnd = undefined;
  }
}
