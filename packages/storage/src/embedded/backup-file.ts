import { quote } from "@svc/base";
import { CorruptError, IncompatibleError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import { type DiskFile, readPart } from "./disk.ts";
import { decodeHeader, headerBytes, type SegmentHeader, seedOf, valueCrc } from "./format.ts";
import type { FrameWrite } from "./frame-batch.ts";
import { streamFrames, valueAt, type WholeFrame } from "./frame-scan.ts";
import { decodeRecords } from "./record.ts";

/** @throws {IncompatibleError} when the file is no backup */
export async function readBackupHeader(file: DiskFile, path: string): Promise<SegmentHeader> {
  const header = decodeHeader(await readPart(file, { from: 0, to: headerBytes }));
  if (header === "newer") throw new IncompatibleError(`${path} was written by a newer version`);
  if (header?.kind !== "backup") throw new IncompatibleError(`${path} is no backup, or not a whole one`);
  return header;
}

/** Reads the frames of a backup one after another. */
export function backupFrames(file: DiskFile, header: SegmentHeader): AsyncIterable<WholeFrame> {
  return streamFrames(file, { from: headerBytes, to: header.length, seed: seedOf(header) });
}

/**
 * The entries in a frame of a backup.
 * @throws {CorruptError} when a value is damaged
 */
export function readWrites({ head, bytes, position }: WholeFrame): readonly FrameWrite[] {
  const writes: FrameWrite[] = [];
  decodeRecords(
    bytes,
    { head, at: 0, position },
    ({ op, key: collating, position: place, bytes: length, expiresAt }) => {
      if (op === "delete") return;
      const key = keyFromCollating(collating);
      const value = valueAt(bytes, place - position, length);
      if (value === undefined || valueCrc(value, head.revision) !== bytes.readUInt32LE(place - position)) {
        throw new CorruptError(`the value of ${quote(key)} in the backup is damaged`, { key });
      }
      writes.push({ op, key, value, expiresAt });
    },
  );
  return writes;
}
