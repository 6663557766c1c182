import type { Change, ChangeBatch, Revision } from "../storage.ts";
import { createForkableFifo, type ForkableFifo } from "./forkable-fifo.ts";

/** The newest batches of changes in order of revision, without a gap after `since`. */
export interface RecentChanges {
  /** Every change above this revision is present. */
  readonly since: Revision;
  readonly bytes: number;
  append(batch: ChangeBatch, bytes: number): void;
  /** Returns the first batch above the revision; it may begin before it. */
  next(after: Revision): ChangeBatch | undefined;
  find(key: string, revision: Revision): Change | undefined;
  /** Drops the oldest batches until the rest takes at most so many bytes. */
  trim(maxBytes: number): void;
  /** Drops batches without changes above the revision. */
  dropThrough(revision: Revision): void;
  fork(): RecentChanges;
}

interface Kept {
  readonly batch: ChangeBatch;
  readonly bytes: number;
}

interface HeldBatches {
  readonly batches: ForkableFifo<Kept>;
  readonly bytes: number;
}

/** Creates recent changes from a revision on. @param held given up by the caller */
export function createRecentChanges(start: Revision, held?: HeldBatches): RecentChanges {
  const batches = held?.batches ?? createForkableFifo<Kept>();
  let since = start;
  let bytes = held?.bytes ?? 0;

  function dropFirst(): void {
    const first = batches.shift()!;
    since = first.batch.revision;
    bytes -= first.bytes;
  }

  /** Returns the first batch above the revision. */
  function next(revision: Revision): ChangeBatch | undefined {
    let low = 0;
    let high = batches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (batches.at(middle)!.batch.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return batches.at(low)?.batch;
  }

  return {
    get since() {
      return since;
    },
    get bytes() {
      return bytes;
    },
    append(batch, size) {
      batches.push({ batch, bytes: size });
      bytes += size;
    },
    next,
    find(key, revision) {
      if (revision <= since) return undefined;
      const changes = next((revision - 1) as Revision)?.changes;
      return changes?.find((c) => c.revision === revision && c.key === key);
    },
    trim(maxBytes) {
      while (bytes > maxBytes && batches.length > 0) dropFirst();
    },
    dropThrough(revision) {
      while (batches.length > 0 && batches.at(0)!.batch.revision <= revision) dropFirst();
    },
    fork: () => createRecentChanges(since, { batches: batches.fork(), bytes }),
  };
}

/** Size of a change for byte limits. */
function changeBytes(change: Change): number {
  return 64 + change.key.length + (change.op === "put" ? change.value.byteLength : 0);
}

/** Total size of changes for byte limits. */
export function changesBytes(changes: readonly Change[]): number {
  let bytes = 0;
  for (const change of changes) bytes += changeBytes(change);
  return bytes;
}
