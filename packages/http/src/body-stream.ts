/** Bytes that may wait for the reader before the connection is paused. */
const maxWaitingBytes = 64 * 1024;

interface BodyStreamOptions {
  /** The reader took this many bytes that waited, or waits for more (0). */
  readonly onRead: (bytes: number) => void;
  /** Called when the reader stopped before the end. */
  readonly onCancel: () => void;
}

interface Reader {
  readonly resolve: (result: IteratorResult<Buffer, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** The bytes of a body in the pieces in which they arrive, for one reader. */
export class BodyStream implements AsyncIterableIterator<Buffer, undefined> {
  readonly #options: BodyStreamOptions;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;
  #reader: Reader | undefined;
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: BodyStreamOptions) {
    this.#options = options;
  }

  /** Bytes that wait for the reader. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True after the end or an error. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** True while the reader waits for the client. */
  get isAwaited(): boolean {
    return this.#reader !== undefined;
  }

  /** False after the end or an error, and while the reader is behind. */
  get wantsMore(): boolean {
    return !this.#isEnded && this.#bytes < maxWaitingBytes;
  }

  push(piece: Buffer): void {
    if (this.#isEnded || piece.length === 0) return;
    const reader = this.#takeReader();
    if (reader !== undefined) reader.resolve({ done: false, value: piece });
    else {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
    }
  }

  end(): void {
    this.#isEnded = true;
    this.#takeReader()?.resolve({ done: true, value: undefined });
  }

  /** The reader gets the pending bytes, and then the error. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const reader = this.#takeReader();
    if (reader === undefined) this.#failure = { error };
    else reader.reject(error);
  }

  next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#reader !== undefined) return Promise.reject(new TypeError("a body has one reader"));
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      this.#bytes -= piece.length;
      this.#options.onRead(piece.length);
      return Promise.resolve({ done: false, value: piece });
    }
    const failure = this.#failure;
    if (failure !== undefined) {
      this.#failure = undefined;
      return Promise.reject(failure.error);
    }
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#options.onRead(0);
    });
  }

  return(): Promise<IteratorResult<Buffer, undefined>> {
    const isEarly = !this.#isEnded;
    this.end();
    const waiting = this.#bytes;
    this.#pieces.length = 0;
    this.#bytes = 0;
    this.#failure = undefined;
    if (waiting > 0) this.#options.onRead(waiting);
    if (isEarly) this.#options.onCancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #takeReader(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}

/** The stream of a request without a body. */
export function emptyBodyStream(): BodyStream {
  const stream = new BodyStream({ onRead: () => undefined, onCancel: () => undefined });
  stream.end();
  return stream;
}
