import type { Socket } from "node:net";
import { type BufferPool, largeBlockBytes, smallBlockBytes } from "../buffer-pool.ts";
import type { WriteTurns } from "../write-turns.ts";
import { ConnectionError, errorCode, firstWindow, frameHeadBytes, maxFrameBytes, maxWindow } from "./frames.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";

/** Sends the frames of one stream. */
export interface Sender {
  /** The bytes of its data that the client accepts. */
  readonly window: number;
  /** True when there is a head, data, or an end to send. */
  readonly isPending: boolean;
  /** True when the next frame is subject to flow control. */
  readonly isData: boolean;
  /**
   * Writes the next frames: a head, or one frame of data.
   * @returns their end; -1 when the buffer is too small
   */
  writeNext(buffer: Buffer, at: number, frameWriter: FrameWriter): number;
  /** Called when the written frames were sent. */
  onTaken(): void;
}

/** Bound of pending control frames, for clients that request more of them without reading. */
const maxControlBytes = 64 * 1024;

/**
 * The output of a connection. Streams send in turns, one frame each; frames that are ready at one
 * moment are sent in one write, and the next write is assembled after the previous one.
 */
export class FrameWriter {
  readonly encoder: HeaderEncoder = new HeaderEncoder();
  readonly #socket: Socket;
  readonly #bufferPool: BufferPool;
  readonly #turns: WriteTurns | undefined;
  #window = firstWindow;
  #control: Buffer[] = [];
  #controlBytes = 0;
  /** In the order of their turns. */
  readonly #ready: Set<Sender> = new Set();
  /** Streams that wait for the window of the connection. */
  readonly #starved: Set<Sender> = new Set();
  /** Streams that were drained by the pending write. */
  #emptied: Sender[] = [];
  #isScheduled = false;
  #isWriting = false;
  #isEnding = false;

  /**
   * @param turns schedules the rest of a large write; without it the rest is written immediately
   */
  constructor(socket: Socket, bufferPool: BufferPool, turns?: WriteTurns) {
    this.#socket = socket;
    this.#bufferPool = bufferPool;
    this.#turns = turns;
  }

  /** The bytes of data that the client accepts. */
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
    if (bytes === 0) throw new ConnectionError(errorCode.protocolError, "a window grows by nothing");
    if (this.#window > maxWindow) throw new ConnectionError(errorCode.flowControlError, "the window is too large");
    for (const sender of this.#starved) this.#ready.add(sender);
    this.#starved.clear();
    this.#schedule();
  }

  /** Sends pending control frames, none of streams, and then the last frame. */
  end(last: Buffer): void {
    this.#isEnding = true;
    this.#ready.clear();
    this.#starved.clear();
    this.control(last);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWriting) return;
    this.#isScheduled = true;
    // After everything of this tick was handled.
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

  /** Copies short output to a buffer of its size, and releases the large one. */
  #moved(large: Buffer, length: number): Buffer {
    const small = this.#bufferPool.acquire(length);
    large.copy(small, 0, 0, length);
    this.#bufferPool.release(large);
    return small;
  }

  #written(error: Error | null | undefined, buffer: Buffer): void {
    // The client is gone and its connection closes; the buffer may still be in use.
    if (error) return;
    const wasLarge = buffer.length > smallBlockBytes;
    this.#bufferPool.release(buffer);
    this.#isWriting = false;
    const emptied = this.#emptied;
    this.#emptied = [];
    for (const sender of emptied) sender.onTaken();
    if (this.#control.length === 0 && this.#ready.size === 0) return;
    if (wasLarge && this.#turns !== undefined) this.#waitForTurn(this.#turns);
    else this.#schedule();
  }

  /** Gives way to other connections before the next large write. */
  #waitForTurn(turns: WriteTurns): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    turns.run(() => {
      this.#isScheduled = false;
      this.#write();
    });
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
    // A sender with more output moves to the end of the queue while it is iterated.
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

  /** Moves a sender after its turn. */
  #turn(sender: Sender): void {
    if (!sender.isPending) this.#emptied.push(sender);
    else if (!sender.isData) this.#ready.add(sender);
    else if (sender.window > 0) (this.#window > 0 ? this.#ready : this.#starved).add(sender);
  }
}
