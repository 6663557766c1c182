import { CompactedError, FutureRevisionError } from "./errors.ts";
import type { Revision } from "./storage.ts";

/** Revisions that can be read. */
interface Readable {
  readonly current: Revision;
  readonly compacted: number;
}

/** Returns the requested revision if it can be read, or the current one. */
export function readableRevision(requested: Revision | undefined, { current, compacted }: Readable): Revision {
  if (requested === undefined) return current;
  checkRevision(requested);
  if (requested > current) throw new FutureRevisionError(current);
  if (requested < compacted) throw new CompactedError(compacted);
  return requested;
}

/** @throws {TypeError} for a value that is no revision */
export function checkRevision(revision: unknown): asserts revision is Revision {
  if (!Number.isSafeInteger(revision) || (revision as number) < 1) {
    throw new TypeError("a revision is a whole number from 1");
  }
}

/** Returns the most entries of a page. */
export function checkLimit(limit: number | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError("a limit is a whole number from 0");
  return limit;
}
