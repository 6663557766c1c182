import { DynamicTable, lineOverhead } from "./dynamic-table.ts";
import { decodeHuffman, mostDecoded } from "./huffman.ts";
import { staticLines, staticNames, staticValues } from "./static-table.ts";

export interface DecodedHeaders {
  /**
   * Names and values alternate, each line by itself, as latin1 text, in the order of arrival.
   * Truncated when the list was too large.
   */
  readonly lines: readonly string[];
  /**
   * True for more bytes (as SETTINGS_MAX_HEADER_LIST_SIZE counts: 32 in addition to each name and
   * value) or more lines than the limits allow. The table is updated nevertheless.
   */
  readonly tooLarge: boolean;
}

export interface HeaderLimits {
  readonly maxBytes: number;
  readonly maxLines: number;
}

/** Malformed HPACK: a connection error COMPRESSION_ERROR. */
export class CompressionError extends Error {
  override readonly name = "CompressionError";
}

/**
 * The default of SETTINGS_HEADER_TABLE_SIZE. A larger table begins with it: the peer announces when
 * it uses more.
 */
const usualTableBytes = 4096;

/** Size of a reused buffer for decoded strings; longer ones get their own. */
const scratchBytes = 512;

/**
 * The highest bits of a line's first byte are its type, the rest begins a number. Source: RFC 7541,
 * section 6.
 */
const indexed = 0x80;
const remembered = 0x40;
const resized = 0x20;

/**
 * Of a number that does not fit into the first byte: four more, which is 28 bits, more than
 * anything here may count.
 */
const mostNumberBits = 28;

/**
 * Decodes the header blocks of one connection, in order. Its memory is bounded by the table, the
 * limits, and the block itself.
 */
export class HeaderDecoder {
  readonly #maxTableBytes: number;
  readonly #table: DynamicTable;
  readonly #scratch: Buffer = Buffer.alloc(scratchBytes);
  /** The next byte of the block that is not read. */
  #at = 0;

  /** @param maxTableBytes the announced SETTINGS_HEADER_TABLE_SIZE; @default 4096 */
  constructor(maxTableBytes: number = usualTableBytes) {
    this.#maxTableBytes = maxTableBytes;
    this.#table = new DynamicTable(maxTableBytes);
    this.#table.resize(Math.min(maxTableBytes, usualTableBytes));
  }

  /**
   * Decodes one whole header block.
   * @throws {CompressionError} after which the connection is of no use
   */
  decode(block: Buffer, { maxBytes, maxLines }: HeaderLimits): DecodedHeaders {
    const lines: string[] = [];
    let bytes = 0;
    let tooLarge = false;
    this.#at = 0;
    this.#readSizes(block);
    while (this.#at < block.length) {
      const first = block[this.#at]!;
      let name: string;
      let value: string;
      if (first >= indexed) {
        const index = this.#readNumber(block, 0x7f);
        if (index === 0) throw new CompressionError("a line without a number");
        name = this.#nameOf(index);
        value = this.#valueOf(index);
      } else {
        if (first < remembered && first >= resized) throw new CompressionError("a table size behind a line");
        const index = this.#readNumber(block, first >= remembered ? 0x3f : 0x0f);
        name = index === 0 ? this.#readText(block) : this.#nameOf(index);
        value = this.#readText(block);
        if (first >= remembered) this.#table.add(name, value);
      }
      bytes += name.length + value.length + lineOverhead;
      tooLarge = bytes > maxBytes || lines.length >= 2 * maxLines;
      if (!tooLarge) lines.push(name, value);
    }
    return { lines, tooLarge };
  }

  #readSizes(block: Buffer): void {
    while (this.#at < block.length && (block[this.#at]! & 0xe0) === resized) {
      const bytes = this.#readNumber(block, 0x1f);
      if (bytes > this.#maxTableBytes)
        throw new CompressionError(`a table of ${bytes} bytes, with ${this.#maxTableBytes} allowed`);
      this.#table.resize(bytes);
    }
  }

  #nameOf(index: number): string {
    return index <= staticLines ? staticNames[index]! : this.#table.name(this.#serialOf(index));
  }

  #valueOf(index: number): string {
    return index <= staticLines ? staticValues[index]! : this.#table.value(this.#serialOf(index));
  }

  #serialOf(index: number): number {
    const serial = this.#table.serialOf(index);
    if (!this.#table.has(serial)) throw new CompressionError(`no line has the number ${index}`);
    return serial;
  }

  /**
   * The number that begins with the next byte, in the bits of the mask.
   * Source: RFC 7541, section 5.1.
   */
  #readNumber(block: Buffer, mask: number): number {
    let value = block[this.#at++]! & mask;
    if (value < mask) return value;
    for (let shift = 0; shift < mostNumberBits; shift += 7) {
      if (this.#at >= block.length) throw new CompressionError("a number without its end");
      const byte = block[this.#at++]!;
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new CompressionError("a number of too many bytes");
  }

  /** Source: RFC 7541, section 5.2. */
  #readText(block: Buffer): string {
    if (this.#at >= block.length) throw new CompressionError("a line without its end");
    const isCoded = block[this.#at]! >= 0x80;
    const length = this.#readNumber(block, 0x7f);
    const from = this.#at;
    const to = from + length;
    if (to > block.length) throw new CompressionError("a text without its end");
    this.#at = to;
    if (!isCoded) return block.toString("latin1", from, to);
    const most = mostDecoded(length);
    const out = most <= scratchBytes ? this.#scratch : Buffer.allocUnsafe(most);
    const decoded = decodeHuffman(block, from, to, out);
    if (decoded < 0) throw new CompressionError("a text that is no Huffman code");
    return out.toString("latin1", 0, decoded);
  }
}
