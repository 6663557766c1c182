import type { Socket } from "node:net";
import { type BufferPool, largeBlockBytes, smallBlockBytes } from "../buffer-pool.ts";
import { ConnectionError, errorCode, firstWindow, frameHeadBytes, maxFrameBytes, maxWindow } from "./frames.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";

/** What sends frames of one stream. */
export interface Sender {
  /** How much of its data the client takes. */
  readonly window: number;
  /** Whether there is something to send: a head, data, or the end. */
  readonly isPending: boolean;
  /** Whether what comes next goes by windows. */
  readonly isData: boolean;
  /**
   * Writes its next frames: a head, or one frame of data.
   * @returns where they end; -1 where there is not enough room
   */
  writeNext(buffer: Buffer, at: number, frameWriter: FrameWriter): number;
  /** What it wrote has been taken. */
  onTaken(): void;
}

/**
 * Frames beside those of answers that may wait for a client who reads nothing, but asks for more of
 * them.
 */
const maxControlBytes = 64 * 1024;

/**
 * What goes out on a connection. Streams send by turns, a frame each; what is there at one moment
 * goes out in one write, and nothing is put together before the write before it was taken.
 */
export class FrameWriter {
  readonly encoder: HeaderEncoder = new HeaderEncoder();
  readonly #socket: Socket;
  readonly #bufferPool: BufferPool;
  #window = firstWindow;
  #control: Buffer[] = [];
  #controlBytes = 0;
  /** In the order of their turns. */
  readonly #ready: Set<Sender> = new Set();
  /** They wait for the window of the connection. */
  readonly #starved: Set<Sender> = new Set();
  /** They were emptied by the write that is under way. */
  #emptied: Sender[] = [];
  #isScheduled = false;
  #isWriting = false;
  #isEnding = false;

  constructor(socket: Socket, bufferPool: BufferPool) {
    this.#socket = socket;
    this.#bufferPool = bufferPool;
  }

  /** How much data the client takes. */
  get window(): number {
    return this.#window;
  }

  /** Data was written. */
  spend(bytes: number): void {
    this.#window -= bytes;
  }

  /** Too many frames of the connection wait. */
  get isFlooded(): boolean {
    return this.#controlBytes > maxControlBytes;
  }

  /** Sends a frame before those of streams. */
  control(frame: Buffer): void {
    this.#control.push(frame);
    this.#controlBytes += frame.length;
    this.#schedule();
  }

  /** A stream has something to send. */
  send(sender: Sender): void {
    if (!sender.isPending || (sender.isData && sender.window <= 0) || this.#starved.has(sender)) return;
    this.#ready.add(sender);
    this.#schedule();
  }

  /** A stream is over. */
  drop(sender: Sender): void {
    this.#ready.delete(sender);
    this.#starved.delete(sender);
  }

  /** The client takes more data. @throws {ConnectionError} */
  widen(bytes: number): void {
    this.#window += bytes;
    if (bytes === 0) throw new ConnectionError(errorCode.protocolError, "a window grows");
    if (this.#window > maxWindow) throw new ConnectionError(errorCode.flowControlError, "the window is too large");
    for (const sender of this.#starved) this.#ready.add(sender);
    this.#starved.clear();
    this.#schedule();
  }

  /** Sends what there is of frames of the connection, nothing of streams, and then the end. */
  end(last: Buffer): void {
    this.#isEnding = true;
    this.#ready.clear();
    this.#starved.clear();
    this.control(last);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWriting) return;
    this.#isScheduled = true;
    // Once all that happens at this moment has been answered.
    process.nextTick(() => {
      this.#isScheduled = false;
      this.#write();
    });
  }

  #write(): void {
    if (!this.#socket.writable) return;
    const large = this.#bufferPool.acquire();
    const length = this.#fillBuffer(large, this.#writeControl(large));
    if (length === 0) this.#bufferPool.release(large);
    else {
      const buffer = length > smallBlockBytes ? large : this.#moved(large, length);
      this.#isWriting = true;
      this.#socket.write(buffer.subarray(0, length), (error) => this.#written(error, buffer));
    }
    if (this.#isEnding && this.#control.length === 0) this.#socket.end();
  }

  /** What is short waits in a buffer of its size, and leaves the large one to others. */
  #moved(large: Buffer, length: number): Buffer {
    const small = this.#bufferPool.acquire(length);
    large.copy(small, 0, 0, length);
    this.#bufferPool.release(large);
    return small;
  }

  #written(error: Error | null | undefined, buffer: Buffer): void {
    // The client is gone, and its connection closes; who knows who still reads from the buffer.
    if (error) return;
    this.#bufferPool.release(buffer);
    this.#isWriting = false;
    const emptied = this.#emptied;
    this.#emptied = [];
    for (const sender of emptied) sender.onTaken();
    if (this.#control.length > 0 || this.#ready.size > 0) this.#schedule();
  }

  #writeControl(buffer: Buffer): number {
    let at = 0;
    let next = 0;
    for (; next < this.#control.length; next++) {
      const frame = this.#control[next] as Buffer;
      if (at + frame.length > largeBlockBytes) break;
      at += frame.copy(buffer, at);
    }
    this.#control = this.#control.slice(next);
    this.#controlBytes -= at;
    return at;
  }

  #fillBuffer(buffer: Buffer, from: number): number {
    let at = from;
    // Who has more to send goes to the end of the line, which grows meanwhile.
    for (const sender of this.#ready) {
      if (at + frameHeadBytes + maxFrameBytes > largeBlockBytes) break;
      const end = sender.writeNext(buffer, at, this);
      if (end < 0) break;
      at = end;
      this.#ready.delete(sender);
      this.#turn(sender);
    }
    return at;
  }

  /** Where a sender goes after its turn. */
  #turn(sender: Sender): void {
    if (!sender.isPending) this.#emptied.push(sender);
    else if (!sender.isData) this.#ready.add(sender);
    else if (sender.window > 0) (this.#window > 0 ? this.#ready : this.#starved).add(sender);
  }
}
