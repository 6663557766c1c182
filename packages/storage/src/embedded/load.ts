import { join } from "node:path";
import type { Log as Reporter } from "@svc/base";
import { CorruptError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Expiries } from "../local/expiries.ts";
import type { Disk } from "./disk.ts";
import {
  encodeHeader,
  type FrameHead,
  frameHeadBytes,
  headerBytes,
  parseFrameHead,
  type SegmentHeader,
} from "./format.ts";
import { type FrameAt, isWhole, type Part, type Scanned, scanPart } from "./frame-scan.ts";
import { createHeadsWriter, type HeadAt, type Heads, type HeadsWriter } from "./heads-file.ts";
import { createHeads } from "./log.ts";
import { decodeCompaction, decodeRecords } from "./record.ts";
import type { FoundSegment } from "./recovery-scan.ts";
import { addSeekPoint, countPut, createSegment, type Segment, segmentFileName } from "./segment.ts";
import type { VersionIndex } from "./version-index.ts";

/** State that loading fills, segment by segment. */
export interface LoadContext {
  readonly disk: Disk;
  readonly dir: string;
  readonly log: Reporter;
  readonly index: VersionIndex;
  readonly expiries: Expiries;
  newHandle(): number;
  /**
   * Called before the segment's content is loaded: the index may drop versions of it immediately.
   */
  onSegment(segment: Segment): void;
  readonly lost: LostCommits[];
  /** Revision of the store after the segments loaded so far. */
  revision: number;
  compactedRevision: number;
}

/** Commits that cannot be read and whose keys are unknown. */
export interface LostCommits {
  readonly segment: number;
  readonly firstRevision: number;
  readonly lastRevision: number;
}

/** A loaded segment. */
export interface LoadedSegment {
  readonly segment: Segment;
  /** Continues the segment's heads file; present for the active segment only. */
  readonly heads: HeadsWriter | undefined;
}

/**
 * Loads one segment: its heads as far as their file goes, the rest from the segment itself. What a
 * crash cut off at the end is removed, and a damaged header written anew.
 */
export async function loadSegment(
  loading: LoadContext,
  found: FoundSegment,
  { previous, appended }: { readonly previous: Segment | undefined; readonly appended: boolean },
): Promise<LoadedSegment> {
  const { file, heads, size, knownLength } = found;
  const header = found.headerFrom === "log" ? found.header : await repairHeader(loading, found, previous);
  const segment = createSegment({ handle: loading.newHandle(), header, dir: loading.dir, file });
  loading.onSegment(segment);
  expectRevision(loading, header.firstId, header.baseRevision);
  heads?.visit((head) => applyHead(loading, segment, head));
  const covered = heads?.covered ?? headerBytes;
  const to = Math.max(covered, knownLength ?? size);
  const scanned = await scanPart(file, { from: covered, to, seed: segment.seed });
  const whole: Tail =
    knownLength === undefined
      ? withoutTornTail(scanned, { headerIsWhole: found.headerFrom !== "made" })
      : { frames: scanned.frames, gaps: scanned.gaps, end: to };
  for (const { position } of whole.frames) {
    applyHead(loading, segment, { bytes: scanned.bytes, at: position - covered, position });
  }
  reportGaps(loading, segment, whole.gaps);
  segment.length = whole.end;
  segment.lastRevision = Math.max(header.lastRevision, loading.revision);
  if (header.lastRevision > 0) reachRevision(loading, header.firstId, header.lastRevision);
  if (appended && size > whole.end) {
    reportCut(loading, segment, scanned);
    await file.truncate(whole.end);
    await file.sync();
  }
  const writer = await continueHeads(loading, { segment, heads, scanned, frames: whole.frames, appended });
  return { segment, heads: writer };
}

/** Rewrites a damaged header from its copy or from the neighbouring segments. */
async function repairHeader(
  { revision, compactedRevision, log }: LoadContext,
  { header, headerFrom, file }: FoundSegment,
  previous: Segment | undefined,
): Promise<SegmentHeader> {
  const restored =
    headerFrom === "heads"
      ? header
      : { ...header, baseRevision: revision, compactedRevision, previousLength: previous?.length ?? 0 };
  log.warn("a damaged segment header was restored", { segment: header.firstId });
  await file.write([encodeHeader(restored)], 0);
  await file.sync();
  return restored;
}

/** Commits of a log have consecutive revisions: a missing revision is a lost commit. */
function expectRevision(loading: LoadContext, segment: number, reached: number): void {
  const firstRevision = loading.revision + 1;
  reachRevision(loading, segment, reached);
  if (reached >= firstRevision) loading.lost.push({ segment, firstRevision, lastRevision: reached });
}

/** Revisions never decrease; a merged segment lacks some. */
function reachRevision(loading: LoadContext, segment: number, reached: number): void {
  if (reached < loading.revision) {
    throw new CorruptError(`segment ${segment}: revision ${reached} follows ${loading.revision}`);
  }
  loading.revision = reached;
}

function applyHead(loading: LoadContext, segment: Segment, { bytes, at, position }: HeadAt): void {
  const head = parseFrameHead(bytes, at);
  addSeekPoint(segment, { revision: head.revision, position });
  if (head.kind === "compact") {
    loading.compactedRevision = Math.max(loading.compactedRevision, decodeCompaction(bytes, at));
    return;
  }
  const merged = segment.header.kind === "merged";
  if (!merged) expectRevision(loading, segment.header.firstId, head.revision - 1);
  loading.revision = Math.max(loading.revision, head.revision);
  applyRecords(loading, segment, { head, bytes, at, position });
}

function applyRecords(
  { index, expiries }: LoadContext,
  segment: Segment,
  { head, bytes, at, position }: HeadAt & { readonly head: FrameHead },
): void {
  decodeRecords(bytes, { head, at, position }, (record) => {
    const plainKey = keyFromCollating(record.key);
    expiries.clear(plainKey);
    if (record.op === "delete") {
      segment.deletions++;
      index.delete(record.key, head.revision);
      return;
    }
    countPut(segment, record.bytes);
    const location = { segment: segment.handle, position: record.position, bytes: record.bytes };
    index.put(record.key, { revision: head.revision, ...location });
    if (record.expiresAt > 0) expiries.set(plainKey, record.expiresAt);
  });
}

interface Tail {
  readonly frames: readonly FrameAt[];
  readonly gaps: readonly Part[];
  /** End of the frames. */
  readonly end: number;
}

/**
 * Separates damage from what a crash cut off. Everything before the last batch was durable when
 * that batch was written: gaps there are damage. In the last batch nothing need have been
 * acknowledged: it ends before the first frame that is not whole.
 */
function withoutTornTail(scanned: Scanned, { headerIsWhole }: { readonly headerIsWhole: boolean }): Tail {
  const { from, frames, gaps } = scanned;
  const lastBatch = Math.max(from, frames.at(-1)?.head.batchStart ?? 0);
  // The header and the first batch are one write: without an intact header, the batch was not
  // acknowledged.
  if (!headerIsWhole && lastBatch <= headerBytes) return { frames: [], gaps: [], end: headerBytes };
  const cuts = [
    ...gaps.filter((g) => g.to > lastBatch).map((g) => Math.max(g.from, lastBatch)),
    ...frames.filter((f) => f.position >= lastBatch && !isWhole(scanned, f)).map((f) => f.position),
  ];
  const end = cuts.reduce((first, cut) => Math.min(first, cut), from + scanned.bytes.length);
  return {
    frames: frames.filter((f) => f.position < end),
    gaps: gaps.filter((g) => g.from < end).map((g) => ({ from: g.from, to: Math.min(g.to, end) })),
    end,
  };
}

/**
 * Logs the removal of bytes from the end of the store, zeros excepted: commits that a crash cut off
 * before they were acknowledged, or the last group of commits with a byte that was damaged since.
 */
function reportCut({ log }: LoadContext, segment: Segment, { bytes, from, frames }: Scanned): void {
  const cut = bytes.subarray(segment.length - from);
  if (cut.every((byte) => byte === 0)) return;
  const revisions = frames.filter(({ position }) => position >= segment.length).map(({ head }) => head.revision);
  log.warn("the last commits were cut off, or damaged since, and are removed", {
    segment: segment.header.firstId,
    bytes: cut.length,
    after: segment.lastRevision,
    ...(revisions.length === 0 ? {} : { legibleRevisions: revisions.join(", ") }),
  });
}

function reportGaps({ log }: LoadContext, segment: Segment, gaps: readonly Part[]): void {
  if (gaps.length === 0) return;
  segment.damaged = true;
  for (const gap of gaps) log.error("part of a segment is damaged", { segment: segment.header.firstId, ...gap });
}

/**
 * Adds heads that had to be read from the segment to the heads file, so that the next start can use
 * them.
 */
async function continueHeads(
  { disk, dir, log }: LoadContext,
  {
    segment,
    heads,
    scanned,
    frames,
    appended,
  }: {
    readonly segment: Segment;
    readonly heads: Heads | undefined;
    readonly scanned: Scanned;
    readonly frames: readonly FrameAt[];
    readonly appended: boolean;
  },
): Promise<HeadsWriter | undefined> {
  if (!appended && frames.length === 0) return undefined;
  let writer: HeadsWriter;
  if (heads === undefined) writer = await createHeads(disk, { segment, log });
  else {
    const file = await disk.open(join(dir, segmentFileName(segment.header, "idx")), "update");
    writer = createHeadsWriter(file, {
      at: heads.fileEnd,
      covered: heads.covered,
      onFailure: (error) => log.warn("a heads file cannot be written", { error: String(error) }),
    });
  }
  for (const { position, head } of frames) {
    const at = position - scanned.from;
    writer.add({ position, bytes: scanned.bytes, at, headEnd: at + frameHeadBytes + head.metaBytes });
  }
  await writer.flush(segment.length);
  if (appended) return writer;
  await writer.sync();
  await writer.close();
  return undefined;
}
