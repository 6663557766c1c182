import { join } from "node:path";
import type { Log as Reporter } from "@svc/base";
import { CorruptError } from "../errors.ts";
import type { Disk, DiskFile } from "./disk.ts";
import { headerBytes, type SegmentHeader } from "./format.ts";
import type { FrameWrite } from "./frame-batch.ts";
import { createHeadsWriter, type HeadsWriter, writeHeadsHeader } from "./heads-file.ts";
import { collectLive, type MergedRecord } from "./live-records.ts";
import { nextTurn } from "./range-scan.ts";
import { countDrop, countPut, createSegment, type Segment, type SegmentName, segmentFileName } from "./segment.ts";
import { createSegmentWriter } from "./segment-writer.ts";
import { createValueReads, readValues } from "./value-reads.ts";
import type { VersionIndex } from "./version-index.ts";

/** The parts of a store that merging uses. */
export interface MergeDeps {
  readonly disk: Disk;
  readonly dir: string;
  readonly log: Reporter;
  readonly index: VersionIndex;
  newHandle(): number;
  /** Replaces segments with the merged one; the old ones are still read until they are retired. */
  replace(run: readonly Segment[], merged: Segment): void;
}

interface MergeOptions {
  /** Segments before the run. */
  readonly older: readonly Segment[];
  readonly sweptRevision: number;
  /** Name of the merged segment. */
  readonly target: SegmentName;
}

const sliceRecords = 1000;
const sliceBytes = 1024 * 1024;

/**
 * Rewrites neighbouring segments into one without superseded records, in small steps. The rename of
 * the new file is the atomic step: a crash before it leaves the old segments, a crash after it
 * finds them superseded.
 */
export async function mergeSegments(run: readonly Segment[], deps: MergeDeps, options: MergeOptions): Promise<void> {
  const { disk, dir } = deps;
  const [first, last] = [run[0]!, run.at(-1)!];
  const identity = {
    kind: "merged" as const,
    storeId: first.header.storeId,
    ...options.target,
    previousLength: first.header.previousLength,
  };
  const logPath = join(dir, segmentFileName(identity, "log"));
  const file = await disk.open(`${logPath}.tmp`, "create");
  const list = createValueReads();
  try {
    const records: MergedRecord[] = [];
    for (const segment of run)
      await collectLive(segment, { disk, index: deps.index, older: options.older, list, records });
    const heads = await openHeads(deps, {
      ...identity,
      baseRevision: 0,
      compactedRevision: 0,
      length: 0,
      lastRevision: 0,
    });
    const writer = createSegmentWriter(identity, { file, heads: heads.writer });
    const positions = await writeRecords(records, writer);
    const header = await writer.finish({
      baseRevision: first.header.baseRevision,
      lastRevision: last.lastRevision,
      compactedRevision: options.sweptRevision,
    });
    await heads.finish(header);
    await disk.rename(`${logPath}.tmp`, logPath);
    await disk.syncDirectory(dir);
    const merged = createSegment({ handle: deps.newHandle(), header, dir, file });
    deps.replace(run, merged);
    await moveVersions(records, { positions, merged, index: deps.index });
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await list.release();
  }
}

interface MergedHeads {
  readonly writer: HeadsWriter;
  finish(header: SegmentHeader): Promise<void>;
}

async function openHeads({ disk, dir, log }: MergeDeps, header: SegmentHeader): Promise<MergedHeads> {
  const path = join(dir, segmentFileName(header, "idx"));
  const file: DiskFile = await disk.open(`${path}.tmp`, "create");
  const writer = createHeadsWriter(file, {
    at: headerBytes,
    covered: headerBytes,
    onFailure: (error) => log.warn("a heads file cannot be written", { error: String(error) }),
  });
  return {
    writer,
    async finish(header) {
      await writeHeadsHeader(file, header);
      await writer.sync();
      await writer.close();
      await disk.rename(`${path}.tmp`, path);
    },
  };
}

/** Writes the records, a slice of values at a time; returns the position of each value. */
async function writeRecords(
  records: readonly MergedRecord[],
  writer: ReturnType<typeof createSegmentWriter>,
): Promise<Float64Array> {
  const positions = new Float64Array(records.length);
  for (let from = 0; from < records.length; ) {
    let to = from;
    for (let bytes = 0; to < records.length && to - from < sliceRecords && bytes < sliceBytes; to++) {
      const k = records[to]!;
      bytes += k.op === "put" ? k.read.version.bytes : 0;
    }
    const slice = records.slice(from, to);
    const values = await readValues(slice.flatMap((k) => (k.op === "put" ? [k.read] : [])));
    let next = 0;
    for (const [i, k] of slice.entries()) {
      const value = k.op === "put" ? values[next++] : undefined;
      if (value instanceof CorruptError) throw value;
      const write: FrameWrite =
        k.op === "put"
          ? { op: "put", key: value!.key, value: value!.value, expiresAt: k.expiresAt }
          : { op: "delete", key: k.key };
      positions[from + i] = await writer.add(k.op === "put" ? k.read.version.revision : k.revision, write);
    }
    from = to;
    await nextTurn();
  }
  return positions;
}

async function moveVersions(
  records: readonly MergedRecord[],
  {
    positions,
    merged,
    index,
  }: {
    readonly positions: Float64Array;
    readonly merged: Segment;
    readonly index: VersionIndex;
  },
): Promise<void> {
  for (const [i, k] of records.entries()) {
    if (k.op === "delete") merged.deletions++;
    else {
      const { key, version } = k.read;
      countPut(merged, version.bytes);
      const to = { segment: merged.handle, position: positions[i]!, bytes: version.bytes };
      if (!index.move(key, version, to)) countDrop(merged, version.bytes);
    }
    if (i % sliceRecords === sliceRecords - 1) await nextTurn();
  }
}
