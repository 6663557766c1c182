import { decodeUtf8 } from "../utf8.ts";

/** Up to so many bytes text is short. */
const shortText = 24;

const unbounded: FieldBudget = { spend: () => undefined };

/** Bounds how many fields are read. */
export interface FieldBudget {
  /** Called before each field. @throws past the bound */
  spend(values?: number): void;
}

/** Options of a reader. */
export interface WireReaderOptions {
  /** @default 0 */
  readonly start?: number;
  /** @default the end of the bytes */
  readonly end?: number;
  /** Shared with the readers of messages within this one. @default unbounded */
  readonly budget?: FieldBudget;
}

/** Bytes that are not the wire format. */
export class WireError extends Error {
  override readonly name = "WireError";
}

/**
 * Reads the wire format of protocol buffers from a range of bytes.
 * Source: Protocol Buffers, "Encoding".
 * @throws {WireError} where the bytes are not that format
 */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly budget: FieldBudget;
  #at: number;

  constructor(bytes: Buffer, { start = 0, end = bytes.length, budget = unbounded }: WireReaderOptions = {}) {
    this.budget = budget;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  /** A field's number and wire type: `number * 8 + type`. */
  tag(): number {
    this.budget.spend();
    const tag = this.varint();
    if (tag >>> 3 === 0) throw new WireError("illegal tag 0");
    return tag;
  }

  /** An unsigned integer, exact below 2^53. */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new WireError("integer overflow");
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new WireError("unexpected EOF");
    return this.#bytes[this.#at++] as number;
  }

  int32(): number {
    return (this.#small() ?? Number(BigInt.asIntN(32, this.#bits()))) | 0;
  }

  int64(): number | bigint {
    const small = this.#small();
    if (small !== undefined) return small;
    const value = BigInt.asIntN(64, this.#bits());
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }

  /** An integer of at most 49 bits, as most are; undefined, and nothing is read, for others. */
  #small(): number | undefined {
    const start = this.#at;
    let value = 0;
    let factor = 1;
    for (let i = 0; i < 7 && this.#at < this.#end; i++) {
      const byte = this.#bytes[this.#at++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    this.#at = start;
    return undefined;
  }

  #bits(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new WireError("integer overflow");
  }

  double(): number {
    if (this.#at + 8 > this.#end) throw new WireError("unexpected EOF");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  /** The range of a length-delimited field. */
  #range(): number {
    const length = this.varint();
    const start = this.#at;
    if (length > this.#end - start) throw new WireError("unexpected EOF");
    this.#at = start + length;
    return start;
  }

  bytes(): Buffer {
    const start = this.#range();
    return this.#bytes.subarray(start, this.#at);
  }

  string(): string {
    const start = this.#range();
    const length = this.#at - start;
    return (length <= shortText ? this.#ascii(start) : undefined) ?? decodeUtf8(this.#bytes.subarray(start, this.#at));
  }

  /**
   * The text up to the current position if it is ASCII: for short texts faster than the platform's
   * decoder.
   */
  #ascii(start: number): string | undefined {
    let text = "";
    for (let at = start; at < this.#at; at++) {
      const byte = this.#bytes[at] as number;
      if (byte >= 0x80) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  message(): WireReader {
    const start = this.#range();
    return new WireReader(this.#bytes, { start, end: this.#at, budget: this.budget });
  }

  /** Passes over a field that is not known. */
  skip(wireType: number): void {
    switch (wireType) {
      case 0:
        this.#bits();
        break;
      case 1:
        this.#advance(8);
        break;
      case 2:
        this.#range();
        break;
      case 5:
        this.#advance(4);
        break;
      default:
        throw new WireError(`illegal wireType ${wireType}`);
    }
  }

  #advance(length: number): void {
    if (this.#at + length > this.#end) throw new WireError("unexpected EOF");
    this.#at += length;
  }
}
