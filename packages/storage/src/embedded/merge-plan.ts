import { deadBytes, deletionBytes, type Segment } from "./segment.ts";

interface MergeRules {
  /** Versions superseded at this revision are gone from the index. */
  readonly sweptRevision: number;
  readonly segmentBytes: number;
}

// A run of segments is merged when at least half of it is dead.
const worthwhileShare = 0.5;
const smallShare = 0.25;
const manySmall = 8;
// Deletions must be kept while values that they deleted are on the disk. Past these limits the
// values' segment is rewritten.
const blockedShare = 0.25;
const blockedBytes = 4 * 1024 * 1024;

/** Returns the next neighbouring segments that are worth merging; undefined when there are none. */
export function planMerge(segments: readonly Segment[], rules: MergeRules): readonly Segment[] | undefined {
  return worthwhileRun(segments, rules) ?? blockingSegment(segments, rules);
}

/**
 * A deletion can be dropped when no value is left that it deleted: the segments before it hold no
 * superseded value, or were rewritten after the deletion was swept.
 */
export function canDropDeletions(older: readonly Segment[], revision: number): boolean {
  return older.every((s) => s.puts === s.livePuts || cleanUpTo(s) >= revision);
}

function cleanUpTo({ header }: Segment): number {
  return header.kind === "merged" ? header.compactedRevision : 0;
}

function isMergeable(segment: Segment, { sweptRevision }: MergeRules): boolean {
  return !segment.damaged && segment.lastRevision <= sweptRevision;
}

function worthwhileRun(segments: readonly Segment[], rules: MergeRules): readonly Segment[] | undefined {
  const freed = segments.map((s, i) => {
    const deletions = canDropDeletions(segments.slice(0, i), s.lastRevision) ? deletionBytes(s) : 0;
    return deadBytes(s) + deletions;
  });
  const joins = (i: number): boolean => {
    const { length } = segments[i]!;
    return freed[i]! >= length * worthwhileShare || length - freed[i]! < rules.segmentBytes * smallShare;
  };
  for (let first = 0; first < segments.length; first++) {
    let total = 0;
    let gone = 0;
    let end = first;
    for (; end < segments.length && isMergeable(segments[end]!, rules) && joins(end); end++) {
      const { length } = segments[end]!;
      if (end > first && total - gone + length - freed[end]! > rules.segmentBytes) break;
      total += length;
      gone += freed[end]!;
    }
    if (end === first) continue;
    if (gone >= total * worthwhileShare && gone > 0) return segments.slice(first, end);
    if (end - first >= manySmall) return segments.slice(first, end);
  }
  return undefined;
}

/**
 * Returns the oldest segment whose superseded values keep deletions alive, if those take much
 * space.
 */
function blockingSegment(segments: readonly Segment[], rules: MergeRules): readonly Segment[] | undefined {
  let total = 0;
  let blocked = 0;
  for (const [i, segment] of segments.entries()) {
    total += segment.length;
    if (!canDropDeletions(segments.slice(0, i), segment.lastRevision)) blocked += deletionBytes(segment);
  }
  if (blocked < Math.max(blockedBytes, total * blockedShare)) return undefined;
  const oldest = segments.find((s) => s.puts > s.livePuts && isMergeable(s, rules));
  return oldest === undefined ? undefined : [oldest];
}
