import { quote } from "@svc/base";
import { CorruptError } from "../errors.ts";
import { type CollatingKey, keyFromCollating } from "../key.ts";
import type { Entry, Revision } from "../storage.ts";
import type { ValueSlab } from "../value-slab.ts";
import { valueCrc, valuePrefixBytes } from "./format.ts";
import { acquire, release, type Segment } from "./segment.ts";
import type { Version } from "./version-index.ts";

/** A value to read. */
export interface ValueRead {
  readonly key: CollatingKey;
  readonly version: Version;
  readonly segment: Segment;
}

/** Values to read; their segments stay open until `release`. */
export interface ValueReads {
  readonly items: readonly ValueRead[];
  add(read: ValueRead): void;
  release(): Promise<void>;
}

/** Creates an empty list. */
export function createValueReads(): ValueReads {
  const items: ValueRead[] = [];
  const segments = new Set<Segment>();
  return {
    items,
    add(read) {
      if (!segments.has(read.segment)) {
        segments.add(read.segment);
        acquire(read.segment);
      }
      items.push(read);
    },
    async release() {
      await Promise.all([...segments].map(release));
      segments.clear();
    },
  };
}

// Reading a gap of this size between two values is cheaper than another read.
const maxGapBytes = 32 * 1024;
// A value that is kept keeps its whole read buffer alive.
const maxReadBytes = 256 * 1024;
const maxConcurrentReads = 4;
// Values are copied out of a read of which less is used.
const minUsedShare = 0.5;

/** The error of a value that could not be read takes its place. */
type ReadResult = Entry | CorruptError;

interface ReadValuesOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Memory for the values.
   * @default each read gets its own buffer
   */
  readonly slab?: Pick<ValueSlab, "allocate"> | undefined;
}

/**
 * Reads values; neighbouring ones with one read. Results are in the order of `reads`, whose
 * segments must be held.
 */
export async function readValues(
  reads: readonly ValueRead[],
  { signal, slab }: ReadValuesOptions = {},
): Promise<ReadResult[]> {
  const results = new Array<ReadResult>(reads.length);
  const spans = planSpans(reads);
  let next = 0;
  async function work(): Promise<void> {
    for (let span = spans[next++]; span !== undefined; span = spans[next++]) {
      signal?.throwIfAborted();
      await readSpan(span, { reads, results, slab });
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(maxConcurrentReads, spans.length) }, work));
  for (const w of workers) if (w.status === "rejected") throw w.reason;
  return results;
}

/** Values of one segment that are read together. */
interface ReadSpan {
  readonly segment: Segment;
  readonly from: number;
  to: number;
  /** Indexes into `reads`. */
  readonly indexes: number[];
}

function planSpans(reads: readonly ValueRead[]): readonly ReadSpan[] {
  const order = reads.map((_, i) => i);
  order.sort((a, b) => {
    const [x, y] = [reads[a]!.version, reads[b]!.version];
    return x.segment - y.segment || x.position - y.position;
  });
  const spans: ReadSpan[] = [];
  let span: ReadSpan | undefined;
  for (const index of order) {
    const { segment, version } = reads[index]!;
    const end = version.position + valuePrefixBytes + version.bytes;
    const joins =
      span?.segment === segment && version.position - span.to <= maxGapBytes && end - span.from <= maxReadBytes;
    if (span === undefined || !joins) {
      span = { segment, from: version.position, to: end, indexes: [] };
      spans.push(span);
    }
    span.to = end;
    span.indexes.push(index);
  }
  return spans;
}

interface SpanTarget {
  readonly reads: readonly ValueRead[];
  readonly results: ReadResult[];
  readonly slab: ReadValuesOptions["slab"];
}

async function readSpan({ segment, from, to, indexes }: ReadSpan, { reads, results, slab }: SpanTarget): Promise<void> {
  const into = slab?.allocate(to - from) ?? Buffer.allocUnsafeSlow(to - from);
  const bytes = Buffer.from(into.buffer, into.byteOffset, await segment.file.read(into, from));
  const usedBytes = indexes.reduce((sum, index) => sum + reads[index]!.version.bytes, 0);
  const sharesBuffer = slab !== undefined || usedBytes >= bytes.length * minUsedShare;
  for (const index of indexes) {
    const { key, version } = reads[index]!;
    const at = version.position - from;
    const stored = bytes.subarray(at + valuePrefixBytes, at + valuePrefixBytes + version.bytes);
    const whole = at + valuePrefixBytes + version.bytes <= bytes.length;
    if (!whole || valueCrc(stored, version.revision) !== bytes.readUInt32LE(at)) {
      segment.damaged = true;
      results[index] = corrupt(key, version, segment);
      continue;
    }
    const value = sharesBuffer ? stored : new Uint8Array(stored);
    results[index] = { key: keyFromCollating(key), value, revision: version.revision as Revision };
  }
}

function corrupt(collating: CollatingKey, { revision, position }: Version, segment: Segment): CorruptError {
  const key = keyFromCollating(collating);
  const where = `segment ${segment.header.firstId}, byte ${position}`;
  return new CorruptError(`the value of ${quote(key)} at revision ${revision} is damaged (${where})`, {
    key,
    revision,
  });
}
