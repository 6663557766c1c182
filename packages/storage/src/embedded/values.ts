import { CorruptError } from "../errors.ts";
import { type CollatingKey, keyFromCollating } from "../key.ts";
import type { Entry, Revision } from "../storage.ts";
import type { ValueRoom } from "../value-room.ts";
import { valueCrc, valuePrefixBytes } from "./format.ts";
import { acquire, release, type Segment } from "./segment.ts";
import type { Version } from "./version-index.ts";

/** A value that is to be read. */
export interface Wanted {
  readonly key: CollatingKey;
  readonly version: Version;
  readonly segment: Segment;
}

/** Values to be read, whose segments stay open until they are released. */
export interface WantedList {
  readonly items: readonly Wanted[];
  add(wanted: Wanted): void;
  release(): Promise<void>;
}

export function createWantedList(): WantedList {
  const items: Wanted[] = [];
  const segments = new Set<Segment>();
  return {
    items,
    add(wanted) {
      if (!segments.has(wanted.segment)) {
        segments.add(wanted.segment);
        acquire(wanted.segment);
      }
      items.push(wanted);
    },
    async release() {
      await Promise.all([...segments].map(release));
      segments.clear();
    },
  };
}

// Reading what lies between two values is cheaper than another trip to the disk, up to about so much.
const bridgedBytes = 32 * 1024;
// A value that is kept alone keeps what was read with it, too.
const largestReadBytes = 256 * 1024;
const readsAtOnce = 4;
// Where less of what was read is wanted, values are copied out of it.
const minWantedShare = 0.5;

/** Where a value that could not be read leaves its error. */
type Fetched = Entry | CorruptError;

interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where values are put. @default what was read keeps what it was read into */
  readonly room?: Pick<ValueRoom, "take"> | undefined;
}

/** Reads values, neighbours together. The result goes by the order of what was wanted, whose segments must be held. */
export async function fetchValues(wanted: readonly Wanted[], { signal, room }: FetchOptions = {}): Promise<Fetched[]> {
  const results = new Array<Fetched>(wanted.length);
  const runs = planRuns(wanted);
  let next = 0;
  async function work(): Promise<void> {
    for (let run = runs[next++]; run !== undefined; run = runs[next++]) {
      signal?.throwIfAborted();
      await fetchRun(run, { wanted, results, room });
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(readsAtOnce, runs.length) }, work));
  for (const w of workers) if (w.status === "rejected") throw w.reason;
  return results;
}

/** Values of one segment that are read together. */
interface Run {
  readonly segment: Segment;
  readonly from: number;
  to: number;
  /** Into `wanted`. */
  readonly indexes: number[];
}

function planRuns(wanted: readonly Wanted[]): readonly Run[] {
  const order = wanted.map((_, i) => i);
  order.sort((a, b) => {
    const [x, y] = [wanted[a]!.version, wanted[b]!.version];
    return x.segment - y.segment || x.position - y.position;
  });
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const index of order) {
    const { segment, version } = wanted[index]!;
    const end = version.position + valuePrefixBytes + version.bytes;
    const joins =
      run?.segment === segment && version.position - run.to <= bridgedBytes && end - run.from <= largestReadBytes;
    if (run === undefined || !joins) {
      run = { segment, from: version.position, to: end, indexes: [] };
      runs.push(run);
    }
    run.to = end;
    run.indexes.push(index);
  }
  return runs;
}

interface FetchInto {
  readonly wanted: readonly Wanted[];
  readonly results: Fetched[];
  readonly room: FetchOptions["room"];
}

async function fetchRun({ segment, from, to, indexes }: Run, { wanted, results, room }: FetchInto): Promise<void> {
  const into = room?.take(to - from) ?? Buffer.allocUnsafeSlow(to - from);
  const bytes = Buffer.from(into.buffer, into.byteOffset, await segment.file.read(into, from));
  const wantedBytes = indexes.reduce((sum, index) => sum + wanted[index]!.version.bytes, 0);
  const staysThere = room !== undefined || wantedBytes >= bytes.length * minWantedShare;
  for (const index of indexes) {
    const { key, version } = wanted[index]!;
    const at = version.position - from;
    const stored = bytes.subarray(at + valuePrefixBytes, at + valuePrefixBytes + version.bytes);
    const whole = at + valuePrefixBytes + version.bytes <= bytes.length;
    if (!whole || valueCrc(stored, version.revision) !== bytes.readUInt32LE(at)) {
      segment.damaged = true;
      results[index] = corrupt(key, version, segment);
      continue;
    }
    const value = staysThere ? stored : new Uint8Array(stored);
    results[index] = { key: keyFromCollating(key), value, revision: version.revision as Revision };
  }
}

function corrupt(collating: CollatingKey, { revision, position }: Version, segment: Segment): CorruptError {
  const key = keyFromCollating(collating);
  const where = `segment ${segment.header.firstId}, byte ${position}`;
  return new CorruptError(`the value of ${JSON.stringify(key)} at revision ${revision} is damaged (${where})`, {
    key,
    revision,
  });
}
