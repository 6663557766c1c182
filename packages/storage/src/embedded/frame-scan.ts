import { CorruptError } from "../errors.ts";
import { type DiskFile, readPart } from "./disk.ts";
import {
  decodeFrameHead,
  type FrameHead,
  findFrame,
  frameAlignment,
  frameHeadBytes,
  frameSeed,
  valueCrc,
  valuePrefixBytes,
} from "./format.ts";
import { decodeRecords } from "./record.ts";

/** A range of bytes in a segment. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** A frame's head and position. */
export interface FrameAt {
  readonly position: number;
  readonly head: FrameHead;
}

/** Result of a scan: intact heads, and the unreadable gaps between them. */
export interface Scanned {
  readonly bytes: Buffer;
  readonly from: number;
  readonly frames: readonly FrameAt[];
  readonly gaps: readonly Part[];
}

/** Reads a part of a segment and finds every intact head, also after damage. */
export async function scanPart(file: DiskFile, { from, to, seed }: Part & { readonly seed: number }): Promise<Scanned> {
  const bytes = await readPart(file, { from, to });
  const frames: FrameAt[] = [];
  const gaps: Part[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = frameFrom(bytes, at, (place) => frameSeed(seed, from + place));
    const next = found?.at ?? bytes.length;
    if (next > at) gaps.push({ from: from + at, to: from + next });
    if (found === undefined) break;
    frames.push({ position: from + found.at, head: found.head });
    at = found.at + found.head.frameBytes;
  }
  if (from + bytes.length < to) gaps.push({ from: from + bytes.length, to });
  return { bytes, from, frames, gaps };
}

/** Returns the first intact head at or after an offset. */
function frameFrom(
  bytes: Buffer,
  from: number,
  seedAt: (place: number) => number,
): { readonly at: number; readonly head: FrameHead } | undefined {
  for (let at = from; at >= 0 && at < bytes.length; ) {
    const head = at % frameAlignment === from % frameAlignment ? decodeFrameHead(bytes, at, seedAt(at)) : undefined;
    if (head !== undefined) return { at, head };
    at = findFrame(bytes, at + 1);
  }
  return undefined;
}

/** True if all bytes of a frame are present and the checksums of its values match. */
export function isWhole({ bytes, from }: Scanned, { position, head }: FrameAt): boolean {
  const at = position - from;
  if (at + head.frameBytes > bytes.length) return false;
  if (head.kind !== "commit") return true;
  let whole = true;
  decodeRecords(bytes, { head, at, position }, (record) => {
    if (record.op === "delete" || !whole) return;
    const value = valueAt(bytes, record.position - from, record.bytes);
    whole = value !== undefined && valueCrc(value, head.revision) === bytes.readUInt32LE(record.position - from);
  });
  return whole;
}

/** Returns the value at an offset; undefined if its checksum prefix or bytes are cut off. */
export function valueAt(bytes: Buffer, at: number, length: number): Buffer | undefined {
  const start = at + valuePrefixBytes;
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : undefined;
}

const windowBytes = 1024 * 1024;

/** A frame with its bytes. */
export interface WholeFrame extends FrameAt {
  /** Starts with the head. */
  readonly bytes: Buffer;
}

/**
 * Reads the frames of a part that contains only frames, in order, one window at a time.
 * @throws {CorruptError} at the first damaged frame
 */
export async function* streamFrames(
  file: DiskFile,
  { from, to, seed }: Part & { readonly seed: number },
): AsyncGenerator<WholeFrame, void, void> {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = from;
  let position = from;
  const whole = (): WholeFrame | undefined => {
    const at = position - windowAt;
    const head = decodeFrameHead(window, at, frameSeed(seed, position));
    if (head === undefined || at + head.frameBytes > window.length) return undefined;
    return { position, head, bytes: window.subarray(at, at + head.frameBytes) };
  };
  while (position < to) {
    let frame = whole();
    if (frame === undefined) {
      window = await readWindow(file, { from: position, to });
      windowAt = position;
      frame = whole();
    }
    if (frame === undefined) throw new CorruptError(`a frame is damaged at byte ${position}`);
    yield frame;
    position += frame.head.frameBytes;
  }
}

/** Reads a window that contains at least the first frame completely. */
async function readWindow(file: DiskFile, { from, to }: Part): Promise<Buffer> {
  const window = await readPart(file, { from, to: Math.min(to, from + windowBytes) });
  const frameBytes = window.length < frameHeadBytes ? 0 : window.readUInt32LE(8);
  return frameBytes <= window.length ? window : readPart(file, { from, to: Math.min(to, from + frameBytes) });
}
