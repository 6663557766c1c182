import { BodyBuffer } from "../body-buffer.ts";
import { BodyMemoryError, type BodyShare } from "../body-memory.ts";
import { BodyStream } from "../body-stream.ts";
import { BodyTooLargeError, ClientGoneError } from "../http.ts";

/**
 * The body of one request: requested bytes are kept, others wait until the reader decides, unwanted
 * ones are dropped.
 */
export class IncomingBody {
  /** As announced. */
  readonly #declared: number | undefined;
  /** Counts bytes that wait for a reader. */
  readonly #waiting: BodyShare | undefined;
  /** Bytes came that could not be kept for a later reader. */
  #isRefused = false;
  /** Buffered bytes. */
  readonly #buffered: BodyBuffer = new BodyBuffer();
  #came = 0;
  #isDone: boolean;
  #isUnwanted = false;
  #request: ReadRequest | undefined;
  #stream: BodyStream | undefined;
  #isGiven = false;

  /**
   * @param isDone true without a body
   * @param waiting grows with the bytes that wait for a reader. @default they are not counted
   */
  constructor(declared: number | undefined, isDone: boolean, waiting?: BodyShare) {
    this.#declared = declared;
    this.#isDone = isDone;
    this.#waiting = waiting;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * True while the body is consistent with its content length, and at the end, when it is equal.
   */
  get isAsAnnounced(): boolean {
    const declared = this.#declared;
    return declared === undefined || (this.#isDone ? this.#came === declared : this.#came <= declared);
  }

  /** True after the first bytes. */
  get hasBegun(): boolean {
    return this.#came > 0 || this.#isDone;
  }

  /** True when a reader waits for more. */
  get isAwaited(): boolean {
    return (this.#request !== undefined || this.#stream?.isAwaited === true) && !this.#isUnwanted && !this.#isDone;
  }

  /** The number of buffered bytes. */
  get held(): number {
    if (this.#stream !== undefined) return this.#stream.bytes;
    return this.#request === undefined ? this.#buffered.length : 0;
  }

  /** @param isLast true for the last chunk */
  push(piece: Buffer, isLast: boolean): void {
    this.#came += piece.length;
    if (isLast) this.#isDone = true;
    if (this.#isUnwanted || !this.isAsAnnounced) return;
    if (this.#stream !== undefined) {
      this.#stream.push(piece);
      if (isLast) this.#stream.end();
      return;
    }
    const request = this.#request;
    if (request === undefined && this.#waiting?.grow(piece.length) === false) {
      this.#isRefused = true;
      this.drop();
      return;
    }
    const maxBytes = request?.maxBytes ?? Number.POSITIVE_INFINITY;
    if (this.#buffered.length + piece.length > maxBytes) {
      this.drop();
      request?.reject(new BodyTooLargeError(maxBytes));
      return;
    }
    if (request?.share?.grow(piece.length) === false) {
      this.drop();
      request.reject(new BodyMemoryError());
      return;
    }
    // No large buffer is allocated before the body is requested.
    const left = request === undefined ? 0 : (this.#declared ?? this.#came) - this.#came;
    if (piece.length > 0) this.#buffered.add(piece, { isLast, left, maxBytes });
    if (isLast) this.#give();
  }

  /** Reads all of it, once; see `HttpRequest.readBody`. */
  readAll(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    if (this.#request !== undefined || this.#stream !== undefined)
      return Promise.reject(new TypeError("a body is read once"));
    if (Math.max(this.#declared ?? 0, this.#buffered.length) > maxBytes) {
      this.drop();
      return Promise.reject(new BodyTooLargeError(maxBytes));
    }
    if (this.#isUnwanted) return Promise.reject(this.#lost());
    // Counted for its reader from now on.
    this.#waiting?.release();
    if (share?.grow(this.#buffered.length) === false) {
      this.drop();
      return Promise.reject(new BodyMemoryError());
    }
    return new Promise((resolve, reject) => {
      this.#request = { resolve, reject, maxBytes, share };
      if (this.#isDone) this.#give();
    });
  }

  /**
   * The body as a stream, once.
   * @param onRead called when the reader consumed this many bytes, or waits for them
   * @throws {TypeError} when it was read already
   */
  open(onRead: (bytes: number) => void): BodyStream {
    if (this.#request !== undefined || this.#stream !== undefined) throw new TypeError("a body is read once");
    const stream = new BodyStream({ onRead, onCancel: () => this.drop() });
    // What a stream holds is bounded by its window.
    this.#waiting?.release();
    if (this.#isUnwanted) stream.fail(this.#lost());
    else if (this.#buffered.length > 0) stream.push(this.#buffered.take());
    if (this.#isDone) stream.end();
    this.#stream = stream;
    return stream;
  }

  /** Drops the rest. */
  drop(): void {
    this.#isUnwanted = true;
    this.#buffered.clear();
    this.#waiting?.release();
  }

  /** Ends the body: no more bytes will arrive. */
  breakOff(cause: unknown): void {
    this.drop();
    if (this.#request !== undefined && !this.#isGiven) this.#request.reject(gone(cause));
    if (this.#stream?.isEnded === false) this.#stream.fail(gone(cause));
  }

  /** Why a body that is not there is not. */
  #lost(): Error {
    return this.#isRefused ? new BodyMemoryError() : gone(undefined);
  }

  #give(): void {
    if (this.#request === undefined) return;
    this.#isGiven = true;
    this.#request.resolve(this.#buffered.take());
  }
}

interface ReadRequest {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly maxBytes: number;
  readonly share: BodyShare | undefined;
}

function gone(cause: unknown): ClientGoneError {
  return new ClientGoneError("the client hung up before its body was whole", { cause });
}
