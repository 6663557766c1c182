import type { Log as Reporter } from "@svc/base";
import type { Disk } from "./disk.ts";
import type { Segment } from "./segment.ts";
import { type StoreFile, writeStoreFile } from "./store-file.ts";

/**
 * Notes in the store's file how far the store has come: by it, files that are missing, or older
 * copies of what they were, are recognised at the next start.
 */
export interface ProgressFile {
  /** To be called when another segment is appended to, and at the end. A failure is only logged. */
  record(active: Segment): Promise<void>;
}

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
      log.warn("how far the store has come cannot be noted", { error: String(error) });
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
