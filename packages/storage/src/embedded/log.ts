import { join } from "node:path";
import type { Log as Reporter } from "@svc/base";
import { UnknownOutcomeError, WriteFailedError } from "../errors.ts";
import type { Disk, DiskFile } from "./disk.ts";
import { encodeHeader, headerBytes, type SegmentHeader } from "./format.ts";
import type { FrameBatch } from "./frame-batch.ts";
import { createHeadsWriter, type HeadsWriter, writeHeadsHeader } from "./heads-file.ts";
import { acquire, addSeekPoint, createSegment, release, type Segment, segmentFileName } from "./segment.ts";

/** The segment that is appended to, with its heads file. */
export interface ActiveSegment {
  readonly segment: Segment;
  readonly heads: HeadsWriter;
}

/** The write-ahead log: segments of frames. */
export interface Log {
  readonly active: Segment;
  /** Reason of the last failed append; undefined after a successful one. */
  readonly failure: string | undefined;
  /**
   * Appends the frames of a batch durably in one write. Only one call may be in progress.
   * @throws {WriteFailedError} when the frames will never be read; {UnknownOutcomeError} when a
   * restart may find them
   */
  append(batch: FrameBatch): Promise<Appended>;
  close(): Promise<void>;
}

/** Position of a batch that was appended. */
export interface Appended {
  readonly segment: Segment;
  readonly position: number;
}

interface LogDeps {
  readonly disk: Disk;
  readonly dir: string;
  readonly log: Reporter;
  newHandle(): number;
  compactedRevision(): number;
  /** Called with the new active segment; the previous one does not change any more. */
  onRoll(segment: Segment): void;
}

const headsBlockBytes = 64 * 1024;
// Small batches write zeros ahead, so that the following ones do not change the file's length: that
// makes a flush nearly twice as fast. Large batches would only write twice as much.
const paddedBatchBytes = 64 * 1024;
const smallestPadding = 64 * 1024;
const largestPadding = 1024 * 1024;

/** Creates the log that continues an active segment. */
export function createLog(first: ActiveSegment, deps: LogDeps & { readonly segmentBytes: number }): Log {
  return new SegmentLog(first, deps);
}

class SegmentLog implements Log {
  readonly #deps: LogDeps & { readonly segmentBytes: number };
  readonly #zeros = Buffer.alloc(largestPadding);
  #active: ActiveSegment;
  /** Length of the file, with the zeros written ahead. */
  #allocated: number;
  #lastBatchBytes = 0;
  #failure: string | undefined;
  // After a failed write the state of the file's pages is unknown: the next batch goes to a new
  // segment, whose header has the end of this one.
  #mustRoll = false;
  #sealing: Promise<void> = Promise.resolve();

  constructor(first: ActiveSegment, deps: LogDeps & { readonly segmentBytes: number }) {
    this.#deps = deps;
    this.#active = first;
    this.#allocated = first.segment.length;
  }

  get active(): Segment {
    return this.#active.segment;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  append(batch: FrameBatch): Promise<Appended> {
    const { segmentBytes } = this.#deps;
    const { segment } = this.#active;
    const full = segment.length > headerBytes && segment.length + batch.length > segmentBytes;
    return this.#mustRoll || full ? this.#appendToNew(batch) : this.#appendToActive(batch);
  }

  async close(): Promise<void> {
    await this.#sealing;
    const { segment, heads } = this.#active;
    await heads.flush(segment.length);
    await heads.sync();
    await heads.close();
    if (this.#allocated > segment.length) await segment.file.truncate(segment.length);
  }

  async #appendToActive(batch: FrameBatch): Promise<Appended> {
    const { segment } = this.#active;
    const position = segment.length;
    const bytes = batch.seal(position, segment.seed);
    const end = position + bytes.length;
    const padding = end > this.#allocated ? this.#paddingFor(bytes.length) : 0;
    try {
      await segment.file.write(padding > 0 ? [bytes, this.#zeros.subarray(0, padding)] : [bytes], position);
    } catch (error) {
      throw await this.#discardFailedBatch(segment, error);
    }
    this.#allocated = Math.max(this.#allocated, end + padding);
    this.#advance(batch, end);
    return { segment, position };
  }

  #paddingFor(batchBytes: number): number {
    const small = Math.max(batchBytes, this.#lastBatchBytes) <= paddedBatchBytes;
    this.#lastBatchBytes = batchBytes;
    return small ? Math.min(largestPadding, Math.max(smallestPadding, this.#active.segment.length)) : 0;
  }

  /** Ensures that a failed batch is never read; if that fails too, a restart may find it. */
  async #discardFailedBatch(segment: Segment, error: unknown): Promise<Error> {
    this.#mustRoll = !isFull(error);
    try {
      await segment.file.truncate(segment.length);
      await segment.file.sync();
      this.#allocated = segment.length;
      return this.#failed(error, "definite");
    } catch {
      this.#mustRoll = true;
      return this.#failed(error, "unknown");
    }
  }

  async #appendToNew(batch: FrameBatch): Promise<Appended> {
    const { dir, disk, newHandle } = this.#deps;
    const { segment: previous } = this.#active;
    const id = previous.header.lastId + 1;
    const header: SegmentHeader = {
      kind: "log",
      storeId: previous.header.storeId,
      firstId: id,
      lastId: id,
      generation: 0,
      previousLength: previous.length,
      baseRevision: previous.lastRevision,
      compactedRevision: this.#deps.compactedRevision(),
      length: 0,
      lastRevision: 0,
    };
    const path = join(dir, segmentFileName(header, "log"));
    let file: DiskFile | undefined;
    try {
      file = await disk.open(path, "create-through");
      const segment = createSegment({ handle: newHandle(), header, dir, file });
      const bytes = batch.seal(headerBytes, segment.seed);
      await file.write([encodeHeader(header), bytes], 0);
      await disk.syncDirectory(dir);
      await this.#roll(segment);
      this.#allocated = headerBytes + bytes.length;
      this.#advance(batch, this.#allocated);
      return { segment, position: headerBytes };
    } catch (error) {
      this.#mustRoll = true;
      throw await this.#discardSegment(path, { file, error });
    }
  }

  async #discardSegment(
    path: string,
    { file, error }: { readonly file: DiskFile | undefined; readonly error: unknown },
  ): Promise<Error> {
    const { disk, dir } = this.#deps;
    try {
      await file?.close();
      await disk.remove(path);
      await disk.syncDirectory(dir);
      return this.#failed(error, "definite");
    } catch {
      return this.#failed(error, file === undefined ? "definite" : "unknown");
    }
  }

  async #roll(segment: Segment): Promise<void> {
    const { disk, log, onRoll } = this.#deps;
    const previous = this.#active;
    const heads = await createHeads(disk, { segment, log });
    this.#active = { segment, heads };
    this.#mustRoll = false;
    onRoll(segment);
    acquire(previous.segment);
    this.#sealing = this.#sealing.then(() => this.#seal(previous));
  }

  /** Seals in the background: without a complete heads file, opening reads the segment itself. */
  async #seal({ segment, heads }: ActiveSegment): Promise<void> {
    const { log } = this.#deps;
    await heads.flush(segment.length);
    await heads.sync();
    await heads.close();
    // Padding is harmless and may stay where the file cannot be truncated.
    await segment.file.truncate(segment.length).catch((error: unknown) => {
      log.warn("a sealed segment keeps its padding", { segment: segment.header.firstId, error: String(error) });
    });
    await release(segment);
  }

  #advance(batch: FrameBatch, end: number): void {
    const { segment, heads } = this.#active;
    batch.frames((frame) => {
      heads.add(frame);
      addSeekPoint(segment, frame);
      segment.lastRevision = frame.revision;
    });
    segment.length = end;
    this.#failure = undefined;
    if (heads.pendingBytes >= headsBlockBytes) void heads.flush(end);
  }

  #failed(error: unknown, outcome: "definite" | "unknown"): Error {
    const { log } = this.#deps;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#failure === undefined) log.error("writes fail", { reason });
    this.#failure = reason;
    if (outcome === "definite") return new WriteFailedError(`the store cannot write: ${reason}`, { cause: error });
    return new UnknownOutcomeError(`the write failed, a restart may find it: ${reason}`, { cause: error });
  }
}

/**
 * Starts the heads file of a new segment. If that fails, opening the store reads the segment
 * itself.
 */
export async function createHeads(
  disk: Disk,
  { segment, log }: { readonly segment: Segment; readonly log: Reporter },
): Promise<HeadsWriter> {
  const report = (error: unknown): void =>
    log.warn("a heads file cannot be written; the next start reads the segment", {
      segment: segment.header.firstId,
      error: String(error),
    });
  let file: DiskFile | undefined;
  try {
    file = await disk.open(join(segment.dir, segmentFileName(segment.header, "idx")), "create");
    await writeHeadsHeader(file, segment.header);
    return createHeadsWriter(file, { at: headerBytes, covered: headerBytes, onFailure: report });
  } catch (error) {
    report(error);
    await file?.close();
    return noHeads;
  }
}

const noHeads: HeadsWriter = {
  pendingBytes: 0,
  add: () => undefined,
  flush: () => Promise.resolve(),
  sync: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOSPC" || code === "EDQUOT";
}
