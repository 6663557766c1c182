import { type CollatingKey, keyFromCollating } from "../key.ts";
import {
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
  /** Calls back with the head and the position of each frame. */
  heads(visit: (position: number, head: Buffer) => void): void;
}

const smallestBuffer = 64 * 1024;
const largestKept = 4 * 1024 * 1024;

export function frameBound(writes: readonly FrameWrite[]): number {
  let bound = frameHeadBytes + frameAlignment;
  for (const w of writes) bound += recordBound(w.key, w.op === "put" ? w.value.byteLength : 0);
  return bound;
}

export function createFrameWriter(): FrameWriter {
  let buffer = Buffer.allocUnsafeSlow(smallestBuffer);
  let used = 0;
  let start = 0;
  let batchStart = 0;
  let segmentSeed = 0;
  let frames: { readonly at: number; readonly headEnd: number }[] = [];

  function reserve(bytes: number): void {
    if (used + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, buffer.length * 2));
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  }

  function finish(
    { at, metaEnd, end }: { readonly at: number; readonly metaEnd: number; readonly end: number },
    { kind, revision, writes }: { readonly kind: FrameKind; readonly revision: number; readonly writes: number },
  ): Placed {
    const padded = Math.ceil(end / frameAlignment) * frameAlignment;
    buffer.fill(0, end, padded);
    const position = start + at;
    const metaBytes = metaEnd - at - frameHeadBytes;
    encodeFrameHead(buffer, at, {
      head: { kind, frameBytes: padded - at, metaBytes, revision, batchStart, writes },
      seed: frameSeed(segmentSeed, position),
    });
    used = padded;
    frames.push({ at, headEnd: metaEnd });
    return { position, valuesAt: start + metaEnd };
  }

  return {
    begin(position, seed) {
      if (buffer.length > largestKept) buffer = Buffer.allocUnsafeSlow(smallestBuffer);
      used = 0;
      start = position;
      batchStart = position;
      segmentSeed = seed;
      frames = [];
    },
    header(header) {
      reserve(headerBytes);
      buffer.set(header, used);
      used += headerBytes;
    },
    commit(revision, writes) {
      reserve(frameBound(writes));
      const at = used;
      let end = at + frameHeadBytes;
      for (const w of writes) {
        const [valueBytes, expiresAt] = w.op === "put" ? [w.value.byteLength, w.expiresAt] : [0, 0];
        end = encodeRecord(buffer, end, { op: w.op, key: keyFromCollating(w.key), valueBytes, expiresAt });
      }
      const metaEnd = end;
      for (const w of writes) {
        if (w.op !== "put") continue;
        buffer.writeUInt32LE(valueCrc(w.value, revision), end);
        buffer.set(w.value, end + valuePrefixBytes);
        end += valuePrefixBytes + w.value.byteLength;
      }
      return finish({ at, metaEnd, end }, { kind: "commit", revision, writes: writes.length });
    },
    compact(revision, compactedRevision) {
      reserve(frameHeadBytes + 8 + frameAlignment);
      const at = used;
      const end = buffer.writeDoubleLE(compactedRevision, at + frameHeadBytes);
      return finish({ at, metaEnd: end, end }, { kind: "compact", revision, writes: 0 });
    },
    bytes: () => buffer.subarray(0, used),
    heads(visit) {
      for (const { at, headEnd } of frames) visit(start + at, buffer.subarray(at, headEnd));
    },
  };
}
