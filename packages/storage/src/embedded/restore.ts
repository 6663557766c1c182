import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { aNumber, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { backupFrames, readBackupHeader, readWrites } from "./backup-file.ts";
import type { Disk } from "./disk.ts";
import { aDisk } from "./expected.ts";
import { headerBytes } from "./format.ts";
import type { WholeFrame } from "./frame-scan.ts";
import { createHeadsWriter, writeHeadsHeader } from "./heads-file.ts";
import { defaultSegmentBytes } from "./limits.ts";
import { nodeDisk } from "./node-disk.ts";
import { segmentFileName } from "./segment.ts";
import { createSegmentWriter, type SegmentIdentity } from "./segment-writer.ts";
import { checkEmpty, writeStoreFile } from "./store-file.ts";

/** Options of `restoreEmbeddedStorage`. */
export interface RestoreOptions {
  readonly file: string;
  /** Must be empty or not exist. */
  readonly dir: string;
  /**
   * By how much the restored store's revision exceeds the backup's. Commits after the backup are
   * undone, but clients remember their revisions: the new history must not use them again, and a
   * client that requests one must get `CompactedError`. Use 0 only where no client saw a revision
   * after the backup, as when a store moves.
   * @default 1,000,000,000
   */
  readonly advanceRevisionBy?: number;
  /** @default the file system */
  readonly disk?: Disk;
}

/** The content of a finished restore. */
export interface RestoreResult {
  /** Revision of the restored store, which is compacted up to it. */
  readonly revision: number;
  readonly entries: number;
}

const restoreOptions = optionsOf<RestoreOptions>({
  file: aString,
  dir: aString,
  advanceRevisionBy: optional(aNumber),
  disk: optional(aDisk),
});

/**
 * Creates a directory for `openEmbeddedStorage` from a backup.
 * @throws {CorruptError} when the backup is damaged; {IncompatibleError} when the file is no backup
 * or `dir` is not empty
 * @throws {TypeError} for a wrong argument
 */
export async function restoreEmbeddedStorage(options: RestoreOptions): Promise<RestoreResult> {
  checkArgument("restoreEmbeddedStorage: options", options, restoreOptions);
  const { file: path, dir, advanceRevisionBy = 1_000_000_000, disk = nodeDisk } = options;
  const file = await disk.open(path, "read");
  try {
    const header = await readBackupHeader(file, path);
    const revision = header.lastRevision + advanceRevisionBy;
    await disk.makeDirectory(dir);
    await checkEmpty(disk, dir);
    const lock = await disk.lock(dir);
    try {
      const storeId = randomBytes(16);
      const { entries, lastSegment } = await writeSegments(disk, {
        ...{ dir, storeId, revision },
        frames: backupFrames(file, header),
      });
      await disk.syncDirectory(dir);
      // Written last: without this file the directory is no store.
      await writeStoreFile(disk, dir, { id: storeId, lastSegment, revision });
      return { revision, entries };
    } finally {
      await lock.release();
    }
  } finally {
    await file.close();
  }
}

interface Restoring {
  readonly dir: string;
  readonly storeId: Buffer;
  readonly revision: number;
  readonly frames: AsyncIterable<WholeFrame>;
}

async function writeSegments(
  disk: Disk,
  { dir, storeId, revision, frames }: Restoring,
): Promise<{ readonly entries: number; readonly lastSegment: number }> {
  let entries = 0;
  let id = 1;
  const open = (): Promise<RestoredSegment> => openSegment(disk, { dir, storeId, id: id++, revision });
  let segment = await open();
  for await (const frame of frames) {
    for (const write of readWrites(frame)) {
      if (segment.writer.length >= defaultSegmentBytes) {
        await segment.finish();
        segment = await open();
      }
      await segment.writer.add(frame.head.revision, write);
      entries++;
    }
  }
  await segment.finish();
  return { entries, lastSegment: id - 1 };
}

interface RestoredSegment {
  readonly writer: ReturnType<typeof createSegmentWriter>;
  finish(): Promise<void>;
}

async function openSegment(
  disk: Disk,
  {
    dir,
    storeId,
    id,
    revision,
  }: {
    readonly dir: string;
    readonly storeId: Buffer;
    readonly id: number;
    readonly revision: number;
  },
): Promise<RestoredSegment> {
  const identity: SegmentIdentity = {
    kind: "merged",
    storeId,
    firstId: id,
    lastId: id,
    generation: 1,
    previousLength: 0,
  };
  const file = await disk.open(join(dir, segmentFileName(identity, "log")), "create");
  const headsFile = await disk.open(join(dir, segmentFileName(identity, "idx")), "create");
  let failure: unknown;
  const heads = createHeadsWriter(headsFile, {
    at: headerBytes,
    covered: headerBytes,
    onFailure: (error) => {
      failure = error;
    },
  });
  const writer = createSegmentWriter(identity, { file, heads });
  return {
    writer,
    async finish() {
      const header = await writer.finish({
        baseRevision: revision,
        lastRevision: revision,
        compactedRevision: revision,
      });
      await writeHeadsHeader(headsFile, header);
      await heads.sync();
      await heads.close();
      await file.close();
      if (failure !== undefined) throw failure;
    },
  };
}
