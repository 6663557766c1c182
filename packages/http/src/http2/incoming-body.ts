import { BodyBuffer } from "../body-buffer.ts";
import { BodyMemoryError, type BodyShare } from "../body-memory.ts";
import { BodyStream } from "../body-stream.ts";
import { BodyTooLargeError, ClientGoneError } from "../http.ts";

/**
 * The body of one request: what is asked for is kept, what comes before waits, what nobody wants
 * flows away.
 */
export class IncomingBody {
  /** As announced. */
  readonly #declared: number | undefined;
  /** What waits, of all that came. */
  readonly #buffered: BodyBuffer = new BodyBuffer();
  #came = 0;
  #isDone: boolean;
  #isUnwanted = false;
  #asked: Asked | undefined;
  #stream: BodyStream | undefined;
  #isGiven = false;

  /** @param isDone whether nothing will come */
  constructor(declared: number | undefined, isDone: boolean) {
    this.#declared = declared;
    this.#isDone = isDone;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether it can be what was announced, so far or, once it is done, as a whole. */
  get isAsAnnounced(): boolean {
    const declared = this.#declared;
    return declared === undefined || (this.#isDone ? this.#came === declared : this.#came <= declared);
  }

  /** Whether something of it has come. */
  get hasBegun(): boolean {
    return this.#came > 0 || this.#isDone;
  }

  /** Whether whoever asked for it waits for more. */
  get isAwaited(): boolean {
    return (this.#asked !== undefined || this.#stream?.isAwaited === true) && !this.#isUnwanted && !this.#isDone;
  }

  /** How much of it waits to be asked for. */
  get held(): number {
    if (this.#stream !== undefined) return this.#stream.bytes;
    return this.#asked === undefined ? this.#buffered.length : 0;
  }

  /** @param isLast whether all of it is there */
  push(piece: Buffer, isLast: boolean): void {
    this.#came += piece.length;
    if (isLast) this.#isDone = true;
    if (this.#isUnwanted || !this.isAsAnnounced) return;
    if (this.#stream !== undefined) {
      this.#stream.push(piece);
      if (isLast) this.#stream.end();
      return;
    }
    const asked = this.#asked;
    const maxBytes = asked?.maxBytes ?? Number.POSITIVE_INFINITY;
    if (this.#buffered.length + piece.length > maxBytes) {
      this.drop();
      asked?.reject(new BodyTooLargeError(maxBytes));
      return;
    }
    if (asked?.share?.grow(piece.length) === false) {
      this.drop();
      asked.reject(new BodyMemoryError());
      return;
    }
    // No buffer is made for what nobody has asked for.
    const left = asked === undefined ? 0 : (this.#declared ?? this.#came) - this.#came;
    if (piece.length > 0) this.#buffered.add(piece, { isLast, left, maxBytes });
    if (isLast) this.#give();
  }

  /** All of it, once; see `HttpRequest.readBody`. */
  ask(maxBytes: number, share?: BodyShare): Promise<Buffer> {
    if (this.#asked !== undefined || this.#stream !== undefined)
      return Promise.reject(new TypeError("a body is read once"));
    if (Math.max(this.#declared ?? 0, this.#buffered.length) > maxBytes) {
      this.drop();
      return Promise.reject(new BodyTooLargeError(maxBytes));
    }
    if (this.#isUnwanted) return Promise.reject(gone(undefined));
    if (share?.grow(this.#buffered.length) === false) {
      this.drop();
      return Promise.reject(new BodyMemoryError());
    }
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject, maxBytes, share };
      if (this.#isDone) this.#give();
    });
  }

  /**
   * The body piece by piece, once.
   * @param onRead called when the reader took this many bytes, or waits for them
   * @throws {TypeError} where it is read already
   */
  open(onRead: (bytes: number) => void): BodyStream {
    if (this.#asked !== undefined || this.#stream !== undefined) throw new TypeError("a body is read once");
    const stream = new BodyStream({ onRead, onCancel: () => this.drop() });
    if (this.#isUnwanted) stream.fail(gone(undefined));
    else if (this.#buffered.length > 0) stream.push(this.#buffered.take());
    if (this.#isDone) stream.end();
    this.#stream = stream;
    return stream;
  }

  /** Nobody wants the rest. */
  drop(): void {
    this.#isUnwanted = true;
    this.#buffered.clear();
  }

  /** Nothing more will come. */
  breakOff(cause: unknown): void {
    this.drop();
    if (this.#asked !== undefined && !this.#isGiven) this.#asked.reject(gone(cause));
    if (this.#stream?.isEnded === false) this.#stream.fail(gone(cause));
  }

  #give(): void {
    if (this.#asked === undefined) return;
    this.#isGiven = true;
    this.#asked.resolve(this.#buffered.take());
  }
}

interface Asked {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly maxBytes: number;
  readonly share: BodyShare | undefined;
}

function gone(cause: unknown): ClientGoneError {
  return new ClientGoneError("the client hung up before its body was whole", { cause });
}
