import { type CollatingKey, keyFromCollating } from "../key.ts";
import {
  type EncodeBuffer,
  encodeFrameHead,
  type FrameKind,
  frameAlignment,
  frameHeadBytes,
  frameSeed,
  headerBytes,
  valueCrc,
  valuePrefixBytes,
} from "./format.ts";
import { encodeRecord, recordBound } from "./record.ts";

/** A write as it goes into a frame. */
export type FrameWrite =
  | { readonly op: "put"; readonly key: CollatingKey; readonly value: Uint8Array; readonly expiresAt: number }
  | { readonly op: "delete"; readonly key: CollatingKey };

/** Where a frame came to stand. */
export interface Placed {
  readonly position: number;
  /** Where the first value's checksum stands; the next one follows the value. */
  readonly valuesAt: number;
}

export interface EncodedFrame {
  readonly position: number;
  readonly revision: number;
  readonly head: Buffer;
}

/** Encodes frames one after the other, for one write to the disk. Its memory is used again by the next `begin`. */
export interface FrameWriter {
  /** Starts at a position of a segment. */
  begin(position: number, seed: number): void;
  /** Room for a segment's header before the first frame, filled by the caller. */
  header(header: Uint8Array): void;
  commit(revision: number, writes: readonly FrameWrite[]): Placed;
  compact(revision: number, compactedRevision: number): Placed;
  /** What was encoded; valid until the next `begin`. */
  bytes(): Buffer;
  /** Calls back with each frame that was encoded. */
  frames(visit: (frame: EncodedFrame) => void): void;
}

const smallestBuffer = 64 * 1024;
const largestKept = 4 * 1024 * 1024;

export function frameBound(writes: readonly FrameWrite[]): number {
  let bound = frameHeadBytes + frameAlignment;
  for (const w of writes) bound += recordBound(w.key, w.op === "put" ? w.value.byteLength : 0);
  return bound;
}

export function createFrameWriter(): FrameWriter {
  let buffer = createBuffer(smallestBuffer);
  let used = 0;
  let start = 0;
  let segmentSeed = 0;
  let frames: { readonly at: number; readonly headEnd: number; readonly revision: number }[] = [];

  function reserve(bytes: number): void {
    if (used + bytes <= buffer.bytes.length) return;
    const larger = createBuffer(Math.max(used + bytes, buffer.bytes.length * 2));
    buffer.bytes.copy(larger.bytes, 0, 0, used);
    buffer = larger;
  }

  function finish(
    { at, metaEnd, end }: { readonly at: number; readonly metaEnd: number; readonly end: number },
    { kind, revision, writes }: { readonly kind: FrameKind; readonly revision: number; readonly writes: number },
  ): Placed {
    const padded = Math.ceil(end / frameAlignment) * frameAlignment;
    for (let i = end; i < padded; i++) buffer.bytes[i] = 0;
    const position = start + at;
    const metaBytes = metaEnd - at - frameHeadBytes;
    encodeFrameHead(buffer, at, {
      head: { kind, frameBytes: padded - at, metaBytes, revision, batchStart: start, writes },
      seed: frameSeed(segmentSeed, position),
    });
    used = padded;
    frames.push({ at, headEnd: metaEnd, revision });
    return { position, valuesAt: start + metaEnd };
  }

  return {
    begin(position, seed) {
      if (buffer.bytes.length > largestKept) buffer = createBuffer(smallestBuffer);
      used = 0;
      start = position;
      segmentSeed = seed;
      frames = [];
    },
    header(header) {
      reserve(headerBytes);
      buffer.bytes.set(header, used);
      used += headerBytes;
    },
    commit(revision, writes) {
      reserve(frameBound(writes));
      const { bytes, view } = buffer;
      const at = used;
      let end = at + frameHeadBytes;
      for (const w of writes) {
        const [valueBytes, expiresAt] = w.op === "put" ? [w.value.byteLength, w.expiresAt] : [0, 0];
        end = encodeRecord(buffer, end, { op: w.op, key: keyFromCollating(w.key), valueBytes, expiresAt });
      }
      const metaEnd = end;
      for (const w of writes) {
        if (w.op !== "put") continue;
        view.setUint32(end, valueCrc(w.value, revision), true);
        bytes.set(w.value, end + valuePrefixBytes);
        end += valuePrefixBytes + w.value.byteLength;
      }
      return finish({ at, metaEnd, end }, { kind: "commit", revision, writes: writes.length });
    },
    compact(revision, compactedRevision) {
      reserve(frameHeadBytes + 8 + frameAlignment);
      const at = used;
      const end = at + frameHeadBytes + 8;
      buffer.view.setFloat64(at + frameHeadBytes, compactedRevision, true);
      return finish({ at, metaEnd: end, end }, { kind: "compact", revision, writes: 0 });
    },
    bytes: () => buffer.bytes.subarray(0, used),
    frames(visit) {
      for (const { at, headEnd, revision } of frames) {
        visit({ position: start + at, revision, head: buffer.bytes.subarray(at, headEnd) });
      }
    },
  };
}

function createBuffer(size: number): EncodeBuffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer) };
}
