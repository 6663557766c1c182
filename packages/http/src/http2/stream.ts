import { largeBlockBytes } from "../buffer-pool.ts";
import type { ConnectionRequest } from "../connection-request.ts";
import type { Deadline, WriteTimeout } from "../deadlines.ts";
import { writable } from "../field-text.ts";
import type { Delivery, ResponseWriter } from "../http.ts";
import { ReceiveWindow, streamWindowBytes } from "./flow-windows.ts";
import type { FrameWriter, Sender } from "./frame-writer.ts";
import { flag, frameType, maxFrameBytes, writeFrameHead } from "./frames.ts";
import type { Http2Head } from "./head.ts";
import { largestHeadBytes, writeHead } from "./head-frames.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { OutgoingData } from "./outgoing-data.ts";

/** The connection, as one of its streams sees it. */
export interface StreamOwner {
  readonly writeTimeout: WriteTimeout;
  /** The stream has something to send. */
  send(stream: Http2Stream): void;
  /** The end of its response was written. */
  sent(stream: Http2Stream): void;
  /** Aborts the response, so that the client sees that it is incomplete. */
  breakOff(stream: Http2Stream): void;
  /** The rest of its awaited body did not arrive in time. */
  refuse(stream: Http2Stream): void;
}

/** Buffered bytes of a response before its writer has to wait. */
const maxWaitingBytes = 64 * 1024;

export type Http2Request = ConnectionRequest<Http2Head, Http2Stream>;

/** One request and its response. */
export class Http2Stream implements ResponseWriter, Sender, Deadline {
  readonly id: number;
  readonly connection: StreamOwner;
  readonly body: IncomingBody;
  request: Http2Request | undefined;
  /** The send window; negative after the client has reduced it. */
  window: number;
  readonly receiveWindow: ReceiveWindow = new ReceiveWindow(streamWindowBytes);
  /** The deadline for more of the client's body, or for reading the next chunk of a response. */
  deadline: number = Number.POSITIVE_INFINITY;
  /** The sent bytes of the current piece. */
  #ofPiece = 0;
  /** The deadline for reading all of a body in memory. */
  #wholeDeadline: number = Number.POSITIVE_INFINITY;
  /** True after the end: nothing is sent or received. */
  isClosed = false;
  /** A head was sent. */
  hasBegun = false;
  /** True when the response's head was queued. */
  hasHead = false;
  /** True for another protocol: the client's silence has no deadline. */
  isTunnel = false;
  #hasContinued = false;
  /** Pending heads: `100 Continue`, and that of the response. */
  #heads: (readonly string[])[] = [];
  /** True when the end was queued. */
  #isEnded = false;
  /** Trailers, which end the response. */
  #trailers: readonly string[] | undefined;
  readonly #data = new OutgoingData();
  #mustNotify = false;
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

  /** True when the response is complete. */
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

  /** Queues a head. @param isLast true for a response without a body */
  head(lines: readonly string[], isLast: boolean): void {
    if (this.isAnswered) return;
    this.hasHead = true;
    this.#heads.push(lines);
    this.#isEnded = isLast;
    this.connection.send(this);
  }

  /** Sends `100 Continue`, once. */
  sendContinue(): void {
    if (this.isAnswered || this.hasHead || this.#hasContinued) return;
    this.#hasContinued = true;
    this.#heads.push([":status", "100"]);
    this.connection.send(this);
  }

  /** Sends an interim response, where no response was begun. */
  inform(lines: readonly string[]): void {
    if (this.isAnswered || this.hasHead) return;
    this.#heads.push(lines);
    this.connection.send(this);
  }

  /** Sends a whole body, behind the head. */
  whole(body: Buffer | readonly Buffer[], delivery: Delivery | undefined): void {
    if (delivery !== undefined) {
      this.#wholeDeadline = this.connection.writeTimeout.deadlines.in(delivery.timeoutMs);
      this.onClose(delivery.onEnd);
    }
    for (const part of Buffer.isBuffer(body) ? [body] : body) this.#data.push(part);
    this.#waitForClient();
    this.end();
  }

  /** Sends a complete error response to an abandoned request. */
  refuse(status: string): void {
    this.head([":status", status], true);
    this.#waitForClient();
  }

  /** A client that does not read its response would occupy memory indefinitely. */
  expire(): void {
    if (this.body.isAwaited && !this.isAnswered) this.connection.refuse(this);
    else this.abort();
  }

  write(chunk: Buffer): boolean {
    if (this.isAnswered) return false;
    this.#data.push(chunk);
    this.connection.send(this);
    // A handler that was told to wait must be resumed, even if it has written more.
    this.#mustNotify ||= this.#data.bytes > maxWaitingBytes;
    return !this.#mustNotify;
  }

  onDrain(callback: () => void): void {
    this.#onDrain.push(callback);
  }

  onClose(callback: () => void): void {
    if (this.isClosed) callback();
    else this.#onClose.push(callback);
  }

  end(trailers: readonly string[] = []): void {
    if (this.isAnswered) return;
    this.#isEnded = true;
    if (trailers.length > 0 && this.hasHead) this.#trailers = trailerLines(trailers);
    this.connection.send(this);
  }

  abort(): void {
    if (!this.isClosed) this.connection.breakOff(this);
  }

  writeNext(buffer: Buffer, at: number, frameWriter: FrameWriter): number {
    const [lines] = this.#heads;
    if (lines !== undefined) return this.#writeHead(lines, buffer, at, frameWriter);
    if (this.#trailers !== undefined && this.#data.bytes === 0 && !this.isClosed) {
      this.#heads.push(this.#trailers);
      this.#trailers = undefined;
      return this.#writeHead(this.#heads[0] as readonly string[], buffer, at, frameWriter);
    }
    return this.isPending ? this.#writeData(buffer, at, frameWriter) : at;
  }

  onTaken(): void {
    if (!this.#mustNotify || this.#data.bytes > 0 || this.isClosed) return;
    this.#mustNotify = false;
    for (const callback of this.#onDrain) callback();
  }

  /** Drops pending output. */
  close(): void {
    this.isClosed = true;
    this.connection.writeTimeout.deadlines.remove(this);
    this.#heads = [];
    this.#data.clear();
    const callbacks = this.#onClose;
    this.#onClose = [];
    for (const callback of callbacks) callback();
  }

  /** True if no data is waiting to be written. */
  get #isWritten(): boolean {
    return this.#isEnded && this.#data.bytes === 0 && this.#trailers === undefined;
  }

  #waitForClient(): void {
    this.connection.writeTimeout.deadlines.add(this);
    this.#beginPiece();
  }

  #beginPiece(): void {
    const { deadlines, writeTimeoutMs } = this.connection.writeTimeout;
    this.deadline = Math.min(deadlines.in(writeTimeoutMs), this.#wholeDeadline);
    this.#ofPiece = 0;
  }

  #writeHead(lines: readonly string[], buffer: Buffer, at: number, { encoder }: FrameWriter): number {
    const isLast = this.#heads.length === 1 && this.#isWritten;
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
    const isLast = this.#isWritten;
    writeFrameHead(buffer, at, length, this.#dataHead(isLast ? flag.endStream : 0));
    if (isLast) this.connection.sent(this);
    return end;
  }

  #dataHead(flags: number): { type: number; flags: number; stream: number } {
    return { type: frameType.data, flags, stream: this.id };
  }
}

function trailerLines(trailers: readonly string[]): readonly string[] {
  return trailers.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : writable(text)));
}
