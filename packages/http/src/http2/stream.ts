import { largeBlockBytes } from "../buffer-pool.ts";
import type { ConnectionRequest } from "../connection-request.ts";
import type { Deadline, WriteTimeout } from "../deadlines.ts";
import type { ResponseWriter } from "../http.ts";
import type { FrameWriter, Sender } from "./frame-writer.ts";
import { flag, frameType, maxFrameBytes, writeFrameHead } from "./frames.ts";
import type { Http2Head } from "./head.ts";
import { largestHeadBytes, writeHead } from "./head-frames.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { OutgoingData } from "./outgoing-data.ts";
import { ReceiveWindow, streamWindowBytes } from "./receive-window.ts";

/** The connection, as one of its streams sees it. */
export interface StreamOwner {
  readonly writeTimeout: WriteTimeout;
  /** The stream has something to send. */
  send(stream: Http2Stream): void;
  /** The end of its answer was written. */
  sent(stream: Http2Stream): void;
  /** Its answer ends here, and the client is to see that it is not whole. */
  breakOff(stream: Http2Stream): void;
  /** Its body, which is waited for, stopped coming. */
  refuse(stream: Http2Stream): void;
}

/** How much of the answer may wait before whoever writes it is told to wait too. */
const maxWaitingBytes = 64 * 1024;

export type Http2Request = ConnectionRequest<Http2Head, Http2Stream>;

/** One request and its answer. */
export class Http2Stream implements ResponseWriter, Sender, Deadline {
  readonly id: number;
  readonly connection: StreamOwner;
  readonly body: IncomingBody;
  request: Http2Request | undefined;
  /** How much data the client takes. Less than nothing, where it changed its mind. */
  window: number;
  readonly receiveWindow: ReceiveWindow = new ReceiveWindow(streamWindowBytes);
  /**
   * Until when the client is to have sent more of its body, or to have taken the next piece of a
   * whole answer.
   */
  deadline: number = Number.POSITIVE_INFINITY;
  /** How much of this piece was sent. */
  #ofPiece = 0;
  /** Nothing more is sent or heard. */
  isClosed = false;
  /** A head was sent. */
  hasBegun = false;
  /** The response's head was given to be sent. */
  hasHead = false;
  /** It carries another protocol: no deadline runs for what the client sends. */
  isTunnel = false;
  #hasContinued = false;
  /** Heads that wait: that the body may come, and that of the answer. */
  #heads: (readonly string[])[] = [];
  /** The end was said, and maybe waits; nothing comes after it. */
  #isEnded = false;
  readonly #data = new OutgoingData();
  #hasToTell = false;
  readonly #onDrain: (() => void)[] = [];
  #onClose: (() => void)[] = [];

  constructor(id: number, connection: StreamOwner, body: IncomingBody, window: number) {
    this.id = id;
    this.connection = connection;
    this.body = body;
    this.window = window;
  }

  get isPending(): boolean {
    return this.#heads.length > 0 || this.#data.bytes > 0 || (this.#isEnded && !this.isClosed);
  }

  get isData(): boolean {
    return this.#heads.length === 0 && this.#data.bytes > 0;
  }

  /** Whether nothing can be said behind what was said. */
  get isAnswered(): boolean {
    return this.isClosed || this.#isEnded;
  }

  /** Its body is waited for from now on, or is not. @param timeoutMs how long it may stop coming */
  watchBody(timeoutMs: number): void {
    if (this.isAnswered) return;
    const { deadlines } = this.connection.writeTimeout;
    if (this.body.isAwaited) {
      deadlines.add(this);
      this.deadline = deadlines.in(timeoutMs);
    } else deadlines.remove(this);
  }

  /** Sends a head. @param isLast whether it is all of the answer */
  head(lines: readonly string[], isLast: boolean): void {
    if (this.isAnswered) return;
    this.hasHead = true;
    this.#heads.push(lines);
    this.#isEnded = isLast;
    this.connection.send(this);
  }

  /** Tells the client, once, that its body may come. */
  sendContinue(): void {
    if (this.isAnswered || this.hasHead || this.#hasContinued) return;
    this.#hasContinued = true;
    this.#heads.push([":status", "100"]);
    this.connection.send(this);
  }

  /** Sends a whole body, behind the head. */
  whole(body: Buffer | readonly Buffer[]): void {
    for (const part of Buffer.isBuffer(body) ? [body] : body) this.#data.push(part);
    this.#waitForClient();
    this.end();
  }

  /** All that there is to say of a request that is not waited for any more. */
  refuse(status: string): void {
    this.head([":status", status], true);
    this.#waitForClient();
  }

  /** Whoever does not take what he asked for would hold it for as long as he likes. */
  expire(): void {
    if (this.body.isAwaited && !this.isAnswered) this.connection.refuse(this);
    else this.abort();
  }

  write(chunk: Buffer): boolean {
    if (this.isAnswered) return false;
    this.#data.push(chunk);
    this.connection.send(this);
    // Who was told to wait once is told when not to, whatever he wrote nevertheless.
    this.#hasToTell ||= this.#data.bytes > maxWaitingBytes;
    return !this.#hasToTell;
  }

  onDrain(callback: () => void): void {
    this.#onDrain.push(callback);
  }

  onClose(callback: () => void): void {
    if (this.isClosed) callback();
    else this.#onClose.push(callback);
  }

  end(): void {
    if (this.isAnswered) return;
    this.#isEnded = true;
    this.connection.send(this);
  }

  abort(): void {
    if (!this.isClosed) this.connection.breakOff(this);
  }

  writeNext(buffer: Buffer, at: number, frameWriter: FrameWriter): number {
    const [lines] = this.#heads;
    if (lines !== undefined) return this.#writeHead(lines, buffer, at, frameWriter);
    return this.isPending ? this.#writeData(buffer, at, frameWriter) : at;
  }

  onTaken(): void {
    if (!this.#hasToTell || this.#data.bytes > 0 || this.isClosed) return;
    this.#hasToTell = false;
    for (const callback of this.#onDrain) callback();
  }

  /** What waits is for no one any more. */
  close(): void {
    this.isClosed = true;
    this.connection.writeTimeout.deadlines.remove(this);
    this.#heads = [];
    this.#data.clear();
    const callbacks = this.#onClose;
    this.#onClose = [];
    for (const callback of callbacks) callback();
  }

  #waitForClient(): void {
    this.connection.writeTimeout.deadlines.add(this);
    this.#beginPiece();
  }

  #beginPiece(): void {
    const { deadlines, writeTimeoutMs } = this.connection.writeTimeout;
    this.deadline = deadlines.in(writeTimeoutMs);
    this.#ofPiece = 0;
  }

  #writeHead(lines: readonly string[], buffer: Buffer, at: number, { encoder }: FrameWriter): number {
    const isLast = this.#heads.length === 1 && this.#isEnded && this.#data.bytes === 0;
    const flags = isLast ? flag.endStream : 0;
    const end = writeHead(encoder, lines, { buffer, at, flags, stream: this.id });
    if (end < 0 && buffer.length - at >= largestHeadBytes) {
      this.connection.breakOff(this);
      return at;
    }
    if (end < 0) return end;
    this.#heads.shift();
    this.hasBegun = true;
    if (isLast) this.connection.sent(this);
    return end;
  }

  #writeData(buffer: Buffer, at: number, frameWriter: FrameWriter): number {
    const most = Math.min(maxFrameBytes, frameWriter.window, this.window);
    if (this.#data.bytes > 0 && most <= 0) return at;
    const start = writeFrameHead(buffer, at, 0, this.#dataHead(0));
    const end = this.#data.copyTo(buffer, start, start + most);
    const length = end - start;
    frameWriter.spend(length);
    this.window -= length;
    this.#ofPiece += length;
    if (this.#ofPiece >= largeBlockBytes) this.#beginPiece();
    const isLast = this.#isEnded && this.#data.bytes === 0;
    writeFrameHead(buffer, at, length, this.#dataHead(isLast ? flag.endStream : 0));
    if (isLast) this.connection.sent(this);
    return end;
  }

  #dataHead(flags: number): { type: number; flags: number; stream: number } {
    return { type: frameType.data, flags, stream: this.id };
  }
}
