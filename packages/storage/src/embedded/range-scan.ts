import type { CollatingKey, CollatingRange } from "../key.ts";
import type { Segment } from "./segment.ts";
import type { ValueReads } from "./value-reads.ts";
import type { VersionIndex } from "./version-index.ts";

interface ScanRangeOptions {
  readonly range: CollatingRange;
  readonly revision: number;
  readonly limit: number;
  /** Whether to count the keys beyond the limit. */
  readonly count: boolean;
  readonly signal?: AbortSignal | undefined;
}

// This many keys take about two milliseconds.
const keysPerSlice = 4096;

/**
 * Finds the entries of a range at a revision, which must be pinned: a long scan yields to other
 * work in between. Returns how many keys the limit left out; without `count`, 1 for any number.
 */
export async function scanRange(
  store: { readonly index: VersionIndex; segmentOf(handle: number): Segment },
  { range, revision, limit, count, signal }: ScanRangeOptions,
  into: ValueReads,
): Promise<number> {
  let remaining = 0;
  let lower: CollatingKey | undefined = range.lower;
  while (lower !== undefined) {
    let resumeAt: CollatingKey | undefined;
    let seen = 0;
    store.index.scan({ lower, upper: range.upper }, revision, (key, version) => {
      if (seen++ === keysPerSlice) {
        resumeAt = key;
        return false;
      }
      if (into.items.length < limit) {
        into.add({ key, version, segment: store.segmentOf(version.segment) });
        return true;
      }
      remaining++;
      return count;
    });
    lower = resumeAt;
    if (lower !== undefined) await nextTurn();
    signal?.throwIfAborted();
  }
  return remaining;
}

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
