/**
 * The bytes on the disk. Numbers are little-endian; `f64` holds whole numbers up to 2^53.
 *
 * A store is a directory:
 *
 *     store.json                  what this is, its version, and how far it has come: the last segment
 *                                 and the revision that it had reached, or more
 *     FIRST-LAST.GENERATION.log   a segment: a header, then frames
 *     FIRST-LAST.GENERATION.idx   the same header, then blocks of heads: a second copy of everything but values
 *     owner.N.sock, owner.json    who has it open
 *
 * Segments are numbered. FIRST and LAST are equal until neighbours are rewritten into one, whose generation is then higher
 * than theirs. Only the last segment is appended to.
 *
 * A frame is a commit, whole:
 *
 *     head   u32 magic, u32 crc (of what follows it up to the end of meta, seeded by segment and position),
 *            u32 bytes of the frame, u32 bytes of meta, f64 revision, u32 batch start, u16 kind, u16 number of writes
 *     meta   per write: u8 op, u8 flags, u16 bytes of key, u32 bytes of value, [f64 expires at, ms], key
 *     values per put: u32 crc (of the value, seeded by the revision), value
 *     zeros  up to a multiple of 8
 *
 * 'Batch start' is where the frames begin that were flushed together with it: all before it was durable when the frame was
 * written. So a bad frame before some later batch start is damage, and one after all of them a write that a crash cut off.
 */
import { crc32 } from "node:zlib";
import { crcOfPart } from "./crc.ts";

export const formatVersion = 1;
export const headerBytes = 96;
export const frameHeadBytes = 32;
export const frameAlignment = 8;
export const valuePrefixBytes = 4;

const frameMagic = 0x9e4f52b1;
const headerMagic = Buffer.from("\x89SVCLOG\n", "latin1");
const identityBytes = 48;
const headerCrcAt = 88;

/**
 * `log`: appended to, commit by commit. `merged`: written at once, with what was worth keeping.
 * `backup`: the same, alone.
 */
export type SegmentKind = "log" | "merged" | "backup";

const kinds: readonly SegmentKind[] = ["log", "merged", "backup"];

export interface SegmentHeader {
  readonly kind: SegmentKind;
  /** 16 bytes, random, the same in all segments of a store. */
  readonly storeId: Buffer;
  readonly firstId: number;
  readonly lastId: number;
  readonly generation: number;
  /** Where the frames of the segment before it end. */
  readonly previousLength: number;
  /** The revision of the store before the first frame. */
  readonly baseRevision: number;
  /**
   * The compacted revision of the store when the segment was made. In a merged one, nothing that it
   * superseded is left.
   */
  readonly compactedRevision: number;
  /**
   * Where the frames end, and the revision of the store there; 0 in a log, whose successor knows.
   */
  readonly length: number;
  readonly lastRevision: number;
}

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
 * The header, `newer` for one that only a later version can read, or undefined where it is damaged.
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
 * Seeds the checksums of a segment's frames: bytes of another store, segment or position are never
 * taken for a frame, not even when somebody stores them as a value.
 */
export function seedOf(header: SegmentHeader): number {
  return crc32(encodeHeader(header).subarray(0, identityBytes));
}

export function frameSeed(seed: number, position: number): number {
  return (seed ^ Math.imul(position, 0x9e3779b1)) >>> 0;
}

export function valueCrc(value: Uint8Array, revision: number): number {
  return crc32(value, revision >>> 0);
}

/**
 * `commit`: writes under one revision. `compact`: the compacted revision changed; the frame's
 * revision is that of the store.
 */
export type FrameKind = "commit" | "compact";

const frameKinds: readonly FrameKind[] = ["commit", "compact"];

export interface FrameHead {
  readonly kind: FrameKind;
  readonly frameBytes: number;
  readonly metaBytes: number;
  readonly revision: number;
  readonly batchStart: number;
  readonly writes: number;
}

/**
 * Memory that frames are encoded in: through the view where numbers are written, since that is
 * several times faster.
 */
export interface EncodeBuffer {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Encodes what does not depend on where the frame will stand. */
export function encodeFrameHead({ view }: EncodeBuffer, at: number, head: Omit<FrameHead, "batchStart">): void {
  view.setUint32(at, frameMagic, true);
  view.setUint32(at + 8, head.frameBytes, true);
  view.setUint32(at + 12, head.metaBytes, true);
  view.setFloat64(at + 16, head.revision, true);
  view.setUint16(at + 28, frameKinds.indexOf(head.kind), true);
  view.setUint16(at + 30, head.writes, true);
}

interface FramePosition {
  /** Where in the buffer the head, with its meta, ends. */
  readonly headEnd: number;
  /** Where in the segment the frame will stand. */
  readonly position: number;
  readonly batchStart: number;
  /** Of the segment. */
  readonly seed: number;
}

/** Completes the head of a frame whose meta is encoded. */
export function sealFrameHead({ bytes, view }: EncodeBuffer, at: number, position: FramePosition): void {
  // Only backups are longer than a number of 32 bits can tell, and there it says nothing.
  view.setUint32(at + 24, position.batchStart >>> 0, true);
  const seed = frameSeed(position.seed, position.position);
  view.setUint32(at + 4, crcOfPart(bytes, { from: at + 8, to: position.headEnd, seed }), true);
}

/**
 * The head at a place of a buffer; undefined where there is none that is whole. `seed` is that of
 * the frame's position.
 */
export function decodeFrameHead(bytes: Buffer, at: number, seed: number): FrameHead | undefined {
  if (at + frameHeadBytes > bytes.length || bytes.readUInt32LE(at) !== frameMagic) return undefined;
  const end = at + frameHeadBytes + bytes.readUInt32LE(at + 12);
  if (end > bytes.length || crc32(bytes.subarray(at + 8, end), seed) !== bytes.readUInt32LE(at + 4)) return undefined;
  return parseFrameHead(bytes, at);
}

/** The same where the bytes are known to be whole. */
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

/** The next place at or after `from` where a frame may begin. */
export function findFrame(bytes: Buffer, from: number): number {
  return bytes.indexOf(frameMagicBytes, from);
}

const frameMagicBytes = Buffer.alloc(4);
frameMagicBytes.writeUInt32LE(frameMagic);
