import { aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { IncompatibleError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Disk } from "./disk.ts";
import { aDisk } from "./expected.ts";
import { headerBytes, parseFrameHead, seedOf, valueCrc } from "./format.ts";
import { isWhole, type Part, type Scanned, scanPart, valueAt } from "./frame-scan.ts";
import type { HeadAt } from "./heads-file.ts";
import { nodeDisk } from "./node-disk.ts";
import { decodeRecords } from "./record.ts";
import { type FoundSegment, openSegments } from "./recovery-scan.ts";
import { readStoreFile } from "./store-file.ts";

/** Options of `checkEmbeddedStorage`. */
export interface CheckOptions {
  readonly dir: string;
  /** @default the file system */
  readonly disk?: Disk;
}

/** Result of a check. */
export interface CheckReport {
  readonly segments: number;
  readonly records: number;
  /** Empty for an intact store. */
  readonly damages: readonly Damage[];
  /**
   * Bytes after the last frame: an append that a crash interrupted, or preallocated zeros. They are
   * no damage, and the next start removes them.
   */
  readonly unusedBytes: number;
}

/** One damaged location and the loss it causes. */
export type Damage = {
  /** First id of the segment. */
  readonly segment: number;
  /** Byte offset in the segment. */
  readonly position: number;
} & (
  | { readonly kind: "value"; readonly key: string; readonly revision: number }
  /** The copy in the heads file is intact: nothing is lost, and the keys are known. */
  | { readonly kind: "head"; readonly keys: readonly string[]; readonly revision: number }
  /** Commits are lost, and their keys are unknown. */
  | { readonly kind: "gap"; readonly bytes: number }
  /** Nothing is lost: the next start restores it. */
  | { readonly kind: "header" | "heads" }
);

const checkOptions = optionsOf<CheckOptions>({
  dir: aString,
  disk: optional(aDisk),
});

/**
 * Reads a closed store completely and reports every damaged record. It changes nothing.
 * @throws {LockedError} when a store has the directory open; {CorruptError} when segments are
 * missing or belong to another store
 * @throws {TypeError} for a wrong argument
 */
export async function checkEmbeddedStorage(options: CheckOptions): Promise<CheckReport> {
  checkArgument("checkEmbeddedStorage: options", options, checkOptions);
  const { dir, disk = nodeDisk } = options;
  const store = await readStoreFile(disk, dir);
  if (store === undefined) throw new IncompatibleError(`${dir} holds no store`);
  const lock = await disk.lock(dir);
  try {
    const { segments } = await openSegments(disk, { dir, store, access: "read" });
    const report = { segments: segments.length, records: 0, damages: [] as Damage[], unusedBytes: 0 };
    for (const segment of segments) {
      const checked = await checkSegment(segment);
      report.records += checked.records;
      report.unusedBytes += checked.unusedBytes;
      for (const item of checked.damages) report.damages.push(item);
    }
    await Promise.all(segments.map((s) => s.file.close()));
    return report;
  } finally {
    await lock.release();
  }
}

async function checkSegment(surveyed: FoundSegment): Promise<Omit<CheckReport, "segments">> {
  const { header, headerFrom, heads, file, size, knownLength } = surveyed;
  const segment = header.firstId;
  const damages: Damage[] = [];
  if (headerFrom !== "log") damages.push({ kind: "header", segment, position: 0 });
  if (knownLength !== undefined && heads?.covered !== knownLength)
    damages.push({ kind: "heads", segment, position: 0 });
  const scanned = await scanPart(file, { from: headerBytes, to: knownLength ?? size, seed: seedOf(header) });
  const copies = new Map<number, HeadAt>();
  heads?.visit((head) => copies.set(head.position, head));
  const unacknowledged = lastBatchOf(surveyed, scanned);
  let records = 0;
  for (const frame of scanned.frames) {
    const { position } = frame;
    copies.delete(position);
    if (position >= unacknowledged && !isWhole(scanned, frame)) continue;
    records += checkValues(
      scanned,
      { bytes: scanned.bytes, at: position - headerBytes, position },
      { segment, damages },
    );
  }
  // Heads that the copy has and the segment lacks.
  for (const copy of copies.values()) {
    const head = parseFrameHead(copy.bytes, copy.at);
    const keys: string[] = [];
    if (head.kind === "commit") decodeRecords(copy.bytes, { head, ...copy }, (r) => keys.push(keyFromCollating(r.key)));
    damages.push({ kind: "head", segment, position: copy.position, keys, revision: head.revision });
    records += checkValues(scanned, copy, { segment, damages });
  }
  const { gaps, unusedBytes } = knownGaps(surveyed, scanned);
  for (const item of gaps.map((g): Damage => ({ kind: "gap", segment, position: g.from, bytes: g.to - g.from })))
    damages.push(item);
  return { records, damages: damages.toSorted((a, b) => a.position - b.position), unusedBytes };
}

/** Start of the last batch of the last segment, which may not have been acknowledged. */
function lastBatchOf({ heads, knownLength }: FoundSegment, { frames }: Scanned): number {
  if (knownLength !== undefined) return Number.POSITIVE_INFINITY;
  return Math.max(heads?.covered ?? headerBytes, frames.at(-1)?.head.batchStart ?? 0);
}

/** Gaps that no copy of a head explains. In the last batch they are remains of a crash. */
function knownGaps(
  surveyed: FoundSegment,
  scanned: Scanned,
): { readonly gaps: readonly Part[]; readonly unusedBytes: number } {
  const covered = surveyed.heads?.covered ?? headerBytes;
  const lastBatch = lastBatchOf(surveyed, scanned);
  const uncovered = scanned.gaps
    .filter((g) => g.to > covered)
    .map((g) => ({ from: Math.max(g.from, covered), to: g.to }));
  const unused = uncovered.filter((g) => g.from >= lastBatch);
  return {
    gaps: uncovered.filter((g) => g.from < lastBatch),
    unusedBytes: unused.reduce((sum, g) => sum + g.to - g.from, 0),
  };
}

function checkValues(
  { bytes, from }: Scanned,
  { bytes: headBytes, at, position }: HeadAt,
  { segment, damages }: { readonly segment: number; readonly damages: Damage[] },
): number {
  const head = parseFrameHead(headBytes, at);
  if (head.kind !== "commit") return 0;
  decodeRecords(headBytes, { head, at, position }, (record) => {
    if (record.op === "delete") return;
    const place = record.position - from;
    const value = valueAt(bytes, place, record.bytes);
    if (value !== undefined && valueCrc(value, head.revision) === bytes.readUInt32LE(place)) return;
    const key = keyFromCollating(record.key);
    damages.push({ kind: "value", segment, position: record.position, key, revision: head.revision });
  });
  return head.writes;
}
