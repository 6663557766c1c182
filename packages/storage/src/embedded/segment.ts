import { join } from "node:path";
import type { Disk, DiskFile } from "./disk.ts";
import { headerBytes, type SegmentHeader, seedOf } from "./format.ts";

/** Identifies a segment and determines its file names. */
export interface SegmentName {
  readonly firstId: number;
  readonly lastId: number;
  readonly generation: number;
}

const digits = 10;
const pattern = /^(\d{10})-(\d{10})\.(\d+)\.log$/;

/** Returns the name of a segment's file. */
export function segmentFileName({ firstId, lastId, generation }: SegmentName, extension: "log" | "idx"): string {
  const pad = (id: number): string => String(id).padStart(digits, "0");
  return `${pad(firstId)}-${pad(lastId)}.${generation}.${extension}`;
}

/** Parses the name of a log file; undefined for other names. */
export function parseSegmentFileName(name: string): SegmentName | undefined {
  const match = pattern.exec(name);
  if (match === null) return undefined;
  return { firstId: Number(match[1]), lastId: Number(match[2]), generation: Number(match[3]) };
}

/** An open segment with statistics of its content. */
export interface Segment {
  /** Names the segment in the version index of this process. */
  readonly handle: number;
  readonly header: SegmentHeader;
  /** Checksum seed of its frames. */
  readonly seed: number;
  readonly dir: string;
  readonly file: DiskFile;
  /** End of its frames. */
  length: number;
  /** Revision of the store after its last frame. */
  lastRevision: number;
  /** Number of puts and bytes of their values: all, and the live ones. */
  puts: number;
  valueBytes: number;
  livePuts: number;
  liveValueBytes: number;
  deletions: number;
  /** True after something could not be read: the segment is not merged. */
  damaged: boolean;
  /** Positions at which reading from a revision may start. */
  readonly seekPoints: SeekPoint[];
  /** Number of readers. A retired segment is closed when the last one leaves. */
  users: number;
  retired: boolean;
}

/** A position and the revision of its frame. */
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

/** Creates the state of an open segment. */
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

/** Adds a seek point if the last one is far behind. */
export function addSeekPoint(segment: Segment, { revision, position }: SeekPoint): void {
  const last = segment.seekPoints.at(-1)?.position ?? 0;
  if (segment.seekPoints.length === 0 || position - last >= landmarkBytes)
    segment.seekPoints.push({ revision, position });
}

/** Returns a position before every frame above the revision. */
export function positionBefore(segment: Segment, revision: number): number {
  return segment.seekPoints.findLast((l) => l.revision <= revision)?.position ?? headerBytes;
}

/** Counts a live value. */
export function countPut(segment: Segment, valueBytes: number): void {
  segment.puts++;
  segment.valueBytes += valueBytes;
  segment.livePuts++;
  segment.liveValueBytes += valueBytes;
}

/** Counts a value that was superseded. */
export function countDrop(segment: Segment, valueBytes: number): void {
  segment.livePuts--;
  segment.liveValueBytes -= valueBytes;
}

/** Returns the bytes of superseded values with their share of heads. */
export function deadBytes(segment: Segment): number {
  const records = segment.puts + segment.deletions;
  if (records === 0) return 0;
  const headShare = (segment.length - headerBytes - segment.valueBytes) / records;
  const deadPuts = segment.puts - segment.livePuts;
  return Math.round(segment.valueBytes - segment.liveValueBytes + deadPuts * headShare);
}

/** Returns the bytes that deletions take. */
export function deletionBytes(segment: Segment): number {
  const records = segment.puts + segment.deletions;
  if (records === 0) return 0;
  return Math.round((segment.deletions * (segment.length - headerBytes - segment.valueBytes)) / records);
}

/** Registers a reader of the segment. */
export function acquire(segment: Segment): void {
  segment.users++;
}

/** Unregisters a reader; closes a retired segment after the last one. */
export async function release(segment: Segment): Promise<void> {
  segment.users--;
  if (segment.retired && segment.users === 0) await segment.file.close();
}

/** Removes a segment's files; current readers can continue. */
export async function retire(disk: Disk, segment: Segment): Promise<void> {
  segment.retired = true;
  await removeSegmentFiles(disk, segment.dir, segment.header);
  if (segment.users === 0) await segment.file.close();
}

/** Removes both files of a segment. */
export async function removeSegmentFiles(disk: Disk, dir: string, name: SegmentName): Promise<void> {
  await disk.remove(join(dir, segmentFileName(name, "log")));
  await disk.remove(join(dir, segmentFileName(name, "idx")));
}
