import { isUtf8 } from "node:buffer";
import { asBuffer } from "@svc/base";
import { aUint8Array, checkArgument } from "@svc/base/check";
import { DecodeError } from "../decoding/decode-error.ts";
import { ValueBudget } from "../decoding/value-budget.ts";
import { BrokenText, Bytes, Float, type Item, majorTypes, Pairs, Simple, Tagged } from "./item.ts";

/** Levels of nesting. Source: the limit of the original's API servers. */
export const maxCborDepth = 64;
/** Elements of one array, and pairs of one map. */
export const maxCborElements = 1_024;

/**
 * Reads exactly one data item. Numbers that JSON cannot express, and bignums, are rejected.
 * @throws {DecodeError} of stage `type`
 * @throws {StatusError} 413 for too many values
 * @throws {TypeError} for a wrong argument
 */
export function readCbor(bytes: Uint8Array): Item {
  checkArgument("readCbor: bytes", bytes, aUint8Array);
  if (bytes.length === 0) throw malformed("EOF");
  const reader = new Reader(asBuffer(bytes));
  const item = reader.item(0);
  const rest = bytes.length - reader.at;
  if (rest > 0) throw malformed(`cbor: ${rest} bytes of extraneous data starting at index ${reader.at}`);
  return item;
}

function malformed(why: string): DecodeError {
  return new DecodeError("type", why);
}

function refusedByProtocol(type: "tag" | "primitives", what: string): DecodeError {
  return malformed(`cbor: data item of cbor type ${type} is not accepted by protocol: ${what}`);
}

/** Marks the end of an item of indefinite length. */
const stop: unique symbol = Symbol("break");

const indefinite = 31;
const maxLength = 2n ** 63n - 1n;

interface ContainerType {
  readonly type: "array" | "map";
  /** The message for more elements than allowed. */
  readonly exceeded: string;
}

const arrays: ContainerType = {
  type: "array",
  exceeded: `cbor: exceeded max number of elements ${maxCborElements} for CBOR array`,
};
const maps: ContainerType = {
  type: "map",
  exceeded: `cbor: exceeded max number of key-value pairs ${maxCborElements} for CBOR map`,
};

class Reader {
  readonly #bytes: Buffer;
  readonly #budget = new ValueBudget();
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  item(depth: number): Item {
    const item = this.#next(depth);
    if (item === stop) throw malformed('cbor: unexpected "break" code');
    return item;
  }

  #next(depth: number): Item | typeof stop {
    this.#budget.spend();
    const head = this.#byte();
    const major = head >> 5;
    const info = head & 31;
    if (major === 7) return this.#primitive(info);
    if ((info > 27 && info < indefinite) || (info === indefinite && (major < 2 || major === 6)))
      throw malformed(`cbor: invalid additional information ${info} for type ${majorTypes[major]}`);
    const count = info === indefinite ? undefined : this.#argument(info);
    switch (major) {
      case 0:
        return count as number | bigint;
      case 1:
        return negative(count as number | bigint);
      case 2:
      case 3:
        return this.#string(major, count);
      case 4:
        return this.#array(count, depth + 1);
      case 5:
        return this.#map(count, depth + 1);
      default:
        return this.#tag(count as number | bigint, depth);
    }
  }

  #byte(): number {
    this.#needs(1);
    return this.#bytes[this.at++] as number;
  }

  #needs(length: number): void {
    if (length > this.#bytes.length - this.at) throw malformed("unexpected EOF");
  }

  /** The number within or after a head. */
  #argument(info: number): number | bigint {
    if (info < 24) return info;
    const length = 1 << (info - 24);
    this.#needs(length);
    const { at } = this;
    this.at += length;
    if (length < 8) return this.#bytes.readUIntBE(at, length);
    const value = this.#bytes.readBigUInt64BE(at);
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }

  #primitive(info: number): Item | typeof stop {
    switch (info) {
      case 20:
      case 21:
        return info === 21;
      case 22:
        return null;
      case 24: {
        const value = this.#byte();
        if (value < 32) throw malformed(`cbor: invalid simple value ${value} for type primitives`);
        return new Simple(value);
      }
      case 25:
      case 26:
      case 27:
        return this.#float(info);
      case indefinite:
        return stop;
      default:
        if (info > 27) throw malformed(`cbor: invalid additional information ${info} for type primitives`);
        return new Simple(info);
    }
  }

  #float(info: 25 | 26 | 27): Float {
    const length = 1 << (info - 24);
    this.#needs(length);
    const bytes = this.#bytes;
    const { at } = this;
    this.at += length;
    const value =
      info === 25 ? halfFloat(bytes.readUInt16BE(at)) : info === 26 ? bytes.readFloatBE(at) : bytes.readDoubleBE(at);
    if (Number.isNaN(value)) throw refusedByProtocol("primitives", "floating-point NaN");
    if (!Number.isFinite(value)) throw refusedByProtocol("primitives", "floating-point infinity");
    return new Float(value);
  }

  #string(major: 2 | 3, length: number | bigint | undefined): Item {
    if (length === undefined) {
      const whole = Buffer.concat(this.#chunks(major));
      return major === 2 ? new Bytes(whole, 0, whole.length) : textOf(whole, 0, whole.length);
    }
    const start = this.#skip(major, length);
    return major === 2 ? new Bytes(this.#bytes, start, this.at) : textOf(this.#bytes, start, this.at);
  }

  #skip(major: 2 | 3, length: number | bigint): number {
    if (length > maxLength)
      throw malformed(`cbor: ${majorTypes[major]} length ${length} is too large, causing integer overflow`);
    this.#needs(Number(length));
    const start = this.at;
    this.at += Number(length);
    return start;
  }

  #chunks(major: 2 | 3): readonly Buffer[] {
    const chunks: Buffer[] = [];
    for (;;) {
      const head = this.#byte();
      if (head === 0xff) return chunks;
      const type = head >> 5;
      const info = head & 31;
      const of = `indefinite-length ${majorTypes[major]}`;
      if (type !== major) throw malformed(`cbor: wrong element type ${majorTypes[type]} for ${of}`);
      if (info === indefinite) throw malformed(`cbor: ${of} chunk is not definite-length`);
      if (info > 27) throw malformed(`cbor: invalid additional information ${info} for type ${majorTypes[type]}`);
      const start = this.#skip(major, this.#argument(info));
      this.#budget.spend();
      chunks.push(this.#bytes.subarray(start, this.at));
    }
  }

  #array(count: number | bigint | undefined, depth: number): Item {
    const max = this.#bound(count, depth, arrays);
    const items: Item[] = [];
    for (;;) {
      if (items.length === count) return items;
      const item = count === undefined ? this.#next(depth) : this.item(depth);
      if (item === stop) return items;
      if (items.length >= maxCborElements) throw malformed(max);
      items.push(item);
    }
  }

  #map(count: number | bigint | undefined, depth: number): Item {
    const max = this.#bound(count, depth, maps);
    const pairs = new Pairs();
    for (;;) {
      if (pairs.keys.length === count) return pairs;
      const key = count === undefined ? this.#next(depth) : this.item(depth);
      if (key === stop) return pairs;
      if (pairs.keys.length >= maxCborElements) throw malformed(max);
      pairs.keys.push(key);
      pairs.values.push(this.item(depth));
    }
  }

  /**
   * @returns the error for containers of indefinite length that grow beyond the bound
   * @throws {DecodeError} for a definite length beyond the bound
   */
  #bound(count: number | bigint | undefined, depth: number, { type, exceeded }: ContainerType): string {
    if (depth > maxCborDepth) throw tooDeep();
    if (count !== undefined && count > maxLength)
      throw malformed(`cbor: ${type} length ${count} is too large, it would cause integer overflow`);
    if (count !== undefined && count > maxCborElements) throw malformed(exceeded);
    return exceeded;
  }

  /** Nested tags count as levels. */
  #tag(tag: number | bigint, depth: number): Item {
    if (tag === 2 || tag === 3) throw refusedByProtocol("tag", "bignum");
    this.#needs(1);
    const isNested = (this.#bytes[this.at] as number) >> 5 === 6;
    if (isNested && depth + 1 > maxCborDepth) throw tooDeep();
    return new Tagged(Number(tag), this.item(isNested ? depth + 1 : depth));
  }
}

function tooDeep(): DecodeError {
  return malformed(`cbor: exceeded max nested level ${maxCborDepth}`);
}

/** -1 - n */
function negative(n: number | bigint): number | bigint {
  const value = typeof n === "bigint" ? -1n - n : -1 - n;
  return typeof value === "number" && !Number.isSafeInteger(value) ? -1n - BigInt(n) : value;
}

function textOf(bytes: Buffer, start: number, end: number): string | BrokenText {
  const content = bytes.subarray(start, end);
  return isUtf8(content) ? content.toString() : new BrokenText(content);
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
