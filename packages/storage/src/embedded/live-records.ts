import { join } from "node:path";
import { CorruptError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Disk } from "./disk.ts";
import { headerBytes, parseFrameHead } from "./format.ts";
import { scanPart } from "./frame-scan.ts";
import { type HeadAt, readHeads } from "./heads-file.ts";
import { canDropDeletions } from "./merge-plan.ts";
import { nextTurn } from "./range-scan.ts";
import { decodeRecords, type Record } from "./record.ts";
import { type Segment, segmentFileName } from "./segment.ts";
import type { ValueRead, ValueReads } from "./value-reads.ts";
import type { VersionIndex } from "./version-index.ts";

/** A record of the merged segment. */
export type MergedRecord =
  | { readonly op: "put"; readonly read: ValueRead; readonly expiresAt: number }
  | { readonly op: "delete"; readonly key: string; readonly revision: number };

/** Collects records of several segments. */
interface LiveCollection {
  readonly disk: Disk;
  readonly index: VersionIndex;
  /** Segments before the merged ones. */
  readonly older: readonly Segment[];
  /** The values to read. */
  readonly list: ValueReads;
  readonly records: MergedRecord[];
}

/** Records that are looked at in one turn. */
const sliceRecords = 1000;

/** Collects the records of a segment that reads or later segments still need. */
export async function collectLive(segment: Segment, collection: LiveCollection): Promise<void> {
  const { disk, index, older, list, records } = collection;
  const heads = await allHeads(disk, segment);
  let seen = 0;
  for (const { bytes, at, position } of heads) {
    const head = parseFrameHead(bytes, at);
    if (head.kind !== "commit") continue;
    const { revision } = head;
    const keep = ({ op, key, position, bytes, expiresAt }: Record): void => {
      if (op === "delete") {
        if (!canDropDeletions(older, revision)) records.push({ op, key: keyFromCollating(key), revision });
        return;
      }
      const version = { revision, segment: segment.handle, position, bytes };
      if (!index.has(key, version)) return;
      const read = { key, version, segment };
      list.add(read);
      records.push({ op, read, expiresAt });
    };
    decodeRecords(bytes, { head, at, position }, keep);
    seen += head.writes;
    if (seen >= sliceRecords) {
      seen = 0;
      await nextTurn();
    }
  }
}

/** Returns every head of a segment from the copy that has it. */
async function allHeads(disk: Disk, segment: Segment): Promise<readonly HeadAt[]> {
  const found: HeadAt[] = [];
  const { file, length, seed, dir, header } = segment;
  const copy = await disk.open(join(dir, segmentFileName(header, "idx")), "read").catch(() => undefined);
  let covered = headerBytes;
  if (copy !== undefined) {
    const heads = await readHeads(copy).finally(() => copy.close());
    heads?.visit((head) => found.push(head));
    covered = heads?.covered ?? covered;
  }
  const { bytes, frames, gaps } = await scanPart(file, { from: covered, to: length, seed });
  if (gaps.length > 0) {
    segment.damaged = true;
    throw new CorruptError(`segment ${header.firstId} is damaged at byte ${gaps[0]!.from}`);
  }
  for (const { position } of frames) found.push({ bytes, at: position - covered, position });
  return found;
}
