import type { DiskFile } from "./disk.ts";
import { encodeHeader, headerBytes, type SegmentHeader, seedOf } from "./format.ts";
import { createFrameBatch, type FrameWrite } from "./frame-batch.ts";
import type { HeadsWriter } from "./heads-file.ts";

/**
 * Writes a segment that is made at once: frames first, and when all are durable the header that
 * makes it valid.
 */
export interface SegmentWriter {
  /** Where the frames end so far. */
  readonly length: number;
  /** Returns where the value stands, and writes once enough has gathered. */
  add(revision: number, write: FrameWrite): Promise<number>;
  /** Makes it durable and returns its header. The file stays open. */
  finish(end: Pick<SegmentHeader, "baseRevision" | "lastRevision" | "compactedRevision">): Promise<SegmentHeader>;
}

export type SegmentIdentity = Pick<
  SegmentHeader,
  "kind" | "storeId" | "firstId" | "lastId" | "generation" | "previousLength"
>;

const chunkBytes = 1024 * 1024;
// Flushed bit by bit, so that a commit which is flushed meanwhile does not wait for all of it.
const unflushedBytes = 4 * 1024 * 1024;

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
