/**
 * Writes the wire format of protocol buffers into a buffer that grows.
 * Source: Protocol Buffers, "Encoding".
 */
export class WireWriter {
  #bytes: Buffer;
  #size = 0;

  constructor(capacity = 512) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#size;
  }

  /** The bytes written so far; the writer may not be used afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #reserve(length: number): void {
    const needed = this.#size + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }

  /** An unsigned integer below 2^53. */
  varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#size++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#size++] = rest;
  }

  /** A signed integer; negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === "number" && value >= 0) {
      this.varint(value);
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    this.#reserve(10);
    while (rest > 0x7fn) {
      this.#bytes[this.#size++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#size++] = Number(rest);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#size);
    this.#size += 8;
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.raw(value);
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#size);
    this.#size += value.length;
  }

  string(value: string): void {
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#reserve(length);
    if (length === value.length) this.#bytes.write(value, this.#size, "latin1");
    else this.#bytes.write(value, this.#size, "utf8");
    this.#size += length;
  }

  /**
   * A nested message. Its length is known only when it is written: room is left for one byte, and
   * made where that is not enough.
   */
  message(write: () => void): void {
    this.#reserve(1);
    const at = this.#size++;
    write();
    const length = this.#size - at - 1;
    if (length < 0x80) {
      this.#bytes[at] = length;
      return;
    }
    const extra = length < 0x4000 ? 1 : length < 0x200000 ? 2 : length < 0x10000000 ? 3 : 4;
    this.#reserve(extra);
    this.#bytes.copyWithin(at + 1 + extra, at + 1, this.#size);
    const end = this.#size + extra;
    this.#size = at;
    this.varint(length);
    this.#size = end;
  }
}
