import { isBodiless } from "../../content-length.ts";
import type { Deadline } from "../../deadlines.ts";
import { ReceiveWindow, streamWindowBytes } from "../../http2/flow-windows.ts";
import type { FrameWriter, Sender } from "../../http2/frame-writer.ts";
import { flag, frameType, maxFrameBytes, writeFrameHead } from "../../http2/frames.ts";
import { largestHeadBytes, writeHead } from "../../http2/head-frames.ts";
import { OutgoingData } from "../../http2/outgoing-data.ts";
import type { ResponseSink } from "../exchange/carrier.ts";

/** The connection, as one of its streams sees it. */
export interface StreamConnection {
  /** The receiver took bytes that had waited, or were let wait. */
  taken(stream: ClientStream, bytes: number): void;
  /** The stream ends with an error. */
  failed(stream: ClientStream, error: unknown): void;
}

/** The request and the receiver of a stream. */
interface StreamStart {
  readonly sink: ResponseSink;
  readonly lines: readonly string[];
  /** A body that is in memory. */
  readonly body: Uint8Array | undefined;
  /** A body comes piece by piece. */
  readonly isStreamed: boolean;
  /** The request cannot be sent again. */
  readonly isFinal: boolean;
  readonly method: string;
  /** The send window. */
  readonly window: number;
}

type Trailers = readonly (readonly [name: string, value: string])[] | undefined;

/** The number of buffered bytes of a body above which its writer waits. */
const maxWaitingBytes = 64 * 1024;

/** One exchange over a connection of HTTP/2. */
export class ClientStream implements Sender, Deadline {
  readonly id: number;
  readonly sink: ResponseSink;
  /** The request cannot be sent again, since it has a body. */
  readonly isFinal: boolean;
  readonly receiveWindow: ReceiveWindow = new ReceiveWindow(streamWindowBytes);
  deadline: number = Number.POSITIVE_INFINITY;
  /** The send window. */
  window: number;
  /** True once its head was written, and the server may process it. */
  hasBegun = false;
  /** The head of the response is there. */
  hasHead = false;
  /** The remaining bytes of the response's body, if its head has a length. */
  bytesLeft: number | undefined;
  interim = 0;
  isOver = false;
  readonly #connection: StreamConnection;
  readonly #method: string;
  #lines: readonly string[] | undefined;
  readonly #data = new OutgoingData();
  #isWhole: boolean;
  #isSent = false;
  #onTaken: (() => void) | undefined;
  /** The receiver is behind. */
  #isPaused = false;
  #held: Buffer[] = [];
  #endsHeld = false;
  #trailers: Trailers;

  constructor(
    id: number,
    connection: StreamConnection,
    { sink, lines, body, isStreamed, isFinal, method, window }: StreamStart,
  ) {
    this.id = id;
    this.sink = sink;
    this.#method = method;
    this.isFinal = isFinal;
    this.window = window;
    this.#connection = connection;
    this.#lines = lines;
    this.#isWhole = !isStreamed;
    if (body !== undefined) this.#data.push(body);
  }

  get isPending(): boolean {
    return !this.isOver && !this.#isSent && (this.#lines !== undefined || this.#data.bytes > 0 || this.#isWhole);
  }

  get isData(): boolean {
    return this.#lines === undefined && this.#data.bytes > 0;
  }

  /** True while the receiver is behind. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The whole request was written. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** True if a response of this status has no body, whatever its headers. */
  isBodiless(status: number): boolean {
    return isBodiless(this.#method, status);
  }

  /** @returns a promise where the writer is to wait */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.#data.push(piece);
    if (this.#data.bytes <= maxWaitingBytes) return undefined;
    return new Promise((resolve) => {
      this.#onTaken = resolve;
    });
  }

  /** The request has been sent completely. */
  finish(): void {
    this.#isWhole = true;
  }

  writeNext(buffer: Buffer, at: number, writer: FrameWriter): number {
    if (this.#lines !== undefined) return this.#writeHead(buffer, at, writer);
    return this.isPending ? this.#writeData(buffer, at, writer) : at;
  }

  onTaken(): void {
    this.#onTaken?.();
    this.#onTaken = undefined;
  }

  expire(): void {
    const what = this.hasHead ? "the response's body stopped coming" : "no response came in time";
    this.#connection.failed(this, new Error(what));
  }

  /** Data of the response arrived. */
  receive(piece: Buffer, isLast: boolean, trailers?: Trailers): void {
    this.#trailers = trailers;
    if (this.#isPaused) {
      this.#held.push(piece);
      this.#endsHeld = isLast;
      return;
    }
    this.#give(piece);
    if (!isLast) return;
    if (this.#isPaused) this.#endsHeld = true;
    else this.sink.end(trailers);
  }

  resume(): void {
    if (!this.#isPaused || (this.isOver && !this.#endsHeld)) return;
    this.#isPaused = false;
    while (this.#held.length > 0 && !this.#isPaused) this.#give(this.#held.shift() as Buffer);
    if (this.#isPaused || !this.#endsHeld) return;
    this.#endsHeld = false;
    this.sink.end(this.#trailers);
  }

  /** Ends the stream. A complete response stays available until the receiver has read it. */
  close(isWhole: boolean): void {
    this.isOver = true;
    this.#data.clear();
    this.onTaken();
    if (!isWhole) {
      this.#held = [];
      this.#endsHeld = false;
    }
  }

  #give(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#isPaused = !this.sink.data(piece);
    this.#connection.taken(this, piece.length);
  }

  #writeHead(buffer: Buffer, at: number, { encoder }: FrameWriter): number {
    const lines = this.#lines ?? [];
    const isLast = this.#isWhole && this.#data.bytes === 0;
    const end = writeHead(encoder, lines, { buffer, at, flags: isLast ? flag.endStream : 0, stream: this.id });
    if (end < 0) {
      if (buffer.length - at < largestHeadBytes) return end;
      this.#connection.failed(this, new TypeError("the head of a request is too large"));
      return at;
    }
    this.#lines = undefined;
    this.hasBegun = true;
    this.#isSent = isLast;
    return end;
  }

  #writeData(buffer: Buffer, at: number, writer: FrameWriter): number {
    const most = Math.min(maxFrameBytes, writer.window, this.window);
    if (this.#data.bytes > 0 && most <= 0) return at;
    const start = writeFrameHead(buffer, at, 0, { type: frameType.data, flags: 0, stream: this.id });
    const end = this.#data.copyTo(buffer, start, start + most);
    const length = end - start;
    writer.spend(length);
    this.window -= length;
    this.#isSent = this.#isWhole && this.#data.bytes === 0;
    const flags = this.#isSent ? flag.endStream : 0;
    writeFrameHead(buffer, at, length, { type: frameType.data, flags, stream: this.id });
    return end;
  }
}
