import { CompactedError, FutureRevisionError } from "./errors.ts";
import type { Revision } from "./storage.ts";

/** What can be read at the moment. */
interface Readable {
  readonly current: Revision;
  readonly compacted: number;
}

/** The revision to read at: the one asked for if it can be read, else the current one. */
export function readableRevision(requested: Revision | undefined, { current, compacted }: Readable): Revision {
  if (requested === undefined) return current;
  checkRevision(requested);
  if (requested > current) throw new FutureRevisionError(current);
  if (requested < compacted) throw new CompactedError(compacted);
  return requested;
}

export function checkRevision(revision: unknown): asserts revision is Revision {
  if (!Number.isSafeInteger(revision) || (revision as number) < 1) {
    throw new TypeError("a revision is a whole number from 1");
  }
}

/** How many entries a page may have. */
export function checkLimit(limit: number | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError("a limit is a whole number from 0");
  return limit;
}
