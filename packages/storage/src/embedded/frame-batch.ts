import {
  type EncodeBuffer,
  encodeFrameHead,
  type FrameHead,
  frameAlignment,
  frameHeadBytes,
  sealFrameHead,
  valueCrc,
  valuePrefixBytes,
} from "./format.ts";
import { encodeRecord, recordBound } from "./record.ts";

/** A write as it is encoded in a frame. */
export type FrameWrite = FramePut | FrameDelete;

/** A key with its new value. */
export interface FramePut {
  readonly op: "put";
  readonly key: string;
  readonly value: Uint8Array;
  /** Milliseconds since 1970; 0 for never. */
  readonly expiresAt: number;
}

/** A deleted key. */
export interface FrameDelete {
  readonly op: "delete";
  readonly key: string;
}

/**
 * Frames for one write to the disk. They are encoded as they arrive, while an earlier write is in
 * progress; only the fields that depend on the position are left for `seal`.
 */
export interface FrameBatch {
  readonly length: number;
  /**
   * Encodes a commit. Returns the offset in the batch of the first value's checksum; further values
   * follow it.
   */
  commit(revision: number, writes: readonly FrameWrite[]): number;
  compact(revision: number, compactedRevision: number): void;
  /**
   * Fixes the position of the batch in the segment with this seed. The returned bytes are valid
   * until `clear`.
   */
  seal(position: number, seed: number): Buffer;
  /** Visits the frames of a sealed batch. */
  frames(visit: (frame: EncodedFrame) => void): void;
  /** Empties the batch for reuse. */
  clear(): void;
}

/** A frame in a sealed batch. */
export interface EncodedFrame {
  readonly position: number;
  readonly revision: number;
  /** Buffer that holds the head from `at` to `headEnd`. */
  readonly bytes: Buffer;
  readonly at: number;
  readonly headEnd: number;
}

const minBufferBytes = 16 * 1024;
const maxPooledBytes = 4 * 1024 * 1024;

/** Returns an upper bound of the bytes of a frame. */
export function frameBound(writes: readonly FrameWrite[]): number {
  let bound = frameHeadBytes + frameAlignment;
  for (const w of writes) bound += recordBound(w.key, w.op === "put" ? w.value.byteLength : 0);
  return bound;
}

/** Creates an empty batch. */
export function createFrameBatch(): FrameBatch {
  return new EncodedBatch();
}

class EncodedBatch implements FrameBatch {
  #buffer = createBuffer(minBufferBytes);
  #used = 0;
  #start = 0;
  // Three numbers for each frame: start, end of its head, revision.
  #frames: number[] = [];

  get length(): number {
    return this.#used;
  }

  commit(revision: number, writes: readonly FrameWrite[]): number {
    this.#reserve(frameBound(writes));
    const metaEnd = this.#encodeMeta(writes, this.#used + frameHeadBytes);
    const end = this.#encodeValues(writes, { at: metaEnd, revision });
    this.#finish({ kind: "commit", revision, writes: writes.length }, { metaEnd, end });
    return metaEnd;
  }

  compact(revision: number, compactedRevision: number): void {
    this.#reserve(frameHeadBytes + 8 + frameAlignment);
    const end = this.#used + frameHeadBytes + 8;
    this.#buffer.view.setFloat64(this.#used + frameHeadBytes, compactedRevision, true);
    this.#finish({ kind: "compact", revision, writes: 0 }, { metaEnd: end, end });
  }

  seal(position: number, seed: number): Buffer<ArrayBufferLike> {
    this.#start = position;
    for (let i = 0; i < this.#frames.length; i += 3) {
      const at = this.#frames[i]!;
      sealFrameHead(this.#buffer, at, {
        headEnd: this.#frames[i + 1]!,
        position: position + at,
        batchStart: position,
        seed,
      });
    }
    return this.#buffer.bytes.subarray(0, this.#used);
  }

  frames(visit: (frame: EncodedFrame) => void): void {
    for (let i = 0; i < this.#frames.length; i += 3) {
      const at = this.#frames[i]!;
      visit({
        bytes: this.#buffer.bytes,
        at,
        headEnd: this.#frames[i + 1]!,
        position: this.#start + at,
        revision: this.#frames[i + 2]!,
      });
    }
  }

  clear(): void {
    if (this.#buffer.bytes.length > maxPooledBytes) this.#buffer = createBuffer(minBufferBytes);
    this.#used = 0;
    this.#frames = [];
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#buffer.bytes.length) return;
    const larger = createBuffer(Math.max(this.#used + bytes, this.#buffer.bytes.length * 2));
    this.#buffer.bytes.copy(larger.bytes, 0, 0, this.#used);
    this.#buffer = larger;
  }

  #encodeMeta(writes: readonly FrameWrite[], at: number): number {
    let end = at;
    for (const w of writes) {
      const valueBytes = w.op === "put" ? w.value.byteLength : 0;
      const expiresAt = w.op === "put" ? w.expiresAt : 0;
      end = encodeRecord(this.#buffer, end, { op: w.op, key: w.key, valueBytes, expiresAt });
    }
    return end;
  }

  #encodeValues(writes: readonly FrameWrite[], { at, revision }: { at: number; revision: number }): number {
    const { bytes, view } = this.#buffer;
    let end = at;
    for (const w of writes) {
      if (w.op !== "put") continue;
      view.setUint32(end, valueCrc(w.value, revision), true);
      bytes.set(w.value, end + valuePrefixBytes);
      end += valuePrefixBytes + w.value.byteLength;
    }
    return end;
  }

  /** Encodes the head of the frame at `used`, whose meta and values are already encoded. */
  #finish(
    { kind, revision, writes }: Pick<FrameHead, "kind" | "revision" | "writes">,
    { metaEnd, end }: { readonly metaEnd: number; readonly end: number },
  ): void {
    const padded = Math.ceil(end / frameAlignment) * frameAlignment;
    for (let i = end; i < padded; i++) this.#buffer.bytes[i] = 0;
    const metaBytes = metaEnd - this.#used - frameHeadBytes;
    encodeFrameHead(this.#buffer, this.#used, { kind, frameBytes: padded - this.#used, metaBytes, revision, writes });
    this.#frames.push(this.#used, metaEnd, revision);
    this.#used = padded;
  }
}

function createBuffer(size: number): EncodeBuffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer) };
}
