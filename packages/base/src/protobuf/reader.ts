import { decodeUtf8 } from "../utf8.ts";

/** Up to so many bytes text is short. */
const shortText = 24;

/** Lengths are signed numbers of 64 bits. */
const maxLength = 2 ** 63;

/** The message of an error about bytes that end too early. */
export const truncated = "unexpected EOF";

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
  /** Where values may reach to that begin before the end. @default the end */
  readonly limit?: number;
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
  readonly #limit: number;
  readonly budget: FieldBudget;
  #at: number;

  constructor(
    bytes: Buffer,
    { start = 0, end = bytes.length, limit = end, budget = unbounded }: WireReaderOptions = {},
  ) {
    this.budget = budget;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#limit = limit;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  /**
   * A field's number and wire type: `number * 8 + type`.
   * @param message the name of the message, for errors
   */
  tag(message = "message"): number {
    this.budget.spend();
    const byte = this.#bytes[this.#at] as number;
    // Most tags are one byte.
    if (byte > 7 && byte < 0x80 && (byte & 7) !== 4 && this.#at < this.#end) {
      this.#at++;
      return byte;
    }
    const { number, type, wire } = this.#wideTag();
    if (type === 4) throw new WireError(`${message}: wiretype end group for non-group`);
    if (number <= 0) throw new WireError(`${message}: illegal tag ${number} (wire type ${wire})`);
    return tagWithin(number, type);
  }

  /** Like `tag`, of an entry of a map, in which all tags are legal. */
  entryTag(): number {
    this.budget.spend();
    const { number, type } = this.#wideTag();
    return tagWithin(number, type);
  }

  #wideTag(): { readonly number: number; readonly type: number; readonly wire: number | bigint } {
    const wire = this.#small() ?? BigInt.asUintN(64, this.#bits());
    if (typeof wire === "number") return { number: Math.floor(wire / 8) | 0, type: wire & 7, wire };
    return { number: Number(BigInt.asIntN(32, wire >> 3n)), type: Number(wire & 7n), wire };
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
    if (this.#at >= this.#limit) throw new WireError(truncated);
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
    for (let i = 0; i < 7 && this.#at < this.#limit; i++) {
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
    if (this.#at + 8 > this.#limit) throw new WireError(truncated);
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  /** The range of a length-delimited field. */
  #range(): number {
    const length = this.varint();
    const start = this.#at;
    if (length >= maxLength) throw new WireError("negative length found during unmarshaling");
    if (length > this.#limit - start) throw new WireError(truncated);
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

  /** An entry of a map, whose values may reach beyond it, up to the end of the map's message. */
  entry(): WireReader {
    const start = this.#range();
    return new WireReader(this.#bytes, { start, end: this.#at, limit: this.#end, budget: this.budget });
  }

  /** Passes over a field that is not known: a value, or a group with all that it holds. */
  skip(wireType: number): void {
    let depth = 0;
    for (let type = wireType; ; type = this.#wideTag().type) {
      if (type === 3) depth++;
      else if (type !== 4) this.#skipValue(type);
      else if (depth === 0) throw new WireError("unexpected end of group");
      else depth--;
      if (depth === 0) break;
      if (this.#at >= this.#limit) throw new WireError(truncated);
    }
    if (this.#at > this.#end) throw new WireError(truncated);
  }

  #skipValue(wireType: number): void {
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
    if (this.#at + length > this.#limit) throw new WireError(truncated);
    this.#at += length;
  }
}

/** The largest number of a field. */
const maxNumber = 0x1fff_ffff;

/** A tag of 32 bits. No message has fields of larger numbers, and all are alike. */
function tagWithin(number: number, type: number): number {
  return ((number > maxNumber ? maxNumber : number) * 8 + type) >>> 0;
}
