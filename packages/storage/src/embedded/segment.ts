import { join } from "node:path";
import type { Disk, DiskFile } from "./disk.ts";
import { headerBytes, type SegmentHeader, seedOf } from "./format.ts";

/** What identifies a segment, and names its files. */
export interface SegmentName {
  readonly firstId: number;
  readonly lastId: number;
  readonly generation: number;
}

const digits = 10;
const pattern = /^(\d{10})-(\d{10})\.(\d+)\.log$/;

export function segmentFileName({ firstId, lastId, generation }: SegmentName, extension: "log" | "idx"): string {
  const pad = (id: number): string => String(id).padStart(digits, "0");
  return `${pad(firstId)}-${pad(lastId)}.${generation}.${extension}`;
}

export function parseSegmentFileName(name: string): SegmentName | undefined {
  const match = pattern.exec(name);
  if (match === null) return undefined;
  return { firstId: Number(match[1]), lastId: Number(match[2]), generation: Number(match[3]) };
}

/** An open segment, and what is known of its content. */
export interface Segment {
  /** Names it in the version index; of this process. */
  readonly handle: number;
  readonly header: SegmentHeader;
  /** Of its frames' checksums. */
  readonly seed: number;
  readonly dir: string;
  readonly file: DiskFile;
  /** Where its frames end. */
  length: number;
  /** The revision of the store after its last frame. */
  lastRevision: number;
  /** Puts and the bytes of their values: all, and those that are still kept. */
  puts: number;
  valueBytes: number;
  livePuts: number;
  liveValueBytes: number;
  deletions: number;
  /** Something in it cannot be read: it is left as it is. */
  damaged: boolean;
  /** Where to begin to read from a revision on. */
  readonly seekPoints: SeekPoint[];
  /** How many read it at the moment; it is closed once it is retired and nobody does. */
  users: number;
  retired: boolean;
}

export interface SeekPoint {
  readonly revision: number;
  readonly position: number;
}

const landmarkBytes = 64 * 1024;

interface OpenSegment {
  readonly handle: number;
  readonly header: SegmentHeader;
  readonly dir: string;
  readonly file: DiskFile;
}

export function createSegment({ handle, header, dir, file }: OpenSegment): Segment {
  return {
    handle,
    header,
    seed: seedOf(header),
    dir,
    file,
    length: header.length > 0 ? header.length : headerBytes,
    lastRevision: header.lastRevision > 0 ? header.lastRevision : header.baseRevision,
    puts: 0,
    valueBytes: 0,
    livePuts: 0,
    liveValueBytes: 0,
    deletions: 0,
    damaged: false,
    seekPoints: [],
    users: 0,
    retired: false,
  };
}

/**
 * Remembers that a frame with this revision stands here, if the last place remembered is far
 * behind.
 */
export function addSeekPoint(segment: Segment, { revision, position }: SeekPoint): void {
  const last = segment.seekPoints.at(-1)?.position ?? 0;
  if (segment.seekPoints.length === 0 || position - last >= landmarkBytes)
    segment.seekPoints.push({ revision, position });
}

/** A place from which reading on meets every frame above the revision. */
export function positionBefore(segment: Segment, revision: number): number {
  return segment.seekPoints.findLast((l) => l.revision <= revision)?.position ?? headerBytes;
}

export function countPut(segment: Segment, valueBytes: number): void {
  segment.puts++;
  segment.valueBytes += valueBytes;
  segment.livePuts++;
  segment.liveValueBytes += valueBytes;
}

export function countDrop(segment: Segment, valueBytes: number): void {
  segment.livePuts--;
  segment.liveValueBytes -= valueBytes;
}

/** Bytes that its superseded values take, with their share of heads. */
export function deadBytes(segment: Segment): number {
  const records = segment.puts + segment.deletions;
  if (records === 0) return 0;
  const headShare = (segment.length - headerBytes - segment.valueBytes) / records;
  const deadPuts = segment.puts - segment.livePuts;
  return Math.round(segment.valueBytes - segment.liveValueBytes + deadPuts * headShare);
}

export function deletionBytes(segment: Segment): number {
  const records = segment.puts + segment.deletions;
  if (records === 0) return 0;
  return Math.round((segment.deletions * (segment.length - headerBytes - segment.valueBytes)) / records);
}

export function acquire(segment: Segment): void {
  segment.users++;
}

/** Closes a retired segment when its last user leaves. */
export async function release(segment: Segment): Promise<void> {
  segment.users--;
  if (segment.retired && segment.users === 0) await segment.file.close();
}

/** Removes a segment's files; those who read it can go on. */
export async function retire(disk: Disk, segment: Segment): Promise<void> {
  segment.retired = true;
  await removeSegmentFiles(disk, segment.dir, segment.header);
  if (segment.users === 0) await segment.file.close();
}

export async function removeSegmentFiles(disk: Disk, dir: string, name: SegmentName): Promise<void> {
  await disk.remove(join(dir, segmentFileName(name, "log")));
  await disk.remove(join(dir, segmentFileName(name, "idx")));
}
