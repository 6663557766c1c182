import type { Log as Reporter } from "@svc/base";
import type { Disk } from "./disk.ts";
import type { Segment } from "./segment.ts";
import { type StoreFile, writeStoreFile } from "./store-file.ts";

/**
 * Records in the store's file the last segment and a revision that was reached. With it, the next
 * start recognises files that are missing or older copies.
 */
export interface ProgressFile {
  /** Called when a new segment becomes active, and when the store closes. Failures are logged. */
  record(active: Segment): Promise<void>;
}

/** Creates the recorder of one store. */
export function createProgressFile(
  { id, ...before }: StoreFile,
  { disk, dir, log }: { readonly disk: Disk; readonly dir: string; readonly log: Reporter },
): ProgressFile {
  let recorded: Omit<StoreFile, "id"> = before;
  let writing: Promise<void> = Promise.resolve();

  async function write(next: Omit<StoreFile, "id">): Promise<void> {
    if (next.lastSegment === recorded.lastSegment && next.revision === recorded.revision) return;
    try {
      await writeStoreFile(disk, dir, { id, ...next });
      recorded = next;
    } catch (error) {
      log.warn("the progress of the store cannot be recorded", { error: String(error) });
    }
  }

  return {
    record({ header, lastRevision }) {
      const next = { lastSegment: header.lastId, revision: lastRevision };
      writing = writing.then(() => write(next));
      return writing;
    },
  };
}
