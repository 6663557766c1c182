import { DecodeError } from "../decode-error.ts";
import { decodeUtf8 } from "../json/utf8.ts";

/** Reads the wire format of protocol buffers from a range of bytes. @throws {DecodeError} of stage `object` for bytes that are none */
export class Reader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, start = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  /** A field's number and wire type: `number * 8 + type`. */
  tag(): number {
    const tag = this.varint();
    if (tag >>> 3 === 0) throw broken("illegal tag 0");
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
    throw broken("integer overflow");
  }

  #byte(): number {
    if (this.#at >= this.#end) throw broken("unexpected EOF");
    return this.#bytes[this.#at++] as number;
  }

  int32(): number {
    return Number(BigInt.asIntN(32, this.#bits()));
  }

  int64(): number | bigint {
    const value = BigInt.asIntN(64, this.#bits());
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }

  #bits(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw broken("integer overflow");
  }

  double(): number {
    if (this.#at + 8 > this.#end) throw broken("unexpected EOF");
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  /** The range of something that says its length. */
  #range(): number {
    const length = this.varint();
    const start = this.#at;
    if (length > this.#end - start) throw broken("unexpected EOF");
    this.#at = start + length;
    return start;
  }

  bytes(): Buffer {
    const start = this.#range();
    return this.#bytes.subarray(start, this.#at);
  }

  string(): string {
    return decodeUtf8(this.bytes());
  }

  message(): Reader {
    const start = this.#range();
    return new Reader(this.#bytes, start, this.#at);
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
        throw broken(`illegal wireType ${wireType}`);
    }
  }

  #advance(length: number): void {
    if (this.#at + length > this.#end) throw broken("unexpected EOF");
    this.#at += length;
  }
}

export function broken(why: string): DecodeError {
  return new DecodeError("object", `proto: ${why}`);
}
