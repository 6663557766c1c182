import { quote } from "@svc/base";
import { CorruptError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Change, ChangeBatch, Revision } from "../storage.ts";
import { valueCrc } from "./format.ts";
import { streamFrames, valueAt, type WholeFrame } from "./frame-scan.ts";
import { decodeRecords } from "./record.ts";
import { acquire, positionBefore, release, type Segment } from "./segment.ts";

const batchBytes = 1024 * 1024;

/**
 * Reads changes back from the log: those after a revision, about a megabyte of them, whole commits.
 * @throws {CorruptError} where the log is damaged, since a watch must be complete
 */
export async function readHistory(segments: readonly Segment[], after: Revision): Promise<ChangeBatch> {
  const segment = segments.find((s) => s.lastRevision > after);
  if (segment === undefined) throw new Error(`no segment goes beyond revision ${after}`);
  acquire(segment);
  try {
    return await readFrom(segment, after);
  } finally {
    await release(segment);
  }
}

async function readFrom(segment: Segment, after: Revision): Promise<ChangeBatch> {
  const { file, length, seed, lastRevision } = segment;
  const changes: Change[] = [];
  let bytes = 0;
  for await (const frame of streamFrames(file, { from: positionBefore(segment, after), to: length, seed })) {
    if (frame.head.kind !== "commit" || frame.head.revision <= after) continue;
    addChanges(frame, changes);
    bytes += frame.bytes.length;
    if (bytes >= batchBytes) return { revision: frame.head.revision as Revision, changes };
  }
  return { revision: lastRevision as Revision, changes };
}

function addChanges(frame: WholeFrame, changes: Change[]): void {
  const { head, bytes, position } = frame;
  const revision = head.revision as Revision;
  decodeRecords(bytes, { head, at: 0, position }, (record) => {
    const key = keyFromCollating(record.key);
    if (record.op === "delete") {
      changes.push({ op: "delete", key, revision });
      return;
    }
    const at = record.position - position;
    const stored = valueAt(bytes, at, record.bytes);
    if (stored === undefined || valueCrc(stored, revision) !== bytes.readUInt32LE(at)) {
      throw new CorruptError(`the value of ${quote(key)} at revision ${revision} is damaged`, {
        key,
        revision,
      });
    }
    changes.push({ op: "put", key, value: new Uint8Array(stored), revision });
  });
}
