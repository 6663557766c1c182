import { BodyBuffer } from "../body-buffer.ts";
import { BodyMemoryError, type BodyShare } from "../body-memory.ts";
import { BodyStream } from "../body-stream.ts";
import { BodyTooLargeError, ClientGoneError } from "../http.ts";
import { type BodyReader, ChunkReader, LengthReader, TunnelReader } from "./body-reader.ts";
import type { Framing } from "./framing.ts";

/** The body of one request: requested bytes are kept, others are dropped. */
export class Body {
  readonly #reader: BodyReader;
  /** The pending read. */
  #waiting: Waiting | undefined;
  #stream: BodyStream | undefined;
  #isRequested = false;
  /** The bytes behind a switch of protocols: no end is announced, and no deadline runs. */
  readonly isTunnel: boolean;
  /** True while the client waits for `100 Continue`. */
  held: boolean;
  /** The bytes that were dropped. */
  #dropped = 0;

  constructor(framing: Framing | "tunnel") {
    this.isTunnel = framing === "tunnel";
    if (framing === "tunnel") this.#reader = new TunnelReader();
    else this.#reader = framing.chunked ? new ChunkReader() : new LengthReader(framing.length);
    this.held = framing !== "tunnel" && framing.expectsContinue;
  }

  get done(): boolean {
    return this.#reader.done;
  }

  get broken(): boolean {
    return this.#reader.broken;
  }

  get left(): number | undefined {
    return this.#reader.left;
  }

  get isAwaited(): boolean {
    return this.#waiting !== undefined || this.#stream?.wantsMore === true;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Reads all of it, once; see `HttpRequest.readBody`. Bytes that arrived already are read by the
   * next `read`.
   */
  readAll(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    if (this.#isRequested) return Promise.reject(new TypeError("a body is read once"));
    this.#isRequested = true;
    const { left } = this.#reader;
    if (left !== undefined && left > maxBytes) return Promise.reject(new BodyTooLargeError(maxBytes));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, maxBytes, share, buffered: new BodyBuffer() };
    });
  }

  /**
   * The body as a stream, once.
   * @param onRead called when the reader consumed bytes or waits for them
   * @throws {TypeError} when it was read already
   */
  open(onRead: () => void): BodyStream {
    if (this.#isRequested) throw new TypeError("a body is read once");
    this.#isRequested = true;
    const stream = new BodyStream({ onRead, onCancel: onRead });
    this.#stream = stream;
    return stream;
  }

  /** Reads on. @returns where the next unread byte is */
  read(bytes: Buffer, from: number): number {
    this.held = false;
    const at = this.#reader.read(bytes, from, (piece) => this.#take(piece));
    const waiting = this.#waiting;
    if (waiting !== undefined && this.#reader.done) {
      this.#waiting = undefined;
      waiting.resolve(waiting.buffered.take());
    }
    if (this.#reader.done) this.#stream?.end();
    return at;
  }

  /** Ends the body: no more bytes will arrive. */
  breakOff(cause: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined || this.#stream?.isEnded === false) {
      const error = new ClientGoneError("the client hung up before its body was whole", { cause });
      waiting?.reject(error);
      this.#stream?.fail(error);
    }
  }

  /** The response was sent: remaining bytes are dropped. */
  closeStream(): void {
    if (this.#stream?.isEnded === false) this.#stream.fail(new ClientGoneError("the request was answered"));
  }

  /** The client sends no more through a tunnel. */
  endTunnel(): void {
    this.#stream?.end();
  }

  #take(piece: Buffer): void {
    const waiting = this.#waiting;
    if (this.#stream?.isEnded === false) this.#stream.push(piece);
    else if (waiting === undefined) this.#dropped += piece.length;
    else if (waiting.buffered.length + piece.length > waiting.maxBytes) {
      this.#waiting = undefined;
      waiting.reject(new BodyTooLargeError(waiting.maxBytes));
    } else if (waiting.share?.grow(piece.length) === false) {
      this.#waiting = undefined;
      waiting.reject(new BodyMemoryError());
    } else {
      const { done, left = 0 } = this.#reader;
      waiting.buffered.add(piece, { isLast: done, left, maxBytes: waiting.maxBytes });
    }
  }
}

interface Waiting {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly maxBytes: number;
  readonly share: BodyShare | undefined;
  readonly buffered: BodyBuffer;
}
