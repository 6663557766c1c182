import type { JsonValue } from "@svc/meta";
import type { Schema, StructSchema } from "@svc/schema";
import { variantOf } from "../typed/normalize.ts";

/** The self-describing prefix. Source: RFC 8949, section 3.4.6. */
export const cborPrefix: Buffer = Buffer.from([0xd9, 0xd9, 0xf7]);

type Members = Readonly<Record<string, JsonValue>>;

/**
 * Encodes a JSON value as CBOR, without a prefix. All strings are byte strings; bytes fields, known
 * from the schema, are tagged; numbers of floating-point fields are floats.
 * @param schema of the value; absent where unknown
 */
export function writeCbor(value: JsonValue, schema?: Schema): Buffer {
  const writer = new Writer();
  writer.value(value, schema);
  return writer.finish();
}

/** The head of a data item. */
export function cborHead(major: number, count: number): Buffer {
  const writer = new Writer(9);
  writer.head(major, count);
  return writer.finish();
}

const bytesType = 2;
const arrayType = 4;
const mapType = 5;
const tagType = 6;
/** Bytes that JSON encodes as base64. */
const base64Tag = 22;

/**
 * A map with these members, followed by the members of another map.
 * @param map as `writeCbor` wrote it
 */
export function withMembers(first: Members, map: Buffer): readonly Buffer[] {
  const [count, at] = mapHead(map);
  const names = Object.keys(first);
  const members = new Writer();
  members.head(mapType, count + names.length);
  for (const name of names) {
    members.text(name);
    members.value(first[name] as JsonValue, undefined);
  }
  return [members.finish(), map.subarray(at)];
}

/** The number of members of a map, and the offset of the first. */
function mapHead(map: Buffer): readonly [count: number, at: number] {
  const info = (map[0] as number) & 31;
  if (info < 24) return [info, 1];
  const length = 1 << (info - 24);
  return [map.readUIntBE(1, length), 1 + length];
}

/** The head of a list with this many items. */
export function arrayHead(count: number): Buffer {
  return cborHead(arrayType, count);
}

class Writer {
  #bytes: Buffer;
  #size = 0;

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** A copy, since the caller may keep it. */
  finish(): Buffer {
    const kept = Buffer.allocUnsafeSlow(this.#size);
    this.#bytes.copy(kept, 0, 0, this.#size);
    return kept;
  }

  #reserve(length: number): void {
    const needed = this.#size + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }

  /** @param count below 2^53, or a bigint below 2^64 */
  head(major: number, count: number | bigint): void {
    this.#reserve(9);
    const type = major << 5;
    const bytes = this.#bytes;
    const at = this.#size;
    if (count < 24) {
      bytes[at] = type | Number(count);
      this.#size = at + 1;
    } else if (count < 0x100) {
      bytes[at] = type | 24;
      this.#size = bytes.writeUInt8(Number(count), at + 1);
    } else if (count < 0x10000) {
      bytes[at] = type | 25;
      this.#size = bytes.writeUInt16BE(Number(count), at + 1);
    } else if (count < 0x100000000) {
      bytes[at] = type | 26;
      this.#size = bytes.writeUInt32BE(Number(count), at + 1);
    } else {
      bytes[at] = type | 27;
      this.#size = bytes.writeBigUInt64BE(BigInt(count), at + 1);
    }
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.head(bytesType, length);
    this.#reserve(length);
    this.#size += this.#bytes.write(text, this.#size, length === text.length ? "latin1" : "utf8");
  }

  value(value: JsonValue, schema: Schema | undefined): void {
    switch (typeof value) {
      case "string":
        if (schema?.type === "bytes") this.#marked(value);
        else this.text(value);
        return;
      case "number":
        if (schema?.type !== "number" && Number.isSafeInteger(value)) this.#integer(value);
        else this.#float(value);
        return;
      case "bigint":
        if (schema?.type === "number") this.#float(Number(value));
        else this.#integer(value);
        return;
      case "boolean":
        this.#byte(value ? 0xf5 : 0xf4);
        return;
      default:
        if (value === null) this.#byte(0xf6);
        else if (Array.isArray(value)) this.#array(value as readonly JsonValue[], schema);
        else this.#map(value as Members, schema);
    }
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  #integer(value: number | bigint): void {
    if (value >= 0) this.head(0, value);
    else this.head(1, typeof value === "bigint" ? -1n - value : -1 - value);
  }

  /** Uses the shortest form that holds the value. */
  #float(value: number): void {
    this.#reserve(9);
    const half = halfBits(value);
    const bytes = this.#bytes;
    if (half !== undefined) {
      bytes[this.#size] = 0xf9;
      this.#size = bytes.writeUInt16BE(half, this.#size + 1);
    } else if (Math.fround(value) === value) {
      bytes[this.#size] = 0xfa;
      this.#size = bytes.writeFloatBE(value, this.#size + 1);
    } else {
      bytes[this.#size] = 0xfb;
      this.#size = bytes.writeDoubleBE(value, this.#size + 1);
    }
  }

  #marked(base64: string): void {
    const content = Buffer.from(base64, "base64");
    this.head(tagType, base64Tag);
    this.head(bytesType, content.length);
    this.#reserve(content.length);
    this.#size += content.copy(this.#bytes, this.#size);
  }

  #array(items: readonly JsonValue[], schema: Schema | undefined): void {
    this.head(arrayType, items.length);
    const of = schema === undefined ? undefined : elementsOf(schema);
    for (const item of items) this.value(item, of);
  }

  #map(members: Members, schema: Schema | undefined): void {
    const names = Object.keys(members);
    this.head(mapType, names.length);
    const struct = schema === undefined ? undefined : structOf(schema);
    const values = schema?.type === "map" ? schema.values : undefined;
    for (const name of names) {
      this.text(name);
      this.value(members[name] as JsonValue, struct === undefined ? values : struct.byName.get(name)?.schema);
    }
  }
}

function elementsOf(schema: Schema): Schema | undefined {
  if (schema.type === "list") return schema.items;
  return schema.type === "schemaOrList" ? variantOf(schema) : undefined;
}

function structOf(schema: Schema): StructSchema | undefined {
  switch (schema.type) {
    case "struct":
      return schema;
    case "schemaOrBool":
    case "schemaOrList":
    case "schemaOrStrings":
      return variantOf(schema);
    default:
      return undefined;
  }
}

/** The bits of a half-precision float; undefined where it cannot hold the value. */
function halfBits(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === 0) return sign;
  if (size > 65_504) return undefined;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  // Subnormal numbers share the lowest exponent and have no implicit leading bit.
  const fraction = size / 2 ** exponent;
  const isNormal = fraction >= 1;
  const bits = (isNormal ? fraction - 1 : fraction) * 1024;
  return Number.isInteger(bits) && bits < 1024 ? sign | ((isNormal ? exponent + 15 : 0) << 10) | bits : undefined;
}
