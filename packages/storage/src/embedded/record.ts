import { CorruptError } from "../errors.ts";
import { type CollatingKey, collatingKey } from "../key.ts";
import { type EncodeBuffer, type FrameHead, frameHeadBytes, valuePrefixBytes } from "./format.ts";

/** One write of a frame, as decoded from its meta. */
export interface Record {
  readonly op: "put" | "delete";
  readonly key: CollatingKey;
  /** Position in the segment of the value's checksum; the value follows it. */
  readonly position: number;
  /** Bytes of the value. */
  readonly bytes: number;
  /** Milliseconds since 1970; 0 for never. */
  readonly expiresAt: number;
}

const opPut = 1;
const opDelete = 2;
const flagExpires = 1;
const flagAscii = 2;
const fixedBytes = 8;

/** Returns an upper bound of the bytes of a record with its value. */
export function recordBound(key: string, valueBytes: number): number {
  return fixedBytes + 8 + key.length * 3 + valuePrefixBytes + valueBytes;
}

interface RecordFields {
  readonly op: Record["op"];
  readonly key: string;
  readonly valueBytes: number;
  readonly expiresAt: number;
}

/** Encodes the meta of one record; returns its end. */
export function encodeRecord(
  buffer: EncodeBuffer,
  at: number,
  { op, key, valueBytes, expiresAt }: RecordFields,
): number {
  const { bytes, view } = buffer;
  const keyAt = at + fixedBytes + (expiresAt > 0 ? 8 : 0);
  const keyBytes = encodeKey(bytes, keyAt, key);
  bytes[at] = op === "put" ? opPut : opDelete;
  bytes[at + 1] = (expiresAt > 0 ? flagExpires : 0) | (keyBytes === key.length ? flagAscii : 0);
  view.setUint16(at + 2, keyBytes, true);
  view.setUint32(at + 4, valueBytes, true);
  if (expiresAt > 0) view.setFloat64(at + fixedBytes, expiresAt, true);
  return keyAt + keyBytes;
}

/** Keys are short and nearly always ASCII: a loop is faster than a native call. */
function encodeKey(bytes: Buffer, at: number, key: string): number {
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (unit > 0x7f) return bytes.write(key, at);
    bytes[at + i] = unit;
  }
  return key.length;
}

/**
 * Visits the records of a frame whose head is in a buffer at `at`, and which begins at `position`
 * of the segment.
 */
export function decodeRecords(
  bytes: Buffer,
  { head, at, position }: { readonly head: FrameHead; readonly at: number; readonly position: number },
  visit: (record: Record) => void,
): void {
  let next = at + frameHeadBytes;
  let valueAt = position + frameHeadBytes + head.metaBytes;
  for (let i = 0; i < head.writes; i++) {
    const put = bytes[next] === opPut;
    if (!put && bytes[next] !== opDelete) throw new CorruptError(`an unknown record at ${position}`);
    const flags = bytes[next + 1]!;
    const keyBytes = bytes.readUInt16LE(next + 2);
    const valueBytes = bytes.readUInt32LE(next + 4);
    const expiresAt = flags & flagExpires ? bytes.readDoubleLE(next + fixedBytes) : 0;
    const keyAt = next + fixedBytes + (flags & flagExpires ? 8 : 0);
    next = keyAt + keyBytes;
    const key =
      flags & flagAscii
        ? (bytes.toString("latin1", keyAt, next) as CollatingKey)
        : collatingKey(bytes.toString("utf8", keyAt, next));
    visit({ op: put ? "put" : "delete", key, position: put ? valueAt : 0, bytes: valueBytes, expiresAt });
    if (put) valueAt += valuePrefixBytes + valueBytes;
  }
}

/** Returns the compacted revision of a `compact` frame. */
export function decodeCompaction(bytes: Buffer, at: number): number {
  return bytes.readDoubleLE(at + frameHeadBytes);
}
