/** A complete response. */
export interface ReceivedResponse {
  readonly status: number;
  /** Bytes of the body, without what frames it. */
  readonly bodyBytes: number;
  /** Its beginning, as much as is kept. */
  readonly body: Buffer;
}

interface ResponseReaderOptions {
  readonly onResponse: (response: ReceivedResponse) => void;
  readonly onHead?: (status: number) => void;
  /** Called with every piece of a body as it arrives. */
  readonly onBody?: (piece: Buffer) => void;
  /** The bytes of each body that are kept. */
  readonly keepBytes: number;
}

const headEnd = Buffer.from("\r\n\r\n");
const lengthHeader = "content-length:";
const chunkedHeader = "transfer-encoding: chunked";
const maxHeadBytes = 256 * 1024;

type Place = "head" | "body" | "chunk-size" | "chunk" | "chunk-end" | "trailer";

/**
 * Reads HTTP/1.1 responses from the chunks in which they arrive. It does as little as a load
 * generator needs, since both share the machine with the server.
 */
export class ResponseReader {
  readonly #options: ResponseReaderOptions;
  #place: Place = "head";
  #pending: Buffer | undefined;
  #status = 0;
  #left = 0;
  #bodyBytes = 0;
  #keptBytes = 0;
  #parts: Buffer[] = [];

  constructor(options: ResponseReaderOptions) {
    this.#options = options;
  }

  /** @throws {Error} for bytes that are not a response of HTTP/1.1 */
  push(piece: Buffer): void {
    let bytes = piece;
    if (this.#pending !== undefined) {
      bytes = Buffer.concat([this.#pending, piece]);
      this.#pending = undefined;
    }
    let at = 0;
    while (at < bytes.length || (this.#place === "body" && this.#left === 0)) {
      const next = this.#step(bytes, at);
      if (next === undefined) {
        this.#pending = bytes.subarray(at);
        if (this.#pending.length > maxHeadBytes) throw new Error("a response with a head without end");
        return;
      }
      at = next;
    }
  }

  /** The start of the next step; undefined when this one needs more bytes. */
  #step(bytes: Buffer, at: number): number | undefined {
    switch (this.#place) {
      case "head":
        return this.#readHead(bytes, at);
      case "body":
      case "chunk":
        return this.#readBody(bytes, at);
      case "chunk-size":
        return this.#readChunkSize(bytes, at);
      case "chunk-end":
        if (bytes.length - at < 2) return undefined;
        this.#place = "chunk-size";
        return at + 2;
      case "trailer": {
        const end = bytes.indexOf("\r\n", at);
        if (end < 0) return undefined;
        if (end === at) this.#finish();
        return end + 2;
      }
    }
  }

  #readHead(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(headEnd, at);
    if (end < 0) return undefined;
    const head = bytes.toString("latin1", at, end);
    if (!head.startsWith("HTTP/1.1 ")) throw new Error(`no response of HTTP/1.1: ${JSON.stringify(head.slice(0, 80))}`);
    this.#status = Number(head.slice(9, 12));
    const lower = head.toLowerCase();
    const length = lower.indexOf(lengthHeader);
    if (lower.includes(chunkedHeader)) this.#place = "chunk-size";
    else {
      this.#place = "body";
      this.#left = length < 0 ? 0 : Number.parseInt(lower.slice(length + lengthHeader.length), 10);
    }
    this.#options.onHead?.(this.#status);
    return end + headEnd.length;
  }

  #readBody(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    if (end > at) {
      const piece = bytes.subarray(at, end);
      this.#bodyBytes += piece.length;
      this.#left -= piece.length;
      this.#keep(piece);
      this.#options.onBody?.(piece);
    }
    if (this.#left === 0) {
      if (this.#place === "body") this.#finish();
      else this.#place = "chunk-end";
    }
    return end;
  }

  #keep(piece: Buffer): void {
    const room = this.#options.keepBytes - this.#keptBytes;
    if (room <= 0) return;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#keptBytes += kept.length;
    this.#parts.push(kept);
  }

  #readChunkSize(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (!Number.isInteger(size)) throw new Error("a chunk without a size");
    this.#left = size;
    this.#place = size === 0 ? "trailer" : "chunk";
    return end + 2;
  }

  #finish(): void {
    const [only, ...more] = this.#parts;
    const body = only === undefined ? empty : more.length === 0 ? only : Buffer.concat(this.#parts);
    const response = { status: this.#status, bodyBytes: this.#bodyBytes, body };
    this.#place = "head";
    this.#bodyBytes = 0;
    this.#keptBytes = 0;
    this.#parts = [];
    this.#options.onResponse(response);
  }
}

const empty = Buffer.alloc(0);
