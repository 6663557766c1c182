import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { crcShift, joinCrc } from "./crc32.ts";

/**
 * Part of a gzip stream: whole deflate blocks without references to earlier ones, with their
 * checksum and length.
 */
interface Segment {
  readonly bytes: Buffer;
  readonly length: number;
  readonly crc: number;
  readonly shift: number;
}

export interface BodyCompressor {
  /**
   * Compresses the parts to one gzip stream. A large part is compressed once: the result is cached
   * with its buffer. Synchronous when all parts are cached.
   */
  compress(parts: readonly Buffer[]): readonly Buffer[] | Promise<readonly Buffer[]>;
}

/**
 * Smaller parts are joined with their neighbours. What stays smaller, such as the text between two
 * large parts, is sent in stored blocks.
 */
const minSegmentBytes = 16 * 1024;
const maxJoinedBytes = 256 * 1024;
const compressSegment = promisify(deflateRaw);
/**
 * Speed matters more than the last percents, since clients are near. A full flush ends on a whole
 * byte and resets the window, so that segments can be joined in any order.
 */
const deflateOptions = { level: 1, finishFlush: constants.Z_FULL_FLUSH, chunkSize: 128 * 1024 } as const;

/** @param atOnce concurrent compressions: they use the threads that also write to the disk */
export function createBodyCompressor({ atOnce = 2 }: { readonly atOnce?: number } = {}): BodyCompressor {
  const segmentsByPart = new WeakMap<Buffer, Segment | Promise<Segment>>();
  const inTurn = createTurns(atOnce);

  const segmentOf = (part: Buffer): Segment | Promise<Segment> => {
    if (part.length < minSegmentBytes) return storedSegment(part);
    const before = segmentsByPart.get(part);
    if (before !== undefined) return before;
    const compression = inTurn(() => compressSegment(part, deflateOptions)).then((bytes) => {
      const segment = { bytes, ...checkOf(part) };
      segmentsByPart.set(part, segment);
      return segment;
    });
    segmentsByPart.set(part, compression);
    return compression;
  };

  const rest = async (segments: Segment[], parts: readonly Buffer[]): Promise<readonly Buffer[]> => {
    for (const part of parts) segments.push(await segmentOf(part));
    return gzipOf(segments);
  };

  return {
    compress: (body) => {
      const parts = joinSmall(body);
      const segments: Segment[] = [];
      for (const part of parts) {
        const segment = segmentOf(part);
        // In sequence: one large body must not use all turns.
        if (segment instanceof Promise) return rest(segments, parts.slice(segments.length));
        segments.push(segment);
      }
      return gzipOf(segments);
    },
  };
}

/** Keeps large parts, and joins the small ones between them. */
function joinSmall(parts: readonly Buffer[]): readonly Buffer[] {
  const out: Buffer[] = [];
  let small: Buffer[] = [];
  let bytes = 0;
  const flush = (): void => {
    const [only] = small;
    if (only !== undefined) out.push(small.length === 1 ? only : Buffer.concat(small, bytes));
    small = [];
    bytes = 0;
  };
  for (const part of parts) {
    const isLarge = part.length >= minSegmentBytes;
    if (isLarge || bytes + part.length > maxJoinedBytes) flush();
    if (isLarge) {
      out.push(part);
      continue;
    }
    small.push(part);
    bytes += part.length;
  }
  flush();
  return out;
}

function checkOf(part: Buffer): Omit<Segment, "bytes"> {
  return { length: part.length, crc: crc32(part), shift: crcShift(part.length) };
}

/** A block that is not compressed. Source: RFC 1951, section 3.2.4. */
function storedSegment(part: Buffer): Segment {
  const bytes = Buffer.allocUnsafe(5 + part.length);
  bytes[0] = 0;
  bytes.writeUInt16LE(part.length, 1);
  bytes.writeUInt16LE(~part.length & 0xffff, 3);
  part.copy(bytes, 5);
  return { bytes, ...checkOf(part) };
}

/** Source: RFC 1952, section 2.3. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block, which is empty. */
const lastBlock = [3, 0] as const;

function gzipOf(segments: readonly Segment[]): readonly Buffer[] {
  let crc = 0;
  let length = 0;
  for (const segment of segments) {
    crc = joinCrc(crc, segment.crc, segment.shift);
    length += segment.length;
  }
  const tail = Buffer.from([...lastBlock, 0, 0, 0, 0, 0, 0, 0, 0]);
  tail.writeUInt32LE(crc, 2);
  tail.writeUInt32LE(length % 2 ** 32, 6);
  return [head, ...segments.map(({ bytes }) => bytes), tail];
}

/** Runs a bounded number of tasks concurrently; others wait in order. */
function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The next waiting task takes over this turn.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
