import { join } from "node:path";
import { CorruptError, IncompatibleError } from "../errors.ts";
import { type Disk, type DiskFile, readPart } from "./disk.ts";
import { decodeHeader, headerBytes, type SegmentHeader } from "./format.ts";
import { type Heads, readHeads } from "./heads-file.ts";
import { parseSegmentFileName, type SegmentName, segmentFileName } from "./segment.ts";
import type { StoreFile } from "./store-file.ts";

/** Files of a segment that were found in the directory. */
export interface FoundSegment {
  readonly name: SegmentName;
  readonly file: DiskFile;
  readonly size: number;
  readonly header: SegmentHeader;
  /** Source of the header: `made` is inferred from the file name when both copies are damaged. */
  readonly headerFrom: "log" | "heads" | "made";
  readonly heads: Heads | undefined;
  /** End of the frames if the next segment's header, or its own, has it. */
  readonly knownLength: number | undefined;
}

interface RecoveryScan {
  /** In order, without gaps. */
  readonly segments: readonly FoundSegment[];
  /** Files that a crash left behind. */
  readonly leftovers: readonly string[];
}

interface RecoveryScanOptions {
  readonly dir: string;
  readonly store: StoreFile;
  /** Mode in which segments are opened. */
  readonly access: "read" | "write";
}

/**
 * Opens the segments of a directory without changing anything.
 * @throws {CorruptError} when a segment is missing or belongs to another store
 */
export async function openSegments(disk: Disk, options: RecoveryScanOptions): Promise<RecoveryScan> {
  const { dir, store } = options;
  const files = (await disk.list(dir)) ?? [];
  const { current, superseded } = newestGenerations(files);
  checkComplete(current, { files, lastSegment: store.lastSegment });
  const found: Omit<FoundSegment, "knownLength">[] = [];
  try {
    for (const name of current)
      found.push(await openOne(disk, { ...options, storeId: store.id, name, last: name === current.at(-1) }));
  } catch (error) {
    await Promise.all(found.map((s) => s.file.close()));
    throw error;
  }
  const leftovers = [
    ...files.filter((f) => f.endsWith(".tmp")),
    ...superseded.flatMap((n) => [segmentFileName(n, "log"), segmentFileName(n, "idx")]),
    ...files.filter((f) => f.endsWith(".idx") && !files.includes(`${f.slice(0, -3)}log`)),
  ];
  return { segments: found.map((s, i) => ({ ...s, knownLength: lengthOf(s, found[i + 1]) })), leftovers };
}

/**
 * Of segments with the same ids, the one of the highest generation holds the content of the others.
 */
function newestGenerations(files: readonly string[]): {
  readonly current: readonly SegmentName[];
  readonly superseded: readonly SegmentName[];
} {
  const names = files.map(parseSegmentFileName).filter((n) => n !== undefined);
  const covers = (a: SegmentName, b: SegmentName): boolean =>
    a.generation > b.generation && a.firstId <= b.firstId && a.lastId >= b.lastId;
  const superseded = names.filter((n) => names.some((other) => covers(other, n)));
  const current = names.filter((n) => !superseded.includes(n)).toSorted((a, b) => a.firstId - b.firstId);
  return { current, superseded };
}

/**
 * Checks that segments are numbered from 1 without gaps, up to the last one that other files
 * mention.
 */
function checkComplete(
  names: readonly SegmentName[],
  { files, lastSegment }: { readonly files: readonly string[]; readonly lastSegment: number },
): void {
  let next = 1;
  for (const { firstId, lastId } of names) {
    if (firstId !== next) throw missing(next);
    next = lastId + 1;
  }
  // Heads files are written after their segment and removed after another segment replaced it.
  const indexedIds = files.map((f) => parseSegmentFileName(f.replace(/\.idx$/, ".log"))?.lastId ?? 0);
  if (next <= lastSegment || indexedIds.some((id) => next <= id)) throw missing(next);
}

function missing(id: number): CorruptError {
  return new CorruptError(`segment ${id} is missing: put its files back, or restore a backup`);
}

interface SegmentToOpen extends Pick<RecoveryScanOptions, "dir" | "access"> {
  readonly storeId: Buffer;
  readonly name: SegmentName;
  readonly last: boolean;
}

async function openOne(
  disk: Disk,
  { dir, storeId, access, name, last }: SegmentToOpen,
): Promise<Omit<FoundSegment, "knownLength">> {
  const path = join(dir, segmentFileName(name, "log"));
  const writeMode = last && name.generation === 0 ? "update-through" : "update";
  const file = await disk.open(path, access === "read" ? "read" : writeMode);
  try {
    const own = decodeHeader(await readPart(file, { from: 0, to: headerBytes }));
    if (own === "newer") throw new IncompatibleError(`${path} was written by a newer version`);
    const heads = await readHeadsOf(disk, { dir, name, storeId });
    const header = own ?? heads?.header ?? inferredHeader(name, storeId);
    if (header === undefined) throw new CorruptError(`the header of ${path} is damaged, and so is its copy`);
    if (!belongs(header, { name, storeId })) throw new CorruptError(`${path} belongs elsewhere`);
    const headerFrom = own !== undefined ? "log" : heads !== undefined ? "heads" : "made";
    return { name, file, size: await file.size(), header, headerFrom, heads };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeadsOf(
  disk: Disk,
  { dir, name, storeId }: { readonly dir: string; readonly name: SegmentName; readonly storeId: Buffer },
): Promise<Heads | undefined> {
  let file: DiskFile;
  try {
    file = await disk.open(join(dir, segmentFileName(name, "idx")), "read");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const heads = await readHeads(file);
    return heads !== undefined && belongs(heads.header, { name, storeId }) ? heads : undefined;
  } finally {
    await file.close();
  }
}

function belongs(
  header: SegmentHeader,
  { name, storeId }: { readonly name: SegmentName; readonly storeId: Buffer },
): boolean {
  const { firstId, lastId, generation } = name;
  return (
    header.storeId.equals(storeId) &&
    header.firstId === firstId &&
    header.lastId === lastId &&
    header.generation === generation
  );
}

/** Infers the header of a log from its name. For a merged segment the name is not enough. */
function inferredHeader({ firstId, lastId, generation }: SegmentName, storeId: Buffer): SegmentHeader | undefined {
  if (generation > 0) return undefined;
  const unknown = { previousLength: 0, baseRevision: 0, compactedRevision: 0, length: 0, lastRevision: 0 };
  return { kind: "log", storeId, firstId, lastId, generation, ...unknown };
}

function lengthOf(
  { header }: Omit<FoundSegment, "knownLength">,
  next: Omit<FoundSegment, "knownLength"> | undefined,
): number | undefined {
  if (header.length > 0) return header.length;
  return next !== undefined && next.header.previousLength > 0 ? next.header.previousLength : undefined;
}
