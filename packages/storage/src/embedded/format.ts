/**
 * The format on the disk. Numbers are little-endian; `f64` holds whole numbers up to 2^53.
 *
 * A store is a directory:
 *
 *     store.json identity, format version, last segment, and a revision that the
 *                                store has reached
 *     FIRST-LAST.GENERATION.log a segment: a header, then frames
 *     FIRST-LAST.GENERATION.idx the same header, then blocks of heads: a second copy of
 *                                everything but values
 *     owner.N.sock, owner.json the lock and its owner
 *
 * Segments are numbered. FIRST equals LAST until neighbours are merged into one segment of a higher
 * generation. Only the last segment is appended to.
 *
 * A frame holds one commit:
 *
 *     head u32 magic, u32 crc (of the rest up to the end of meta, seeded by segment and position),
 *            u32 bytes of the frame, u32 bytes of meta, f64 revision, u32 batch start, u16 kind,
 *            u16 number of writes
 *     meta for each write: u8 op, u8 flags, u16 bytes of key, u32 bytes of value,
 *            [f64 expires at, ms], key
 *     values for each put: u32 crc (of the value, seeded by the revision), value
 *     zeros up to a multiple of 8
 *
 * `batch start` is the position of the first frame of the same flush: everything before it was
 * durable when the frame was written. A damaged frame before a later batch start is therefore
 * damage; one after all of them is a write that a crash interrupted.
 */
import { crc32 } from "node:zlib";
import { crcOfPart } from "./crc.ts";

/** Version of the format; a store of a newer version is refused. */
export const formatVersion = 1;
/** Bytes of a segment's header. */
export const headerBytes = 96;
/** Bytes of a frame's head without its meta. */
export const frameHeadBytes = 32;
/** Frames start at multiples of this many bytes. */
export const frameAlignment = 8;
/** Bytes of the checksum before each value. */
export const valuePrefixBytes = 4;

const frameMagic = 0x9e4f52b1;
const headerMagic = Buffer.from("\x89SVCLOG\n", "latin1");
const identityBytes = 48;
const headerCrcAt = 88;

/**
 * `log`: appended commit by commit. `merged`: written in one go from live records. `backup`: like
 * `merged`, outside a store.
 */
export type SegmentKind = "log" | "merged" | "backup";

const kinds: readonly SegmentKind[] = ["log", "merged", "backup"];

/** Header of a segment file. */
export interface SegmentHeader {
  readonly kind: SegmentKind;
  /** 16 random bytes, the same in all segments of a store. */
  readonly storeId: Buffer;
  readonly firstId: number;
  readonly lastId: number;
  readonly generation: number;
  /** End of the frames of the previous segment. */
  readonly previousLength: number;
  /** Revision of the store before the first frame. */
  readonly baseRevision: number;
  /**
   * Compacted revision of the store when the segment was created. A merged segment holds no record
   * that was superseded at it.
   */
  readonly compactedRevision: number;
  /**
   * End of the frames and the revision of the store there; 0 in a log, where the next segment has
   * it.
   */
  readonly length: number;
  readonly lastRevision: number;
}

/** Encodes a header to `headerBytes` bytes. */
export function encodeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  headerMagic.copy(bytes);
  bytes.writeUInt32LE(formatVersion, 8);
  bytes.writeUInt32LE(kinds.indexOf(header.kind), 12);
  header.storeId.copy(bytes, 16);
  bytes.writeUInt32LE(header.firstId, 32);
  bytes.writeUInt32LE(header.lastId, 36);
  bytes.writeUInt32LE(header.generation, 40);
  bytes.writeDoubleLE(header.previousLength, 48);
  bytes.writeDoubleLE(header.baseRevision, 56);
  bytes.writeDoubleLE(header.compactedRevision, 64);
  bytes.writeDoubleLE(header.length, 72);
  bytes.writeDoubleLE(header.lastRevision, 80);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, headerCrcAt)), headerCrcAt);
  return bytes;
}

/**
 * Decodes a header: `newer` for one that only a later version can read, undefined for a damaged
 * one.
 */
export function decodeHeader(bytes: Buffer): SegmentHeader | "newer" | undefined {
  if (bytes.length < headerBytes || !headerMagic.equals(bytes.subarray(0, 8))) return undefined;
  if (crc32(bytes.subarray(0, headerCrcAt)) !== bytes.readUInt32LE(headerCrcAt)) return undefined;
  const kind = kinds[bytes.readUInt32LE(12)];
  if (bytes.readUInt32LE(8) > formatVersion || kind === undefined) return "newer";
  return {
    kind,
    storeId: Buffer.from(bytes.subarray(16, 32)),
    firstId: bytes.readUInt32LE(32),
    lastId: bytes.readUInt32LE(36),
    generation: bytes.readUInt32LE(40),
    previousLength: bytes.readDoubleLE(48),
    baseRevision: bytes.readDoubleLE(56),
    compactedRevision: bytes.readDoubleLE(64),
    length: bytes.readDoubleLE(72),
    lastRevision: bytes.readDoubleLE(80),
  };
}

/**
 * Returns the checksum seed of a segment's frames. With it, bytes of another store, segment or
 * position are never read as a frame, even if a client stores them as a value.
 */
export function seedOf(header: SegmentHeader): number {
  return crc32(encodeHeader(header).subarray(0, identityBytes));
}

/** Returns the checksum seed of a frame at a position. */
export function frameSeed(seed: number, position: number): number {
  return (seed ^ Math.imul(position, 0x9e3779b1)) >>> 0;
}

/** Returns the checksum of a value, seeded by its revision. */
export function valueCrc(value: Uint8Array, revision: number): number {
  return crc32(value, revision >>> 0);
}

/**
 * `commit`: writes under one revision. `compact`: the compacted revision changed; the frame has the
 * current revision of the store.
 */
export type FrameKind = "commit" | "compact";

const frameKinds: readonly FrameKind[] = ["commit", "compact"];

/** Fields of a frame's head. */
export interface FrameHead {
  readonly kind: FrameKind;
  readonly frameBytes: number;
  readonly metaBytes: number;
  readonly revision: number;
  readonly batchStart: number;
  readonly writes: number;
}

/**
 * Buffer for encoding frames. Numbers are written through the view, which is several times faster.
 */
export interface EncodeBuffer {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Encodes the fields that do not depend on the position of the frame. */
export function encodeFrameHead({ view }: EncodeBuffer, at: number, head: Omit<FrameHead, "batchStart">): void {
  view.setUint32(at, frameMagic, true);
  view.setUint32(at + 8, head.frameBytes, true);
  view.setUint32(at + 12, head.metaBytes, true);
  view.setFloat64(at + 16, head.revision, true);
  view.setUint16(at + 28, frameKinds.indexOf(head.kind), true);
  view.setUint16(at + 30, head.writes, true);
}

interface FramePosition {
  /** Offset in the buffer of the end of the head with its meta. */
  readonly headEnd: number;
  /** Position of the frame in the segment. */
  readonly position: number;
  readonly batchStart: number;
  /** Checksum seed of the segment. */
  readonly seed: number;
}

/** Completes the head of a frame whose meta is encoded. */
export function sealFrameHead({ bytes, view }: EncodeBuffer, at: number, position: FramePosition): void {
  // Only backups exceed 32 bits, and they do not use this field.
  view.setUint32(at + 24, position.batchStart >>> 0, true);
  const seed = frameSeed(position.seed, position.position);
  view.setUint32(at + 4, crcOfPart(bytes, { from: at + 8, to: position.headEnd, seed }), true);
}

/**
 * Decodes the head at an offset of a buffer; undefined for a damaged one. `seed` is that of the
 * frame's position.
 */
export function decodeFrameHead(bytes: Buffer, at: number, seed: number): FrameHead | undefined {
  if (at + frameHeadBytes > bytes.length || bytes.readUInt32LE(at) !== frameMagic) return undefined;
  const end = at + frameHeadBytes + bytes.readUInt32LE(at + 12);
  if (end > bytes.length || crc32(bytes.subarray(at + 8, end), seed) !== bytes.readUInt32LE(at + 4)) return undefined;
  return parseFrameHead(bytes, at);
}

/** Decodes a head whose bytes are known to be intact. */
export function parseFrameHead(bytes: Buffer, at: number): FrameHead {
  return {
    kind: frameKinds[bytes.readUInt16LE(at + 28)]!,
    frameBytes: bytes.readUInt32LE(at + 8),
    metaBytes: bytes.readUInt32LE(at + 12),
    revision: bytes.readDoubleLE(at + 16),
    batchStart: bytes.readUInt32LE(at + 24),
    writes: bytes.readUInt16LE(at + 30),
  };
}

/** Returns the next offset at or after `from` at which a frame may start. */
export function findFrame(bytes: Buffer, from: number): number {
  return bytes.indexOf(frameMagicBytes, from);
}

const frameMagicBytes = Buffer.alloc(4);
frameMagicBytes.writeUInt32LE(frameMagic);
