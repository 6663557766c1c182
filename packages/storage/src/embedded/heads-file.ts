import { crc32 } from "node:zlib";
import type { DiskFile } from "./disk.ts";
import { readPart } from "./disk.ts";
import {
  decodeHeader,
  encodeHeader,
  frameHeadBytes,
  headerBytes,
  parseFrameHead,
  type SegmentHeader,
} from "./format.ts";

/**
 * A second copy of a segment's heads, in a separate file: opening a store reads these instead of
 * all values, and where one copy is damaged the other one names the affected keys. It lags behind
 * the segment; the rest is read from the segment.
 *
 * A block: u32 magic, u32 crc (of all that follows), u32 bytes of the block, u32 number of heads,
 * u32 from, u32 to (the part of the segment that it covers), then per frame u32 position and the
 * head with its meta.
 */
const blockHeadBytes = 24;
const blockMagic = 0x5d31c4e7;
const firstBlockBytes = 4096;

/** A frame's head at `position` of the segment, from `at` to `headEnd` of a buffer. */
export interface HeadPart {
  readonly position: number;
  readonly bytes: Buffer;
  readonly at: number;
  readonly headEnd: number;
}

/** Appends heads to a heads file. */
export interface HeadsWriter {
  /** Bytes of heads that are not written yet. */
  readonly pendingBytes: number;
  add(head: HeadPart): void;
  /**
   * Writes the pending heads, of all frames up to `to`. After a failure the writer ignores further
   * calls.
   */
  flush(to: number): Promise<void>;
  /** Makes the written heads durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface HeadsWriterOptions {
  /** Offset in the file of the next block. */
  readonly at: number;
  /** Position in the segment up to which the file has heads. */
  readonly covered: number;
  /** Called once, when the file can no longer be written. */
  readonly onFailure: (error: unknown) => void;
}

/** Creates a writer that appends to an open heads file. */
export function createHeadsWriter(file: DiskFile, { at, covered, onFailure }: HeadsWriterOptions): HeadsWriter {
  let buffer = Buffer.allocUnsafeSlow(firstBlockBytes);
  let used = blockHeadBytes;
  let count = 0;
  let fileEnd = at;
  let from = covered;
  let failed = false;
  let writing: Promise<void> = Promise.resolve();

  function takeBlock(to: number): Buffer {
    const block = buffer.subarray(0, used);
    block.writeUInt32LE(blockMagic, 0);
    block.writeUInt32LE(used, 8);
    block.writeUInt32LE(count, 12);
    block.writeUInt32LE(from, 16);
    block.writeUInt32LE(to, 20);
    block.writeUInt32LE(crc32(block.subarray(8)), 4);
    buffer = Buffer.allocUnsafeSlow(Math.max(firstBlockBytes, used));
    used = blockHeadBytes;
    count = 0;
    from = to;
    return block;
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    if (failed) return;
    try {
      await action();
    } catch (error) {
      failed = true;
      onFailure(error);
    }
  }

  return {
    get pendingBytes() {
      return used - blockHeadBytes;
    },
    add({ position, bytes, at, headEnd }) {
      if (failed) return;
      const end = used + 4 + headEnd - at;
      if (end > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(end, buffer.length * 2));
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
      }
      buffer.writeUInt32LE(position, used);
      bytes.copy(buffer, used + 4, at, headEnd);
      used = end;
      count++;
    },
    flush(to) {
      if (count > 0 && !failed) {
        const block = takeBlock(to);
        const position = fileEnd;
        fileEnd += block.length;
        writing = writing.then(() => attempt(() => file.write([block], position)));
      }
      return writing;
    },
    async sync() {
      await writing;
      await attempt(() => file.sync());
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}

/** Writes the first part of a heads file: a copy of its segment's header. */
export function writeHeadsHeader(file: DiskFile, header: SegmentHeader): Promise<void> {
  return file.write([encodeHeader(header)], 0);
}

/** Content of a heads file. */
export interface Heads {
  readonly header: SegmentHeader;
  /** The file has the heads of all frames up to this position. */
  readonly covered: number;
  /** End of the intact blocks. */
  readonly fileEnd: number;
  visit(each: (head: HeadAt) => void): void;
}

/** A head in a buffer, and the position of its frame in the segment. */
export interface HeadAt {
  readonly bytes: Buffer;
  readonly at: number;
  readonly position: number;
}

/** Reads the intact blocks; undefined when the header is damaged. */
export async function readHeads(file: DiskFile): Promise<Heads | undefined> {
  const bytes = await readPart(file, { from: 0, to: await file.size() });
  const header = decodeHeader(bytes);
  if (header === undefined || header === "newer") return undefined;
  let covered = headerBytes;
  let end = headerBytes;
  for (;;) {
    const size = wholeBlock(bytes, { at: end, from: covered });
    if (size === 0) break;
    covered = bytes.readUInt32LE(end + 20);
    end += size;
  }
  return { header, covered, fileEnd: end, visit: (each) => visitBlocks(bytes.subarray(0, end), each) };
}

function wholeBlock(bytes: Buffer, { at, from }: { readonly at: number; readonly from: number }): number {
  if (at + blockHeadBytes > bytes.length || bytes.readUInt32LE(at) !== blockMagic) return 0;
  const size = bytes.readUInt32LE(at + 8);
  if (size < blockHeadBytes || at + size > bytes.length || bytes.readUInt32LE(at + 16) !== from) return 0;
  return crc32(bytes.subarray(at + 8, at + size)) === bytes.readUInt32LE(at + 4) ? size : 0;
}

function visitBlocks(bytes: Buffer, each: (head: HeadAt) => void): void {
  for (let block = headerBytes; block < bytes.length; block += bytes.readUInt32LE(block + 8)) {
    const count = bytes.readUInt32LE(block + 12);
    let next = block + blockHeadBytes;
    for (let i = 0; i < count; i++) {
      const at = next + 4;
      each({ bytes, at, position: bytes.readUInt32LE(next) });
      next = at + frameHeadBytes + parseFrameHead(bytes, at).metaBytes;
    }
  }
}
