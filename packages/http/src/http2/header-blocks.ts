import { ConnectionError, errorCode, flag, maxFrameBytes } from "./frames.ts";
import { type DecodedHeaders, HeaderDecoder, type HeaderLimits } from "./hpack/decoder.ts";
import { withoutPadding } from "./padding.ts";
import { checkPriority, priorityBytes } from "./priority.ts";

/** More lines than any client has a use for. */
const maxLines = 256;
/** More frames than any client cuts its headers into. */
const maxContinuations = 64;

/** Puts the header blocks of a connection together, one after the other, and decodes them. */
export class HeaderBlocks {
  /** The stream of the block, and whether it is the last one of the stream. */
  stream = 0;
  endsStream = false;
  /** True while a header block is incomplete. */
  isOpen = false;
  readonly #decoder = new HeaderDecoder();
  readonly #limits: HeaderLimits;
  /** A block beyond the bound of decoded headers is rejected without decoding. */
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxHeaderBytes: number) {
    this.#limits = { maxBytes: maxHeaderBytes, maxLines };
    this.#maxBytes = maxHeaderBytes + maxFrameBytes;
  }

  /** @returns true when it is complete @throws {ConnectionError} */
  begin(stream: number, payload: Buffer, flags: number): boolean {
    this.stream = stream;
    this.endsStream = (flags & flag.endStream) !== 0;
    const content = withoutPadding(payload, flags);
    if ((flags & flag.priority) === 0) return this.#add(content, flags);
    if (content.length < priorityBytes)
      throw new ConnectionError(errorCode.frameSizeError, "a priority has five bytes");
    checkPriority(stream, content);
    return this.#add(content.subarray(priorityBytes), flags);
  }

  /** @returns true when it is complete @throws {ConnectionError} */
  append(payload: Buffer, flags: number): boolean {
    if (!this.isOpen) throw new ConnectionError(errorCode.protocolError, "a continuation without a block of headers");
    return this.#add(payload, flags);
  }

  /** Decodes the block, which is whole. @throws {CompressionError} */
  decode(): DecodedHeaders {
    const [only] = this.#pieces;
    const block = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return this.#decoder.decode(block, this.#limits);
  }

  #add(piece: Buffer, flags: number): boolean {
    this.isOpen = (flags & flag.endHeaders) === 0;
    // Pending pieces are copied, so that they keep nothing else in memory.
    this.#pieces.push(this.isOpen ? Buffer.from(piece) : piece);
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes || this.#pieces.length > maxContinuations)
      throw new ConnectionError(errorCode.enhanceYourCalm, "the headers are too large");
    return !this.isOpen;
  }
}
