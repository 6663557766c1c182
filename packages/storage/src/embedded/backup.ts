import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { CorruptError } from "../errors.ts";
import { keyFromCollating } from "../key.ts";
import type { Expiries } from "../local/expiries.ts";
import type { Disk } from "./disk.ts";
import { createSegmentWriter, type SegmentWriter } from "./segment-writer.ts";
import { readValues, type ValueRead } from "./value-reads.ts";

/** Options of `backup`. */
export interface BackupOptions {
  /** Path of the backup. The file gets this name once it is complete and durable. */
  readonly file: string;
  /**
   * Skips values that cannot be read instead of failing at the first one.
   * @default false
   */
  readonly skipDamaged?: boolean;
}

/** The content of a finished backup. */
export interface BackupResult {
  /** Revision of the saved state. */
  readonly revision: number;
  readonly entries: number;
  /** Keys that were skipped because their values are damaged. */
  readonly damaged: readonly string[];
}

interface BackupContent {
  readonly revision: number;
  readonly reads: readonly ValueRead[];
  /** Expiry times at that revision. */
  readonly expiries: Expiries;
}

const entriesPerSlice = 1000;

/**
 * Writes a backup: one merged segment without a store, with the newest value of every key in key
 * order.
 */
export async function writeBackup(
  disk: Disk,
  content: BackupContent,
  { file: path, skipDamaged = false }: BackupOptions,
): Promise<BackupResult> {
  const temporary = `${path}.tmp`;
  const file = await disk.open(temporary, "create");
  const damaged: string[] = [];
  const { revision, reads } = content;
  try {
    const writer = createSegmentWriter(
      { kind: "backup", storeId: randomBytes(16), firstId: 1, lastId: 1, generation: 1, previousLength: 0 },
      { file },
    );
    for (let from = 0; from < reads.length; from += entriesPerSlice) {
      for (const item of await writeSlice(reads.slice(from, from + entriesPerSlice), { content, writer, skipDamaged }))
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
  return { revision, entries: reads.length - damaged.length, damaged };
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
