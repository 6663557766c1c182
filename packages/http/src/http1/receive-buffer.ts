import { badRequest, type Refusal, tooLarge } from "./field-lines.ts";

/** Reads a head, from its first byte to the empty line, without that. */
type ParseHead<Head> = (bytes: Buffer, from: number, to: number) => Head | Refusal;

/** A body that is being read. */
interface Readable {
  /** @returns where the next unread byte is */
  read(bytes: Buffer, from: number): number;
}

const headEnd = Buffer.from("\r\n\r\n");
const maxPeekBytes = 200;
const lf = 10;
const cr = 13;

/** Received bytes of a connection that were not parsed yet. */
export class ReceiveBuffer<Head> {
  readonly #maxHeadBytes: number;
  readonly #parse: ParseHead<Head>;
  /** From `#at` on. */
  #bytes: Buffer = nothing;
  #at = 0;
  /** The number of bytes that were searched for the end of a head. */
  #searched = 0;
  /** An empty line before the head was let pass. */
  #skippedLine = false;

  constructor(maxHeadBytes: number, parse: ParseHead<Head>) {
    this.#maxHeadBytes = maxHeadBytes;
    this.#parse = parse;
  }

  get length(): number {
    return this.#bytes.length - this.#at;
  }

  add(bytes: Buffer): void {
    this.#bytes = this.length === 0 ? bytes : Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
    this.#at = 0;
  }

  /** Removes and returns the bytes that were not read yet. */
  takeAll(): Buffer {
    const rest = this.#bytes.subarray(this.#at);
    this.clear();
    return rest;
  }

  clear(): void {
    this.#bytes = nothing;
    this.#at = 0;
  }

  /** @returns undefined while the head is incomplete */
  takeHead(): Head | Refusal | undefined {
    this.#skipLine();
    const bytes = this.#bytes;
    const from = this.#at;
    const end = bytes.indexOf(headEnd, from + Math.max(0, this.#searched - headEnd.length + 1));
    if ((end < 0 ? bytes.length : end) - from > this.#maxHeadBytes) return tooLarge;
    if (end < 0) return this.#search();
    this.#skippedLine = false;
    this.#searched = 0;
    this.#readTo(end + headEnd.length);
    return this.#parse(bytes, from, end);
  }

  /** The unread part of the first line. */
  peekLine(): string {
    const text = this.#bytes.toString("latin1", this.#at, Math.min(this.#bytes.length, this.#at + maxPeekBytes));
    return text.split(/\r?\n/, 1)[0] ?? "";
  }

  takeBody(body: Readable): void {
    this.#readTo(body.read(this.#bytes, this.#at));
  }

  #readTo(at: number): void {
    this.#at = at;
    // Read bytes are released.
    if (at === this.#bytes.length) this.clear();
  }

  /**
   * One empty line is let pass: some clients send it behind a body.
   * Source: RFC 9112, section 2.2.
   */
  #skipLine(): void {
    if (this.#skippedLine || this.#bytes[this.#at] !== cr || this.#bytes[this.#at + 1] !== lf) return;
    this.#skippedLine = true;
    this.#searched = 0;
    this.#readTo(this.#at + 2);
  }

  /** Rejects malformed line ends early, instead of waiting for valid ones. */
  #search(): Refusal | undefined {
    const bytes = this.#bytes;
    for (let i = bytes.indexOf(lf, this.#at + this.#searched); i >= 0; i = bytes.indexOf(lf, i + 1))
      if (i === this.#at || bytes[i - 1] !== cr) return badRequest;
    this.#searched = this.length;
    return undefined;
  }
}

const nothing: Buffer = Buffer.alloc(0);
