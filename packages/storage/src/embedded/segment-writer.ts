import type { DiskFile } from "./disk.ts";
import { encodeHeader, headerBytes, type SegmentHeader, seedOf } from "./format.ts";
import { createFrameBatch, type FrameWrite } from "./frame-batch.ts";
import type { HeadsWriter } from "./heads-file.ts";

/**
 * Writes a complete segment: frames first and, once they are durable, the header that makes it
 * valid.
 */
export interface SegmentWriter {
  /** End of the frames added so far. */
  readonly length: number;
  /**
   * Adds a write; returns the position of its value. Writes to the disk once enough is buffered.
   */
  add(revision: number, write: FrameWrite): Promise<number>;
  /** Makes the segment durable and returns its header. The file stays open. */
  finish(end: Pick<SegmentHeader, "baseRevision" | "lastRevision" | "compactedRevision">): Promise<SegmentHeader>;
}

/** Fields of the header that are known before the content. */
export type SegmentIdentity = Pick<
  SegmentHeader,
  "kind" | "storeId" | "firstId" | "lastId" | "generation" | "previousLength"
>;

const chunkBytes = 1024 * 1024;
// Flushed in parts, so that a concurrent commit does not wait for the whole segment.
const unflushedBytes = 4 * 1024 * 1024;

/** Creates a writer for an empty file. */
export function createSegmentWriter(
  identity: SegmentIdentity,
  { file, heads }: { readonly file: DiskFile; readonly heads?: HeadsWriter },
): SegmentWriter {
  const seed = seedOf({ ...identity, baseRevision: 0, compactedRevision: 0, length: 0, lastRevision: 0 });
  const batch = createFrameBatch();
  let written = headerBytes;
  let unflushed = 0;

  async function writeOut(): Promise<void> {
    const bytes = batch.seal(written, seed);
    await file.write([bytes], written);
    batch.frames((frame) => heads?.add(frame));
    batch.clear();
    written += bytes.length;
    unflushed += bytes.length;
    if (unflushed >= unflushedBytes) {
      await file.sync();
      unflushed = 0;
    }
    await heads?.flush(written);
  }

  return {
    get length() {
      return written + batch.length;
    },
    async add(revision, write) {
      const valueAt = written + batch.commit(revision, [write]);
      if (batch.length >= chunkBytes) await writeOut();
      return valueAt;
    },
    async finish(end) {
      await writeOut();
      await file.sync();
      const header = { ...identity, ...end, length: written };
      await file.write([encodeHeader(header)], 0);
      await file.sync();
      return header;
    },
  };
}
