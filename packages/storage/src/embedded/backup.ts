import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { CorruptError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Expiries } from "../local/expiries.ts";
import type { Disk } from "./disk.ts";
import { createSegmentWriter, type SegmentWriter } from "./segment-writer.ts";
import { readValues, type ValueRead } from "./value-reads.ts";

export interface BackupOptions {
  /** Where to write it. It appears under this name once it is whole and durable. */
  readonly file: string;
  /** Leaves out values that cannot be read, instead of failing at the first. @default false */
  readonly skipDamaged?: boolean;
}

export interface BackupResult {
  /** The state that was saved. */
  readonly revision: number;
  readonly entries: number;
  /** Keys that were left out. */
  readonly damaged: readonly string[];
}

interface BackupContent {
  readonly revision: number;
  readonly wanted: readonly ValueRead[];
  /** When keys expired at that revision. */
  readonly expiries: Expiries;
}

const entriesPerSlice = 1000;

/**
 * A backup is one merged segment that belongs to no store: every key with its newest value, by
 * order of keys.
 */
export async function writeBackup(
  disk: Disk,
  content: BackupContent,
  { file: path, skipDamaged = false }: BackupOptions,
): Promise<BackupResult> {
  const temporary = `${path}.tmp`;
  const file = await disk.open(temporary, "create");
  const damaged: string[] = [];
  const { revision, wanted } = content;
  try {
    const writer = createSegmentWriter(
      { kind: "backup", storeId: randomBytes(16), firstId: 1, lastId: 1, generation: 1, previousLength: 0 },
      { file },
    );
    for (let from = 0; from < wanted.length; from += entriesPerSlice) {
      for (const item of await writeSlice(wanted.slice(from, from + entriesPerSlice), { content, writer, skipDamaged }))
        damaged.push(item);
    }
    await writer.finish({ baseRevision: revision, lastRevision: revision, compactedRevision: revision });
    await disk.rename(temporary, path);
    await disk.syncDirectory(dirname(path));
  } catch (error) {
    await disk.remove(temporary);
    throw error;
  } finally {
    await file.close();
  }
  return { revision, entries: wanted.length - damaged.length, damaged };
}

async function writeSlice(
  slice: readonly ValueRead[],
  {
    content,
    writer,
    skipDamaged,
  }: {
    readonly content: BackupContent;
    readonly writer: SegmentWriter;
    readonly skipDamaged: boolean;
  },
): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const [i, entry] of (await readValues(slice)).entries()) {
    const key = keyFromCollating(slice[i]!.key);
    if (entry instanceof CorruptError) {
      if (!skipDamaged) throw entry;
      damaged.push(key);
      continue;
    }
    const expiresAt = content.expiries.get(key) ?? 0;
    await writer.add(entry.revision, { op: "put", key, value: entry.value, expiresAt });
  }
  return damaged;
}
