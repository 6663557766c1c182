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
  return new BatchQueue(start, held ?? { batches: createForkableFifo<Kept>(), bytes: 0 });
}

class BatchQueue implements RecentChanges {
  readonly #batches: ForkableFifo<Kept>;
  #since: Revision;
  #bytes: number;

  constructor(since: Revision, { batches, bytes }: HeldBatches) {
    this.#since = since;
    this.#batches = batches;
    this.#bytes = bytes;
  }

  get since(): Revision {
    return this.#since;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(batch: ChangeBatch, bytes: number): void {
    this.#batches.push({ batch, bytes });
    this.#bytes += bytes;
  }

  next(after: Revision): ChangeBatch | undefined {
    let low = 0;
    let high = this.#batches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#batches.at(middle)!.batch.revision <= after) low = middle + 1;
      else high = middle;
    }
    return this.#batches.at(low)?.batch;
  }

  find(key: string, revision: Revision): Change | undefined {
    if (revision <= this.#since) return undefined;
    const changes = this.next((revision - 1) as Revision)?.changes;
    return changes?.find((c) => c.revision === revision && c.key === key);
  }

  trim(maxBytes: number): void {
    while (this.#bytes > maxBytes && this.#batches.length > 0) this.#dropFirst();
  }

  dropThrough(revision: Revision): void {
    while (this.#batches.length > 0 && this.#batches.at(0)!.batch.revision <= revision) this.#dropFirst();
  }

  fork(): RecentChanges {
    return new BatchQueue(this.#since, { batches: this.#batches.fork(), bytes: this.#bytes });
  }

  #dropFirst(): void {
    const first = this.#batches.shift()!;
    this.#since = first.batch.revision;
    this.#bytes -= first.bytes;
  }
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
