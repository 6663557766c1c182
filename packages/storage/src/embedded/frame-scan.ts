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

export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface FrameAt {
  readonly position: number;
  readonly head: FrameHead;
}

/**
 * What was found in a part of a segment: whole heads, and the gaps between them where nothing could
 * be read.
 */
export interface Scanned {
  readonly bytes: Buffer;
  readonly from: number;
  readonly frames: readonly FrameAt[];
  readonly gaps: readonly Part[];
}

/** Reads a part of a segment and finds every whole head in it, also behind damage. */
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

/** The first whole head at or after a place. */
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

/** Whether all of a frame is there, and its values are what was written. */
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

export function valueAt(bytes: Buffer, at: number, length: number): Buffer | undefined {
  const start = at + valuePrefixBytes;
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : undefined;
}

const windowBytes = 1024 * 1024;

export interface WholeFrame extends FrameAt {
  /** The frame, from its head on. */
  readonly bytes: Buffer;
}

/**
 * The frames of a part that holds nothing but frames, in order, a window at a time.
 * @throws {CorruptError} at the first that is damaged
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

/** A window that holds at least the whole frame at its beginning. */
async function readWindow(file: DiskFile, { from, to }: Part): Promise<Buffer> {
  const window = await readPart(file, { from, to: Math.min(to, from + windowBytes) });
  const frameBytes = window.length < frameHeadBytes ? 0 : window.readUInt32LE(8);
  return frameBytes <= window.length ? window : readPart(file, { from, to: Math.min(to, from + frameBytes) });
}
