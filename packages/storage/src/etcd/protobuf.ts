/**
 * As much of the protobuf wire format as etcd's messages need: varints, bytes and messages within messages. Whole numbers are
 * JavaScript numbers; those beyond 2^53 (ids of members and the like) are not read by anyone here.
 */

const varint = 0;
const fixed64 = 1;
const lengthDelimited = 2;
const fixed32 = 5;

/** A message under construction: parts that are joined at the end. Fields with default values are left out. */
export interface MessageWriter {
  int(field: number, value: number): MessageWriter;
  bool(field: number, value: boolean): MessageWriter;
  bytes(field: number, value: Uint8Array): MessageWriter;
  text(field: number, value: string): MessageWriter;
  /** Written even when it is empty: its presence says something. */
  message(field: number, value: MessageWriter): MessageWriter;
  readonly length: number;
  readonly parts: readonly Uint8Array[];
}

export function createMessage(): MessageWriter {
  const parts: Uint8Array[] = [];
  let length = 0;

  function push(bytes: Uint8Array): void {
    parts.push(bytes);
    length += bytes.byteLength;
  }

  const writer: MessageWriter = {
    int(field, value) {
      if (value !== 0) push(varints(field * 8 + varint, value));
      return writer;
    },
    bool: (field, value) => writer.int(field, value ? 1 : 0),
    bytes(field, value) {
      if (value.byteLength === 0) return writer;
      push(varints(field * 8 + lengthDelimited, value.byteLength));
      push(value);
      return writer;
    },
    text: (field, value) => writer.bytes(field, Buffer.from(value)),
    message(field, value) {
      push(varints(field * 8 + lengthDelimited, value.length));
      for (const part of value.parts) parts.push(part);
      length += value.length;
      return writer;
    },
    get length() {
      return length;
    },
    parts,
  };
  return writer;
}

/** Whole numbers from 0, one after the other. */
function varints(...values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

export type FieldValue = number | Buffer;

/**
 * Calls back for each field, in order: a number for a varint, bytes (a view, not a copy) for everything else.
 * @throws {RangeError} when the bytes are no message
 */
export function readMessage(bytes: Buffer, visit: (field: number, value: FieldValue) => void): void {
  const at = { position: 0 };
  while (at.position < bytes.length) {
    const tag = readVarint(bytes, at);
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case varint:
        visit(field, readVarint(bytes, at));
        break;
      case lengthDelimited:
        visit(field, take(bytes, at, readVarint(bytes, at)));
        break;
      case fixed64:
        take(bytes, at, 8);
        break;
      case fixed32:
        take(bytes, at, 4);
        break;
      default:
        throw new RangeError(`a field of the unknown wire type ${tag % 8}`);
    }
  }
}

interface Cursor {
  position: number;
}

function take(bytes: Buffer, at: Cursor, length: number): Buffer {
  const end = at.position + length;
  if (end > bytes.length) throw new RangeError("a field ends beyond its message");
  const taken = bytes.subarray(at.position, end);
  at.position = end;
  return taken;
}

const maxVarintBytes = 10;
const lowBytes = 4;
const lowScale = 2 ** (7 * lowBytes);
const highScale = 2 ** (64 - 7 * lowBytes);

/** In two halves, so that small negative numbers, which take all ten bytes, stay exact too. */
function readVarint(bytes: Buffer, at: Cursor): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < maxVarintBytes; i++) {
    const byte = bytes[at.position++];
    if (byte === undefined) throw new RangeError("a number ends beyond its message");
    if (i < lowBytes) low += (byte & 0x7f) * 2 ** (7 * i);
    else high += (byte & 0x7f) * 2 ** (7 * (i - lowBytes));
    if (byte < 0x80) return (i === maxVarintBytes - 1 ? high - highScale : high) * lowScale + low;
  }
  throw new RangeError("a number of more than ten bytes");
}
